// SPDX-License-Identifier: Apache-2.0
#include "switch/switch.h"

#include <algorithm>
#include <ostream>
#include <utility>

#include "base/error.h"

namespace sharpsim {

namespace {

std::string port_name(const sc_core::sc_module& owner, unsigned index)
{
    return std::string{owner.name()} + ".port" + std::to_string(index + 1);
}
} // namespace

Switch::Switch(const sc_core::sc_module_name& nm, Region& region, const SwitchConfig& config,
               const LinkConfig& link, const std::vector<CableData>& cables) :
    Switch{nm, region, config, std::vector<LinkConfig>(cables.size(), link), cables}
{
}

Switch::Switch(const sc_core::sc_module_name& nm, Region& region, const SwitchConfig& config,
               const std::vector<LinkConfig>& links, const std::vector<CableData>& cables) :
    sc_core::sc_module{nm},
    region_{region},
    config_{config},
    clock_{config.slot.count() != 0 ? Clock::of_period(config.slot) : Clock{config.clock}},
    n_{static_cast<unsigned>(cables.size())},
    words_{(n_ + 63) / 64},
    target_{region.calendar.add_actor(*this, n_ + 1)},
    slots_(slot_count * 2 * words_)
{
    if (n_ == 0 || n_ > PortMask::max_ports)
        throw InputError(std::string{"switch "} + name() + ": " + std::to_string(n_) +
                         " ports; allowed are 1 to " + std::to_string(PortMask::max_ports));
    for (unsigned i = 0; i < n_; ++i) {
        vls_ = std::max(vls_, links[i].vls);
        ports_.push_back(std::make_unique<Port>(region, static_cast<PortClient&>(*this), i,
                                                std::to_string(i + 1), port_name(*this, i), links[i],
                                                cables[i]));
    }
    arriving_.resize(n_);
    voqs_.resize(static_cast<std::size_t>(n_) * n_ * vls_);
    requests_.resize(static_cast<std::size_t>(n_) * vls_);
    in_requests_.resize(n_);
    rx_free_.resize(n_);
    last_edge_.resize(n_);
    queued_.resize(n_);
    tx_in_.resize(n_, no_port);
    promised_.resize(n_);
    rx_out_.resize(n_, no_port);
    next_in_.resize(static_cast<std::size_t>(n_));
    next_out_.resize(n_);
    next_vl_.resize(n_);
    armed_.resize(n_);
    fifos_.resize(n_);
    presented_.resize(n_);
}

void Switch::end_of_elaboration()
{
    for (auto& p : ports_)
        p->begin();
}

void Switch::set_lft(std::vector<std::uint8_t> table) { lft_ = std::move(table); }

void Switch::set_mft(Lid mlid, const PortMask& ports)
{
    const std::size_t index = static_cast<std::size_t>(mlid.value() - first_multicast_lid.value());
    if (mft_.size() <= index)
        mft_.resize(index + 1);
    mft_[index] = ports;
}

Switch::Totals Switch::totals() const
{
    Totals t = totals_;
    for (const std::uint32_t q : queued_)
        t.queued += q;
    for (const Queue& f : fifos_)
        for (PacketRef p = f.head; p != no_packet; p = region_.packets[p].next)
            ++t.queued;
    return t;
}

void Switch::set_horizon()
{
    next_edge_ = clock_.edge_before(now()) + 1;
    horizon_ = clock_.edge(next_edge_);
}

void Switch::mark(Cause cause, unsigned port, std::uint64_t edge)
{
    if (edge - clock_.edge_before(now()) >= slot_count) {
        region_.calendar.push(clock_.edge(edge), cause == Cause::wake ? Stage::wake : Stage::arrive,
                              target_ + 1 + port, 0, 0);
        return;
    }
    const auto slot = static_cast<std::uint32_t>(edge & (slot_count - 1));
    std::uint64_t* bits = &slots_[static_cast<std::size_t>(slot) * 2 * words_];
    std::uint64_t any = 0;
    for (unsigned w = 0; w < 2 * words_; ++w)
        any |= bits[w];
    if (any == 0)
        region_.calendar.push(clock_.edge(edge), Stage::wake, target_, 0, slot);
    bits[static_cast<unsigned>(cause) * words_ + (port >> 6)] |= std::uint64_t{1} << (port & 63);
}

void Switch::on_edge(std::uint32_t slot)
{
    std::uint64_t* bits = &slots_[static_cast<std::size_t>(slot) * 2 * words_];
    for (unsigned w = 0; w < words_; ++w)
        for (std::uint64_t wakes = std::exchange(bits[w], 0); wakes != 0; wakes &= wakes - 1)
            wake(w * 64 + static_cast<unsigned>(__builtin_ctzll(wakes)));
    for (unsigned w = 0; w < words_; ++w)
        for (std::uint64_t inputs = std::exchange(bits[words_ + w], 0); inputs != 0; inputs &= inputs - 1)
            take_arrival(w * 64 + static_cast<unsigned>(__builtin_ctzll(inputs)));
}

void Switch::take_arrival(unsigned input)
{
    Queue& q = arriving_[input];
    const PacketRef ref = q.head;
    q.head = region_.packets[ref].next;
    region_.packets[ref].next = no_packet;
    arrive(input, ref);
}

void Switch::on_packet(unsigned input, PacketRef ref, Picoseconds head, Picoseconds tail)
{
    Packet& packet = region_.packets[ref];
    packet.in_port = static_cast<std::uint16_t>(input);
    packet.next = no_packet;
    const bool whole = config_.switching == Switching::store_and_forward;
    // One lookup per port and cycle, then the pipeline.
    const std::uint64_t edge =
        std::max(clock_.edge_after(whole ? tail : head) + config_.pipeline, last_edge_[input] + 1);
    last_edge_[input] = edge;
    packet.tail = (clock_.edge(edge) + (tail - head)).count();
    Queue& q = arriving_[input];
    if (q.head == no_packet)
        q.head = ref;
    else
        region_.packets[q.tail].next = ref;
    q.tail = ref;
    mark(Cause::arrival, input, edge);
}

void Switch::on_credit(unsigned output, unsigned vl)
{
    if (observer_ != nullptr)
        observer_->on_credit(output, vl);
    // Decisions fall on edges; an output with a wake-up ahead of it will see the credit then.
    if (queued_[output] != 0 && armed_[output] == 0)
        arm_at(output, clock_.edge_after(now()));
}

void Switch::on_event(Stage stage, std::uint32_t target, std::uint32_t, std::uint32_t payload)
{
    set_horizon();
    if (target == target_)
        on_edge(payload);
    else if (stage == Stage::wake)
        wake(target - target_ - 1);
    else
        take_arrival(target - target_ - 1);
    if (std::exchange(arbitration_wanted_, false))
        arbitrate();
}

void Switch::arrive(unsigned input, PacketRef ref)
{
    ++totals_.received;
    if (config_.scheduler == Scheduler::fifo && presented_[input] != 0) {
        Queue& f = fifos_[input];
        if (f.head == no_packet)
            f.head = ref;
        else
            region_.packets[f.tail].next = ref;
        f.tail = ref;
        return;
    }
    present(input, ref);
}

void Switch::present(unsigned input, PacketRef ref)
{
    const std::uint16_t dlid = region_.packets[ref].dlid;
    if (is_multicast(Lid{dlid})) {
        arrive_multicast(input, ref);
        return;
    }
    const std::uint8_t number = dlid < lft_.size() ? lft_[dlid] : no_path;
    if (number == no_path || number == 0 || number > n_ || number - 1U == input ||
        !ports_[number - 1U]->connected())
        drop(input, ref);
    else
        arrive_unicast(input, number - 1U, ref);
}

void Switch::arrive_unicast(unsigned input, unsigned output, PacketRef ref)
{
    const Packet& packet = region_.packets[ref];
    if (config_.scheduler != Scheduler::islip && queued_[output] == 0 && output_free(output) &&
        input_free(input) &&
        ports_[output]->can_send(packet.vl, packet.blocks(ports_[output]->block_shift()))) {
        transmit(input, output, ref);
        if (config_.scheduler == Scheduler::fifo && presented_[input] == 0)
            next_of_fifo(
                input); // packets shorter than a cycle: the input may be free again on this very edge
        return;
    }
    enqueue(input, output, ref);
}

void Switch::arrive_multicast(unsigned input, PacketRef ref)
{
    const std::size_t index = region_.packets[ref].dlid - first_multicast_lid.value();
    unsigned outputs[PortMask::max_ports];
    unsigned count = 0;
    if (index < mft_.size())
        for (unsigned o = 0; o < n_; ++o)
            if (mft_[index].test(o) && o != input && ports_[o]->connected())
                outputs[count++] = o;
    if (count == 0) {
        drop(input, ref);
        return;
    }
    std::uint32_t slot{};
    if (free_stored_.empty()) {
        slot = static_cast<std::uint32_t>(stored_.size());
        stored_.emplace_back();
    } else {
        slot = free_stored_.back();
        free_stored_.pop_back();
    }
    const Packet& first = region_.packets[ref];
    ++presented_[input]; // holds the next packet of a FIFO back until all copies are in their queues
    stored_[slot] = {input, first.vl, first.blocks(ports_[input]->block_shift()), count, Picoseconds{0}};
    totals_.copies += count - 1;
    for (unsigned k = 0; k < count; ++k) {
        const PacketRef copy = k + 1 < count ? region_.packets.copy(ref) : ref;
        Packet& packet = region_.packets[copy];
        packet.next = no_packet;
        packet.copies = 1;
        packet.tag = slot;
        enqueue(input, outputs[k], copy);
    }
    if (--presented_[input] == 0 && config_.scheduler == Scheduler::fifo)
        next_of_fifo(input);
}

void Switch::drop(unsigned input, PacketRef ref)
{
    const Packet& packet = region_.packets[ref];
    ++totals_.dropped;
    ++region_.dropped_packets;
    ++ports_[input]->counters.PortRcvSwitchRelayErrors;
    ports_[input]->release(packet.vl, packet.blocks(ports_[input]->block_shift()),
                           std::max(now(), Picoseconds{packet.tail}));
    region_.packets.give_back(ref);
    if (config_.scheduler == Scheduler::fifo && presented_[input] == 0)
        next_of_fifo(input);
}

void Switch::describe_blocked(std::ostream& os) const
{
    for (unsigned o = 0; o < n_; ++o) {
        for (unsigned vl = 0; vl < vls_; ++vl) {
            unsigned packets = 0;
            unsigned needs = 0;
            std::uint16_t dlid = 0;
            for (unsigned i = 0; i < n_; ++i) {
                const Queue& q = voqs_[voq(o, vl, i)];
                if (q.head != no_packet && needs == 0) {
                    needs = region_.packets[q.head].blocks(ports_[o]->block_shift());
                    dlid = region_.packets[q.head].dlid;
                }
                for (PacketRef p = q.head; p != no_packet; p = region_.packets[p].next)
                    ++packets;
            }
            if (packets != 0)
                os << ports_[o]->name() << ": VL " << vl << " holds " << packets << " packet"
                   << (packets == 1 ? "" : "s") << " for it, the first to LID " << dlid << " needs " << needs
                   << " blocks of credit, " << ports_[o]->available_blocks(vl) << " granted\n";
        }
    }
}

} // namespace sharpsim
