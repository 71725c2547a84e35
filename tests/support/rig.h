// SPDX-License-Identifier: Apache-2.0
// Small fabrics for tests: one switch with probes or traffic hosts on its ports.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "base/kernel/kernel_host.h"
#include "hca/traffic_host.h"
#include "switch/switch.h"

namespace sharpsim::test {

using namespace sharpsim::literals;

constexpr LinkRate edr_4x{KbitPerSecond{103'125'000}, 64, 66};
constexpr LinkRate hdr_4x{KbitPerSecond{212'500'000}, 16, 17};
constexpr LinkRate ndr_4x{KbitPerSecond{425'000'000}, 16, 17};

// An end port that sends what a test asks for and writes down what arrives.
class Probe : public sc_core::sc_module, public PortClient {
public:
    struct Arrival {
        Picoseconds head;
        Picoseconds tail;
        std::uint16_t slid;
        std::uint16_t bytes;
        std::uint8_t vl;
        std::uint64_t birth;
    };

    Probe(const sc_core::sc_module_name& nm, Region& region, const LinkConfig& link, const CableData& cable) :
        sc_core::sc_module{nm}, region_{region}, port_{region, *this, 0, "1", std::string{name()} + ".port1",
                                                       link,   cable}
    {
    }
    Port& port() { return port_; }

    // Sends `count` packets of `bytes` back to back, as credit allows, the first at time 0.
    void burst(std::uint16_t slid, std::uint16_t dlid, std::uint16_t bytes, unsigned count, unsigned vl = 0)
    {
        slid_ = slid;
        dlid_ = dlid;
        bytes_ = bytes;
        left_ = count;
        vl_ = vl;
    }
    void pump()
    {
        while (left_ != 0 && port_.can_send(vl_, (bytes_ + 63U) / 64U)) {
            const PacketRef ref = region_.packets.take();
            Packet packet;
            packet.wire_bytes = bytes_;
            packet.slid = slid_;
            packet.dlid = dlid_;
            packet.vl = static_cast<std::uint8_t>(vl_);
            packet.icrc = left_;
            packet.birth = region_.calendar.now().count();
            region_.packets[ref] = packet;
            --left_;
            ++sent;
            last_tail = port_.transmit(ref, region_.calendar.now());
        }
    }
    void on_packet(unsigned, PacketRef ref, Picoseconds head, Picoseconds tail) override
    {
        const Packet& p = region_.packets[ref];
        arrivals.push_back({head, tail, p.slid, p.wire_bytes, p.vl, p.birth});
        if (drain)
            port_.release(p.vl, p.blocks(port_.block_shift()), tail);
        region_.packets.give_back(ref);
    }
    void on_credit(unsigned, unsigned) override { pump(); }

    bool drain{true}; // gives the buffer back as the tail arrives
    unsigned sent{0};
    Picoseconds last_tail{0};
    std::vector<Arrival> arrivals;

private:
    void end_of_elaboration() override { port_.begin(); }
    void start_of_simulation() override { pump(); }

    Region& region_;
    std::uint16_t slid_{0};
    std::uint16_t dlid_{0};
    std::uint16_t bytes_{0};
    unsigned left_{0};
    unsigned vl_{0};
    Port port_;
};

// LFT in which LID n is on port n.
inline std::vector<std::uint8_t> straight_lft(unsigned ports)
{
    std::vector<std::uint8_t> lft(std::size_t{ports} + 1, Switch::no_path);
    for (unsigned p = 1; p <= ports; ++p)
        lft[p] = static_cast<std::uint8_t>(p);
    return lft;
}

// One switch, one probe on each port; LID n on port n.
struct ProbeRig {
    ProbeRig(unsigned ports, const SwitchConfig& sw_config, const LinkConfig& link, const CableData& cable,
             CalendarKind kind = CalendarKind::wheel, bool strict = false) :
        ProbeRig{sw_config, link, std::vector<CableData>(ports, cable), kind, strict}
    {
    }
    ProbeRig(const SwitchConfig& sw_config, const LinkConfig& link, const std::vector<CableData>& cables,
             CalendarKind kind = CalendarKind::wheel, bool strict = false) :
        region{1, kind}, host{"host", region.calendar, strict}, sw{"sw", region, sw_config, link, cables}
    {
        for (unsigned i = 0; i < cables.size(); ++i) {
            probes.push_back(
                std::make_unique<Probe>(("probe" + std::to_string(i + 1)).c_str(), region, link, cables[i]));
            Port::connect(probes[i]->port(), sw.port(i));
        }
        sw.set_lft(straight_lft(static_cast<unsigned>(cables.size())));
    }
    Probe& probe(unsigned number) { return *probes.at(number - 1); } // as on the box

    Region region;
    KernelHost host;
    Switch sw;
    std::vector<std::unique_ptr<Probe>> probes;
};

// One switch under uniform traffic.
struct TrafficRig {
    TrafficRig(unsigned ports, const SwitchConfig& sw_config, const LinkConfig& link, const CableData& cable,
               const TrafficConfig& traffic, std::uint64_t seed = 1, CalendarKind kind = CalendarKind::wheel,
               bool strict = false) :
        region{seed, kind},
        host{"host", region.calendar, strict},
        sw{"sw", region, sw_config, link, std::vector<CableData>(ports, cable)},
        traffic_config{traffic},
        rate{cable.rate}
    {
        for (unsigned i = 1; i <= ports; ++i)
            lids.push_back(Lid{static_cast<std::uint16_t>(i)});
        for (unsigned i = 0; i < ports; ++i) {
            hosts.push_back(std::make_unique<TrafficHost>(("host" + std::to_string(i + 1)).c_str(), region,
                                                          link, cable, lids[i], traffic, lids, latency));
            Port::connect(hosts[i]->port(), sw.port(i));
        }
        sw.set_lft(straight_lft(ports));
    }
    [[nodiscard]] TrafficHost::Totals totals() const
    {
        TrafficHost::Totals sum;
        for (const auto& h : hosts) {
            const auto& t = h->totals();
            sum.injected += t.injected;
            sum.delivered += t.delivered;
            sum.measured += t.measured;
            sum.measured_bytes += t.measured_bytes;
            sum.latency_sum_ps += t.latency_sum_ps;
            sum.latency_count += t.latency_count;
        }
        return sum;
    }
    // Delivered share of the line rate within the measured window.
    [[nodiscard]] double throughput() const
    {
        const double window = static_cast<double>((traffic_config.duration - traffic_config.warmup).count());
        const double byte_ps = static_cast<double>(wire_time(Bytes{1'000'000}, rate).count()) / 1e6;
        return static_cast<double>(totals().measured_bytes) * byte_ps /
               (window * static_cast<double>(hosts.size()));
    }
    [[nodiscard]] double mean_latency_ps() const
    {
        const auto t = totals();
        return static_cast<double>(t.latency_sum_ps) / static_cast<double>(t.latency_count);
    }

    Region region;
    KernelHost host;
    Switch sw;
    TrafficConfig traffic_config;
    LinkRate rate;
    std::vector<Lid> lids;
    LatencyHistogram latency;
    std::vector<std::unique_ptr<TrafficHost>> hosts;
};

} // namespace sharpsim::test
