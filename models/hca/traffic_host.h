// SPDX-License-Identifier: Apache-2.0
// A generator and sink of size-only packets behind one port: uniform random destinations, an infinite source
// queue that takes no memory, and delivery counted where the tail arrives. Stands in for an HCA in synthetic
// workloads.
#pragma once

#include <string>
#include <vector>

#include <systemc>

#include "base/histogram.h"
#include "base/random.h"
#include "hca/traffic_config.h"
#include "link/port.h"
#include "packet/region.h"

namespace sharpsim {

class TrafficHost : public sc_core::sc_module, private Actor, private PortClient {
public:
    struct Totals {
        std::uint64_t injected{0};
        std::uint64_t delivered{0};
        std::uint64_t measured{0};       // delivered with its tail within (warm-up, duration]
        std::uint64_t measured_bytes{0}; // of these, LRH to VCRC
        std::uint64_t latency_sum_ps{0}; // of these, from birth to tail
        std::uint64_t latency_count{0};  // born after the warm-up
    };

    // `latency` is shared by the hosts of an experiment: packets born after the warm-up, from birth to tail.
    // Sends to `peers` (all LIDs of the experiment; its own is skipped) from time 0 until the duration ends.
    TrafficHost(const sc_core::sc_module_name& nm, Region& region, const LinkConfig& link,
                const CableData& cable, Lid lid, const TrafficConfig& traffic, const std::vector<Lid>& peers,
                LatencyHistogram& latency);

    [[nodiscard]] Port& port() { return port_; }
    [[nodiscard]] const Totals& totals() const { return totals_; }
    [[nodiscard]] bool waiting() const { return waiting_; }

private:
    void end_of_elaboration() override;
    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void on_packet(unsigned port, PacketRef packet, Picoseconds head, Picoseconds tail) override;
    void on_credit(unsigned port, unsigned vl) override;
    void send_next();
    void draw_gap();
    void draw_destination();
    void schedule();

    Region& region_;
    TrafficConfig traffic_;
    const std::vector<Lid>& peers_;
    RandomStream gaps_;
    RandomStream destinations_;
    Lid lid_;
    std::size_t own_index_;
    std::uint32_t target_;
    bool waiting_{false}; // for credit
    std::uint16_t next_dlid_{0};
    unsigned blocks_{0};
    double mean_gap_; // ps
    double born_exact_{0};
    Picoseconds born_{0};
    Picoseconds packet_time_;
    Totals totals_;
    LatencyHistogram& latency_;
    Port port_;
};

} // namespace sharpsim
