// SPDX-License-Identifier: Apache-2.0
// The switch against queueing theory.
#include <cmath>

#include <gtest/gtest.h>

#include "support/rig.h"

namespace sharpsim::test {
namespace {

const CableData cable{ndr_4x, 5_ns};

LinkConfig without_flow_control_cost()
{
    LinkConfig link;
    link.fc_size = 0_B; // flow-control packets on the data link are jitter, which theory does not have
    link.buffer = 131072_B;
    link.fec_tx = 0_ps;
    link.fec_rx = 0_ps;
    return link;
}

TrafficConfig saturated(Picoseconds duration)
{
    TrafficConfig t;
    t.arrival = Arrival::saturated;
    t.load = 1.0;
    t.packet_bytes = 512_B; // 10,240 ps
    t.warmup = Picoseconds{duration.count() / 5};
    t.duration = duration;
    return t;
}

// N saturated sources on one half of the ports and N sinks on the other: every source chooses among all N
// outputs, as in the paper (a host that skips its own port would leave N - 1).
double fifo_saturation(unsigned n)
{
    SwitchConfig config;
    config.scheduler = Scheduler::fifo;
    config.slot = 10240_ps;
    config.pipeline = 1;
    const LinkConfig link = without_flow_control_cost();
    const TrafficConfig traffic = saturated(600_us);
    TrafficConfig silent = traffic;
    silent.load = 0;
    Region region;
    KernelHost host{"host", region.calendar};
    Switch sw{"sw", region, config, link, std::vector<CableData>(2 * n, cable)};
    sw.set_lft(straight_lft(2 * n));
    std::vector<Lid> sinks;
    LatencyHistogram latency;
    for (unsigned i = 0; i < n; ++i)
        sinks.push_back(Lid{static_cast<std::uint16_t>(n + i + 1)});
    std::vector<std::unique_ptr<TrafficHost>> hosts;
    for (unsigned i = 0; i < 2 * n; ++i) {
        hosts.push_back(std::make_unique<TrafficHost>(("h" + std::to_string(i)).c_str(), region, link, cable,
                                                      Lid{static_cast<std::uint16_t>(i + 1)},
                                                      i < n ? traffic : silent, sinks, latency));
        Port::connect(hosts[i]->port(), sw.port(i));
    }
    host.run();
    std::uint64_t packets = 0;
    for (unsigned i = n; i < 2 * n; ++i)
        packets += hosts[i]->totals().measured;
    return static_cast<double>(packets) * 10'240.0 / (480e6 * n);
}

// Karol, Hluchyj, Morgan, "Input Versus Output Queueing on a Space-Division Packet Switch", 1987: saturation
// with one FIFO per input. N = 16, 36, 64 are from a slotted simulation of 10^7 packets.
struct Karol {
    unsigned ports;
    double throughput;
};
class HeadOfLine : public ::testing::TestWithParam<Karol> {};

TEST_P(HeadOfLine, SaturatesAsKarolHluchyjMorganSay)
{
    EXPECT_NEAR(fifo_saturation(GetParam().ports), GetParam().throughput, 0.005);
}

INSTANTIATE_TEST_SUITE_P(Ports, HeadOfLine,
                         ::testing::Values(Karol{2, 0.75}, Karol{3, 0.6825}, Karol{4, 0.6553},
                                           Karol{8, 0.6184}, Karol{16, 0.601}, Karol{36, 0.593},
                                           Karol{64, 0.590}));

TEST(UniformSaturation, FifoOf36PortsLiesBetween058And061)
{
    SwitchConfig config;
    config.scheduler = Scheduler::fifo;
    TrafficRig rig{36, config, LinkConfig{}, cable, saturated(200_us)};
    rig.host.run();
    EXPECT_GT(rig.throughput(), 0.58);
    EXPECT_LT(rig.throughput(), 0.61);
}

TEST(UniformSaturation, IslipOf36PortsIsAbove095)
{
    SwitchConfig config;
    config.scheduler = Scheduler::islip;
    TrafficRig rig{36, config, LinkConfig{}, cable, saturated(200_us)};
    rig.host.run();
    EXPECT_GT(rig.throughput(), 0.95);
    EXPECT_LE(rig.throughput(), 1.0);
}

TEST(UniformSaturation, GreedyRoundRobinOf36PortsIsAbove095)
{
    TrafficRig rig{36, SwitchConfig{}, LinkConfig{}, cable, saturated(200_us)};
    rig.host.run();
    EXPECT_GT(rig.throughput(), 0.95);
    EXPECT_LE(rig.throughput(), 1.0);
}

// M/D/1 with a correction for N inputs: an output sees N - 1 streams, each of which is already serialised.
TEST(OutputQueueing, MeanWaitApproachesMD1)
{
    SwitchConfig config;
    config.scheduler = Scheduler::ideal;
    LinkConfig link = without_flow_control_cost();
    TrafficConfig t;
    t.load = 0.6;
    t.packet_bytes = 512_B;
    t.warmup = 50_us;
    t.duration = 1_ms;
    TrafficRig rig{64, config, link, cable, t};
    rig.host.run();
    // Unloaded: 5,000 + alignment (500 on average) + 100,000 + 5,000 + 10,240; the source queue itself is
    // M/D/1.
    const double unloaded = 5'000 + 500 + 100'000 + 5'000 + 10'240;
    const double service = 10'240;
    const double md1 = 0.6 / (2 * (1 - 0.6)) * service;
    const double wait = rig.mean_latency_ps() - unloaded;
    // One M/D/1 at the source, and at the output one that is a few per cent lower since its inputs are
    // serialised.
    EXPECT_GT(wait, 2 * md1 * 0.90);
    EXPECT_LT(wait, 2 * md1 * 1.06);
}

// Packets shorter than a clock cycle too: several of one input leave on one edge.
class ConservationOf : public ::testing::TestWithParam<std::tuple<Scheduler, unsigned>> {};

TEST_P(ConservationOf, PacketsHolds)
{
    SwitchConfig config;
    config.scheduler = std::get<0>(GetParam());
    TrafficConfig t;
    t.load = 0.9;
    t.packet_bytes = Bytes{std::get<1>(GetParam())};
    t.arrival = Arrival::periodic;
    t.duration = 10_us;
    TrafficRig rig{33, config, LinkConfig{}, cable, t};
    rig.host.run();
    EXPECT_GT(rig.totals().injected, 1000U);
    EXPECT_EQ(rig.totals().injected, rig.totals().delivered);
    EXPECT_EQ(rig.sw.totals().queued, 0U);
    EXPECT_EQ(rig.region.packets.alive(), 0U);
}

INSTANTIATE_TEST_SUITE_P(SchedulersAndSizes, ConservationOf,
                         ::testing::Combine(::testing::Values(Scheduler::round_robin, Scheduler::islip,
                                                              Scheduler::fifo, Scheduler::ideal),
                                            ::testing::Values(26U, 48U, 64U, 1500U)));

TEST(Conservation, HoldsAtEverySchedulerAndLoad)
{
    SwitchConfig config;
    config.scheduler = Scheduler::islip;
    TrafficConfig t;
    t.load = 0.95;
    t.duration = 100_us;
    TrafficRig rig{33, config, LinkConfig{}, cable, t};
    rig.host.run();
    const auto sum = rig.totals();
    EXPECT_EQ(sum.injected, sum.delivered);
    const auto s = rig.sw.totals();
    EXPECT_EQ(s.received, sum.injected);
    EXPECT_EQ(s.sent, sum.delivered);
    EXPECT_EQ(s.dropped + s.queued + s.copies, 0U);
    EXPECT_EQ(rig.region.packets.alive(), 0U);
}

} // namespace
} // namespace sharpsim::test
