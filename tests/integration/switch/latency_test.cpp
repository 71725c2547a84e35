// SPDX-License-Identifier: Apache-2.0
// Unloaded port-to-port latency and line rate, against sums written out beside each literal.
#include <gtest/gtest.h>

#include "support/rig.h"

namespace sharpsim::test {
namespace {

struct Case {
    const char* name;
    LinkRate rate;
    std::uint16_t bytes;
    std::uint64_t head; // ps, at the receiver
    std::uint64_t wire; // ps
};

// Way of a head that leaves at 0, with 5 m cables and default latencies:
//   sender's PHY 10,000 + cable 25,000 + switch's PHY 60,000         =  95,000: on edge 95 of the 1 GHz clock
//   + pipeline of 100 cycles                                         = 195,000: granted, leaves at once
//   + switch's PHY 10,000 + cable 25,000 + receiver's PHY 60,000     = 290,000
// Wire times: EDR 100 Gb/s = 80 ps a byte, HDR 200 Gb/s = 40 ps, NDR 400 Gb/s = 20 ps.
const Case cases[] = {
    {"edr 64", edr_4x, 64, 290'000, 5'120},       {"edr 538", edr_4x, 538, 290'000, 43'040},
    {"edr 4122", edr_4x, 4122, 290'000, 329'760}, {"hdr 64", hdr_4x, 64, 290'000, 2'560},
    {"hdr 538", hdr_4x, 538, 290'000, 21'520},    {"hdr 4122", hdr_4x, 4122, 290'000, 164'880},
    {"ndr 64", ndr_4x, 64, 290'000, 1'280},       {"ndr 538", ndr_4x, 538, 290'000, 10'760},
    {"ndr 4122", ndr_4x, 4122, 290'000, 82'440},
};

class UnloadedLatency : public ::testing::TestWithParam<Case> {};

TEST_P(UnloadedLatency, EqualsTheSumOfItsParts)
{
    const Case& c = GetParam();
    ProbeRig rig{2, SwitchConfig{}, LinkConfig{}, CableData{c.rate, 25_ns}};
    rig.probe(1).burst(1, 2, c.bytes, 1);
    rig.host.run();
    ASSERT_EQ(rig.probe(2).arrivals.size(), 1U);
    EXPECT_EQ(rig.probe(2).arrivals[0].head.count(), c.head);
    EXPECT_EQ(rig.probe(2).arrivals[0].tail.count(), c.head + c.wire);
}

TEST_P(UnloadedLatency, LineRateHoldsThroughTheSwitch)
{
    const Case& c = GetParam();
    LinkConfig link;
    link.fc_size = 0_B; // the cost of flow-control packets is a test of its own
    link.buffer = 131072_B;
    ProbeRig rig{2, SwitchConfig{}, link, CableData{c.rate, 25_ns}};
    // Packets of 64 B at NDR come faster than one lookup a cycle: 1,280 ps is still above the 1,000 ps
    // period.
    constexpr unsigned count = 2000;
    rig.probe(1).burst(1, 2, c.bytes, count);
    rig.host.run();
    ASSERT_EQ(rig.probe(2).arrivals.size(), count);
    const auto& a = rig.probe(2).arrivals;
    // Arrivals drift against the clock, so the first packets lose up to one cycle in all; then the wire has
    // no gaps, since a grant looks one cycle ahead.
    EXPECT_EQ((a.back().tail - a[count / 2].tail).count(), c.wire * (count - 1 - count / 2));
    EXPECT_LE((a.back().tail - a[0].tail).count(), c.wire * (count - 1) + 1'000);
}

INSTANTIATE_TEST_SUITE_P(RatesAndSizes, UnloadedLatency, ::testing::ValuesIn(cases), [](const auto& param) {
    std::string n = param.param.name;
    n[3] = '_';
    return n;
});

TEST(SwitchLatency, StoreAndForwardAddsThePacketTime)
{
    SwitchConfig config;
    config.switching = Switching::store_and_forward;
    ProbeRig rig{2, config, LinkConfig{}, CableData{ndr_4x, 25_ns}};
    rig.probe(1).burst(1, 2, 4122, 1);
    rig.host.run();
    ASSERT_EQ(rig.probe(2).arrivals.size(), 1U);
    // 95,000 + 82,440 = 177,440, next edge 178,000, + 100,000 + 95,000 = 373,000 at the head.
    EXPECT_EQ(rig.probe(2).arrivals[0].head.count(), 373'000U);
}

TEST(SwitchLatency, AFasterOutputWaitsUntilItCannotRunDry)
{
    ProbeRig rig{SwitchConfig{}, LinkConfig{}, {CableData{edr_4x, 25_ns}, CableData{ndr_4x, 25_ns}}};
    rig.probe(1).burst(1, 2, 4122, 1);
    rig.host.run();
    ASSERT_EQ(rig.probe(2).arrivals.size(), 1U);
    // The tail is through the pipeline at 195,000 + 329,760 = 524,760; at 400 Gb/s the packet takes 82,440,
    // so it leaves at 442,320, and its tail arrives 95,000 later.
    EXPECT_EQ(rig.probe(2).arrivals[0].tail.count(), 524'760U + 95'000U);
}

TEST(SwitchLatency, PipelineAndClockMoveIt)
{
    SwitchConfig config;
    config.pipeline = 50;
    config.clock = 500_MHz; // 50 cycles of 2 ns after the edge at 96,000
    ProbeRig rig{2, config, LinkConfig{}, CableData{ndr_4x, 25_ns}};
    rig.probe(1).burst(1, 2, 64, 1);
    rig.host.run();
    EXPECT_EQ(rig.probe(2).arrivals.at(0).head.count(), 96'000U + 100'000U + 95'000U);
}

} // namespace
} // namespace sharpsim::test
