// SPDX-License-Identifier: Apache-2.0
// One packet in, one copy out of every port of its multicast group but the one it came from.
#include <gtest/gtest.h>

#include "support/rig.h"

namespace sharpsim::test {
namespace {

const CableData cable{ndr_4x, 25_ns};

PortMask ports(std::initializer_list<unsigned> members)
{
    PortMask mask;
    for (const unsigned p : members)
        mask.set(p - 1);
    return mask;
}

void expect_conserved(ProbeRig& rig)
{
    const auto t = rig.sw.totals();
    EXPECT_EQ(t.received + t.copies, t.sent + t.queued + t.dropped);
    EXPECT_EQ(t.queued, 0U);
    EXPECT_EQ(rig.region.packets.alive(), 0U);
    for (unsigned p = 0; p < rig.sw.port_count(); ++p)
        EXPECT_EQ(rig.sw.port(p).used_blocks(0), 0U);
}

class Multicast : public ::testing::TestWithParam<Scheduler> {};

TEST_P(Multicast, EveryMemberButTheSenderGetsEachPacketOnce)
{
    SwitchConfig config;
    config.scheduler = GetParam();
    ProbeRig rig{6, config, LinkConfig{}, cable};
    rig.sw.set_mft(Lid{0xC003}, ports({1, 2, 4, 6}));
    rig.probe(1).burst(1, 0xC003, 1056, 200);
    rig.probe(3).burst(3, 2, 538, 100); // unicast into one of the members
    rig.host.run();
    EXPECT_EQ(rig.probe(1).arrivals.size(), 0U);
    EXPECT_EQ(rig.probe(2).arrivals.size(), 300U);
    EXPECT_EQ(rig.probe(4).arrivals.size(), 200U);
    EXPECT_EQ(rig.probe(6).arrivals.size(), 200U);
    EXPECT_EQ(rig.sw.totals().copies, 400U);
    EXPECT_EQ(rig.sw.port(0).counters.PortMulticastRcvPkts, 200U);
    expect_conserved(rig);
}

TEST_P(Multicast, IdleOutputsSendTheirCopiesAtTheSameTime)
{
    SwitchConfig config;
    config.scheduler = GetParam();
    ProbeRig rig{5, config, LinkConfig{}, cable};
    rig.sw.set_mft(Lid{0xC000}, ports({2, 3, 4, 5}));
    rig.probe(1).burst(1, 0xC000, 1056, 1);
    rig.host.run();
    for (unsigned p = 2; p <= 5; ++p)
        EXPECT_EQ(rig.probe(p).arrivals.at(0).head.count(), 290'000U);
    expect_conserved(rig);
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Multicast,
                         ::testing::Values(Scheduler::round_robin, Scheduler::islip, Scheduler::fifo,
                                           Scheduler::ideal));

TEST(Forwarding, UnknownDestinationsAreDroppedCountedAndTheirCreditComesBack)
{
    ProbeRig rig{3, SwitchConfig{}, LinkConfig{}, cable};
    rig.probe(1).burst(1, 77, 4122, 50);
    rig.probe(2).burst(2, 0xC009, 4122, 50);
    rig.host.run();
    EXPECT_EQ(rig.sw.totals().dropped, 100U);
    EXPECT_EQ(rig.sw.port(0).counters.PortRcvSwitchRelayErrors, 50U);
    EXPECT_EQ(rig.sw.port(1).counters.PortRcvSwitchRelayErrors, 50U);
    EXPECT_EQ(rig.probe(1).port().available_blocks(0), 1024U);
    expect_conserved(rig);
}

} // namespace
} // namespace sharpsim::test
