// SPDX-License-Identifier: Apache-2.0
#include "link/port.h"

#include <algorithm>

#include "base/random.h"

namespace sharpsim {

Port::Port(Region& region, PortClient& client, unsigned index, const std::string& label,
           const std::string& name, const LinkConfig& config, const CableData& cable) :
    region_{region},
    client_{client},
    wire_{cable.rate},
    tx_delay_{config.fec_tx + cable.delay},
    rx_delay_{config.fec_rx},
    index_{index},
    target_{region.calendar.add_actor(*this)},
    digest_id_{static_cast<std::uint32_t>(hash_text(name))},
    vls_{static_cast<std::uint8_t>(config.vls)},
    block_shift_{static_cast<std::uint8_t>(config.block_shift())},
    watermark_blocks_{static_cast<std::uint16_t>(std::max<std::uint64_t>(
        1, std::min<std::uint64_t>(config.fc_watermark.count() >> config.block_shift(), credit_window)))},
    buffer_blocks_{static_cast<std::uint16_t>(config.buffer_blocks())},
    fc_period_{config.fc_period},
    fc_wire_{wire_.of(config.fc_size)},
    burst_{fc_wire_ * config.vls},
    fc_drop_first_{config.fc_drop_first},
    fc_drop_count_{config.fc_drop_count},
    rate_{cable.rate},
    name_{name},
    sockets_{std::make_unique<Sockets>(label)}
{
    // Ports do not tick in step: the phase of the period is a property of the port's name.
    next_tick_ = Picoseconds{hash_text(name) % fc_period_.count()};
    if (config.fc_size.count() == 0)
        next_tick_ = never;
    sockets_->tx.bind(backward_);
    sockets_->rx.bind(*this);
    for (Lane& lane : lanes_)
        lane.receive.limit = buffer_blocks_;
}

void Port::connect(Port& a, Port& b)
{
    a.tx().bind(b.rx());
    b.tx().bind(a.rx());
    a.cabled_ = b.cabled_ = true;
}

void Port::begin()
{
    if (sockets_->tx.size() == 0)
        return;
    peer_ = sockets_->tx.operator->();
    foreign_peer_ = dynamic_cast<Port*>(peer_) == nullptr;
    for (unsigned vl = 0; vl < vls_; ++vl) {
        WireTransfer init;
        init.kind = WireTransfer::Kind::flow_control_init;
        init.flow_control = {static_cast<std::uint8_t>(vl), 0, buffer_blocks_};
        init.wire = wire_;
        LinkPhase phase = LinkPhase::head;
        sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
        peer_->nb_transport_fw(init, phase, delay);
    }
}

void Port::send(WireTransfer& transfer, Picoseconds departure)
{
    Calendar& calendar = region_.calendar;
    transfer.wire = wire_;
    LinkPhase phase = LinkPhase::head;
    sc_core::sc_time delay =
        sc_core::sc_time::from_value((departure + tx_delay_ - calendar.kernel_time()).count());
    peer_->nb_transport_fw(transfer, phase, delay);
    if (foreign_peer_)
        calendar.touch_kernel();
}

Picoseconds Port::transmit(PacketRef ref, Picoseconds earliest)
{
    const Packet& packet = region_.packets[ref];
    Picoseconds start = std::max(earliest, tx_free_);
    if (start >= next_tick_)
        charge_periodic(start);
    if (waiting_since_ != never) {
        if (start > waiting_since_)
            counters.xmit_wait += start - waiting_since_;
        waiting_since_ = never;
    }
    const Picoseconds busy = wire_.of(Bytes{packet.wire_bytes});
    SHARPSIM_CHECK(start >= tx_free_ && packet.vl < vls_, region_.calendar.now(), name_,
                   "VL " + std::to_string(packet.vl) + " of " + std::to_string(vls_));
    tx_free_ = start + busy;
    tx_busy_ += busy;
    lanes_[packet.vl].send.send(packet.blocks(block_shift_));
    counters.PortXmitData += packet.wire_bytes / 4U;
    ++counters.PortXmitPkts;
    counters.PortMulticastXmitPkts += is_multicast(Lid{packet.dlid}) ? 1 : 0;
    region_.wire_bytes += packet.wire_bytes;
    // Record of a packet that leaves a port: time | port, VL, length | ICRC.
    region_.digest.add(start.count(),
                       (static_cast<std::uint64_t>(digest_id_) << 32) |
                           (static_cast<std::uint64_t>(packet.vl) << 16) | packet.wire_bytes,
                       packet.icrc);
    WireTransfer transfer;
    transfer.packet = ref;
    send(transfer, start);
    return tx_free_;
}

// The periodic flow-control packets of a port at rest are not calendar entries. The last burst before `start`
// took the wire at its own time, or right behind the packet that was on it then.
void Port::charge_periodic(Picoseconds& start)
{
    const std::uint64_t passed = (start - next_tick_).count() / fc_period_.count();
    const Picoseconds tick = next_tick_ + fc_period_ * passed;
    const Picoseconds from = std::max(tick, tx_free_);
    start = std::max(start, from + burst_);
    next_tick_ = tick + fc_period_;
}

void Port::release(unsigned vl, unsigned blocks, Picoseconds when)
{
    CreditReceiver& r = lanes_[vl].receive;
    when = std::max(when, lanes_[vl].last_release);
    SHARPSIM_CHECK(r.used >= blocks, region_.calendar.now(), name_,
                   "VL " + std::to_string(vl) + " gives back " + std::to_string(blocks) + " of " +
                       std::to_string(r.used) + " blocks");
    r.release(blocks);
    lanes_[vl].last_release = when;
    lanes_[vl].last_blocks = static_cast<std::uint16_t>(blocks);
    const unsigned unsent = lanes_[vl].unsent + blocks;
    if (unsent >= watermark_blocks_) {
        lanes_[vl].unsent = 0;
        when = std::max(when, lanes_[vl].last_due +
                                  Picoseconds{1}); // multicast copies may end on the same picosecond
        lanes_[vl].last_due = when;
        region_.calendar.push(when, Stage::fc_due, target_, vl, r.limit);
    } else {
        lanes_[vl].unsent = static_cast<std::uint16_t>(unsent);
        if (!tick_pending_)
            want_tick(std::max(when, region_.calendar.now() + Picoseconds{1}));
    }
}

void Port::want_tick(Picoseconds after)
{
    if (peer_ == nullptr)
        return;
    tick_pending_ = true;
    const std::uint64_t period = fc_period_.count();
    const std::uint64_t phase = hash_text(name_) % period;
    const std::uint64_t t = after.count();
    const std::uint64_t n = t <= phase ? 0 : (t - phase + period - 1) / period;
    region_.calendar.push(Picoseconds{phase + n * period}, Stage::fc_due, target_, tick_sub, 0);
}

void Port::send_flow_control(unsigned vl, unsigned limit)
{
    if (peer_ == nullptr)
        return;
    const Picoseconds now = region_.calendar.now();
    // Two never leave on the same picosecond, even where their cost is switched off.
    const Picoseconds start = std::max(std::max(now, tx_free_), last_fc_ + Picoseconds{1});
    last_fc_ = start;
    tx_free_ = std::max(tx_free_, fc_wire_.count() == 0 ? tx_free_ : start + fc_wire_);
    tx_busy_ += fc_wire_;
    const std::uint64_t number = fc_sent_++;
    region_.digest.add(start.count(),
                       (static_cast<std::uint64_t>(digest_id_) << 32) |
                           (static_cast<std::uint64_t>(vl) << 16) | 6U,
                       (static_cast<std::uint64_t>(lanes_[vl].send.fctbs) << 12) | limit);
    if (number - fc_drop_first_ < fc_drop_count_) {
        ++fc_lost_;
        lanes_[vl].refresh = true;
        if (!tick_pending_)
            want_tick(now + Picoseconds{1});
        return;
    }
    lanes_[vl].refresh = false;
    WireTransfer transfer;
    transfer.kind = WireTransfer::Kind::flow_control;
    transfer.flow_control = {static_cast<std::uint8_t>(vl), lanes_[vl].send.fctbs,
                             static_cast<std::uint16_t>(limit)};
    send(transfer, start);
}

void Port::tick()
{
    tick_pending_ = false;
    const Picoseconds now = region_.calendar.now();
    bool later = false;
    for (unsigned vl = 0; vl < vls_; ++vl) {
        if (lanes_[vl].unsent == 0 && !lanes_[vl].refresh)
            continue;
        unsigned limit = lanes_[vl].receive.limit;
        unsigned ahead = 0;
        if (lanes_[vl].last_release > now) { // decided, but its tail is still in the buffer
            ahead = std::min<unsigned>(lanes_[vl].last_blocks, lanes_[vl].unsent);
            limit = (limit - ahead) & credit_mask;
        }
        const bool worth = lanes_[vl].unsent > ahead || lanes_[vl].refresh;
        lanes_[vl].unsent = static_cast<std::uint16_t>(ahead);
        later = later || ahead > 0;
        if (worth)
            send_flow_control(vl, limit);
    }
    if (later && !tick_pending_)
        want_tick(now + Picoseconds{1});
}

void Port::on_event(Stage stage, std::uint32_t, std::uint32_t sub, std::uint32_t payload)
{
    if (stage == Stage::credit) {
        lanes_[sub].send.fccl = static_cast<std::uint16_t>(payload);
        client_.on_credit(index_, sub);
    } else if (sub == tick_sub) {
        tick();
    } else {
        send_flow_control(sub, payload);
    }
}

tlm::tlm_sync_enum Port::nb_transport_fw(WireTransfer& transfer, LinkPhase&, sc_core::sc_time& delay)
{
    Calendar& calendar = region_.calendar;
    calendar.enter_from_outside();
    const Picoseconds arrival = calendar.kernel_time() + Picoseconds{delay.value()} + rx_delay_;
    switch (transfer.kind) {
    case WireTransfer::Kind::packet: {
        const Packet& packet = region_.packets[transfer.packet];
        const unsigned blocks = packet.blocks(block_shift_);
        CreditReceiver& r = lanes_[packet.vl].receive;
        r.receive(blocks);
        SHARPSIM_CHECK(r.used <= buffer_blocks_, calendar.now(), name_,
                       "VL " + std::to_string(packet.vl) + " holds " + std::to_string(r.used) +
                           " blocks of " + std::to_string(buffer_blocks_) +
                           ": the sender spent credit it did not have");
        counters.PortRcvData += packet.wire_bytes / 4U;
        ++counters.PortRcvPkts;
        counters.PortMulticastRcvPkts += is_multicast(Lid{packet.dlid}) ? 1 : 0;
        client_.on_packet(index_, transfer.packet, arrival,
                          arrival + transfer.wire.of(Bytes{packet.wire_bytes}));
        break;
    }
    case WireTransfer::Kind::flow_control: {
        const CreditUpdate& fc = transfer.flow_control;
        lanes_[fc.vl].receive.resynchronise(fc.fctbs);
        calendar.push(arrival, Stage::credit, target_, fc.vl, fc.fccl);
        break;
    }
    case WireTransfer::Kind::flow_control_init:
        lanes_[transfer.flow_control.vl].send.fccl = transfer.flow_control.fccl;
        break;
    }
    return tlm::TLM_ACCEPTED;
}

} // namespace sharpsim
