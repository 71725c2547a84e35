// SPDX-License-Identifier: Apache-2.0
#include "hca/traffic_host.h"

#include <algorithm>

namespace sharpsim {

TrafficHost::TrafficHost(const sc_core::sc_module_name& nm, Region& region, const LinkConfig& link,
                         const CableData& cable, Lid lid, const TrafficConfig& traffic,
                         const std::vector<Lid>& peers, LatencyHistogram& latency) :
    sc_core::sc_module{nm},
    region_{region},
    traffic_{traffic},
    peers_{peers},
    gaps_{region.seed, "traffic.gap", lid.value()},
    destinations_{region.seed, "traffic.destination", lid.value()},
    lid_{lid},
    own_index_{static_cast<std::size_t>(std::find(peers.begin(), peers.end(), lid) - peers.begin())},
    target_{region.calendar.add_actor(*this)},
    mean_gap_{static_cast<double>(wire_time(traffic.packet_bytes, cable.rate).count()) / traffic.load},
    packet_time_{wire_time(traffic.packet_bytes, cable.rate)},
    latency_{latency},
    port_{region, *this, 0, "1", std::string{name()} + ".port1", link, cable}
{
    blocks_ = (static_cast<unsigned>(traffic.packet_bytes.count()) + (1U << port_.block_shift()) - 1) >>
              port_.block_shift();
    const std::size_t others = peers.size() - (own_index_ < peers.size() ? 1 : 0);
    if (others != 0 && traffic.load > 0) {
        draw_gap();
        draw_destination();
        schedule();
    }
}

void TrafficHost::end_of_elaboration() { port_.begin(); }

void TrafficHost::draw_gap()
{
    switch (traffic_.arrival) {
    case Arrival::poisson:
        born_exact_ += gaps_.exponential(mean_gap_);
        break;
    case Arrival::periodic:
        born_exact_ += mean_gap_;
        break;
    case Arrival::slotted: {
        // Slots until the next success of a Bernoulli trial: geometric, from one uniform number.
        const double slots = std::max(1.0, std::ceil(std::log(gaps_.unit()) / std::log1p(-traffic_.load)));
        born_exact_ += (traffic_.load >= 1.0 ? 1.0 : slots) * static_cast<double>(packet_time_.count());
        break;
    }
    case Arrival::saturated:
        break;
    }
    born_ = Picoseconds{static_cast<std::uint64_t>(born_exact_)};
}

void TrafficHost::draw_destination()
{
    const bool skip_own = own_index_ < peers_.size();
    std::size_t k = destinations_.below(peers_.size() - (skip_own ? 1 : 0));
    if (skip_own && k >= own_index_)
        ++k;
    next_dlid_ = peers_[k].value();
}

void TrafficHost::schedule()
{
    const Picoseconds at = std::max(born_, std::max(port_.tx_free(), region_.calendar.now()));
    if (at < traffic_.duration)
        region_.calendar.push(at, Stage::source, target_, 0, 0);
}

void TrafficHost::send_next()
{
    if (port_.tx_free() > region_.calendar.now()) { // a flow-control packet came in between
        schedule();
        return;
    }
    if (!port_.can_send(0, blocks_)) {
        waiting_ = true;
        port_.wait_for_credit();
        return;
    }
    const PacketRef ref = region_.packets.take();
    Packet& packet = region_.packets[ref];
    packet.wire_bytes = static_cast<std::uint16_t>(traffic_.packet_bytes.count());
    packet.payload_bytes = packet.wire_bytes;
    packet.dlid = next_dlid_;
    packet.slid = lid_.value();
    packet.birth = traffic_.arrival == Arrival::saturated ? region_.calendar.now().count() : born_.count();
    packet.icrc =
        static_cast<std::uint32_t>(totals_.injected) ^ (static_cast<std::uint32_t>(next_dlid_) << 16);
    ++totals_.injected;
    port_.transmit(ref, region_.calendar.now());
    draw_gap();
    draw_destination();
    schedule();
}

void TrafficHost::on_event(Stage, std::uint32_t, std::uint32_t, std::uint32_t) { send_next(); }

void TrafficHost::on_credit(unsigned, unsigned)
{
    if (!waiting_ || !port_.can_send(0, blocks_))
        return;
    waiting_ = false;
    schedule();
}

// The sink has no side effect but counting, so it needs no calendar entry: everything is known when the head
// leaves.
void TrafficHost::on_packet(unsigned, PacketRef ref, Picoseconds, Picoseconds tail)
{
    const Packet& packet = region_.packets[ref];
    ++totals_.delivered;
    if (tail > traffic_.warmup && tail <= traffic_.duration) {
        ++totals_.measured;
        totals_.measured_bytes += packet.wire_bytes;
    }
    if (packet.birth >= traffic_.warmup.count()) {
        const std::uint64_t latency = tail.count() - packet.birth;
        totals_.latency_sum_ps += latency;
        ++totals_.latency_count;
        latency_.add(Picoseconds{latency});
    }
    port_.release(packet.vl, packet.blocks(port_.block_shift()), tail);
    region_.packets.give_back(ref);
}

} // namespace sharpsim
