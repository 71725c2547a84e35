// SPDX-License-Identifier: Apache-2.0
// Credit-based flow control: what stops, what heals, and that nothing is lost.
#include <sstream>

#include <gtest/gtest.h>

#include "support/rig.h"

namespace sharpsim::test {
namespace {

const CableData cable{ndr_4x, 25_ns};

TEST(Credits, WithFlowControlCutAPortStopsAtExactlyTheBuffer)
{
    LinkConfig link;
    link.fc_drop_count = ~std::uint64_t{0};
    ProbeRig rig{2, SwitchConfig{}, link, cable};
    rig.probe(1).burst(1, 2, 4122, 100);
    rig.host.run(1_ms);
    // 65,536 B are 1024 blocks; a packet of 4122 B takes 65: 15 packets fit, as well into the switch as
    // behind it.
    EXPECT_EQ(rig.probe(1).sent, 15U);
    EXPECT_EQ(rig.probe(2).arrivals.size(), 15U);
    EXPECT_FALSE(rig.probe(1).port().can_send(0, 65));
    EXPECT_TRUE(rig.probe(1).port().can_send(0, 1024 - 15 * 65));
}

TEST(Credits, AReceiverThatNeverDrainsStopsTheSwitchAndTheReportNamesThePort)
{
    ProbeRig rig{2, SwitchConfig{}, LinkConfig{}, cable};
    rig.probe(2).drain = false;
    rig.probe(1).burst(1, 2, 4122, 100);
    rig.host.run(1_ms);
    EXPECT_EQ(rig.probe(2).arrivals.size(), 15U); // its buffer
    EXPECT_EQ(rig.probe(1).sent, 30U);            // and the switch's
    std::ostringstream report;
    rig.sw.describe_blocked(report);
    EXPECT_NE(report.str().find("sw.port2: VL 0 holds 15 packets for it"), std::string::npos) << report.str();
    EXPECT_NE(report.str().find("needs 65 blocks of credit, 49 granted"), std::string::npos) << report.str();
}

class OneLostFlowControl : public ::testing::TestWithParam<unsigned> {};

TEST_P(OneLostFlowControl, Heals)
{
    LinkConfig link;
    link.fc_drop_first = GetParam();
    link.fc_drop_count = 1;
    ProbeRig rig{2, SwitchConfig{}, link, cable};
    rig.probe(1).burst(1, 2, 4122, 500);
    rig.host.run();
    EXPECT_EQ(rig.probe(2).arrivals.size(), 500U);
    EXPECT_EQ(rig.probe(2).port().flow_control_lost(), 1U);
    EXPECT_EQ(rig.region.packets.alive(), 0U);
    EXPECT_EQ(rig.sw.port(0).used_blocks(0), 0U);
}

INSTANTIATE_TEST_SUITE_P(Nth, OneLostFlowControl, ::testing::Values(0U, 1U, 7U, 100U));

TEST(Credits, EveryCreditComesBackAfterTheTraffic)
{
    ProbeRig rig{2, SwitchConfig{}, LinkConfig{}, cable};
    rig.probe(1).burst(1, 2, 4122, 37);
    rig.host.run();
    EXPECT_EQ(rig.probe(1).port().available_blocks(0), 1024U);
    EXPECT_EQ(rig.sw.port(1).available_blocks(0), 1024U);
}

TEST(Credits, ABufferOfOnePacketLosesNothingAndDoesNotStick)
{
    LinkConfig link;
    link.buffer = Bytes{66 * 64};
    link.vls = 2;
    TrafficConfig traffic;
    traffic.load = 1.0;
    traffic.packet_bytes = 4122_B;
    traffic.duration = 200_us;
    TrafficRig rig{8, SwitchConfig{}, link, cable, traffic};
    rig.host.run();
    const auto t = rig.totals();
    EXPECT_GT(t.injected, 200U); // one packet a period of 3 us and port at most
    EXPECT_EQ(t.injected, t.delivered);
    EXPECT_EQ(rig.region.packets.alive(), 0U);
}

TEST(Credits, XmitWaitIsTheTimeWithAPacketAndNoCredit)
{
    LinkConfig link;
    link.buffer = Bytes{66 * 64}; // one packet
    link.fc_watermark = 64_B;
    ProbeRig rig{3, SwitchConfig{}, link, cable};
    rig.probe(1).burst(1, 2, 4122, 1);
    rig.probe(3).burst(3, 2, 4122, 1);
    rig.host.run();
    ASSERT_EQ(rig.probe(2).arrivals.size(), 2U);
    // The first leaves at 195,000 and ends at 277,440; it is in the receiver's buffer and out of it at
    // 372,440; the flow-control packet is back 95,000 later, and the next edge is at 468,000.
    EXPECT_EQ(rig.probe(2).arrivals[1].head.count(), 468'000U + 95'000U);
    EXPECT_EQ(rig.sw.port(1).counters.xmit_wait.count(), 468'000U - 277'440U);
    EXPECT_EQ(rig.sw.port(0).counters.xmit_wait.count(), 0U);
}

TEST(Credits, LineRateHoldsAtNdrWithDefaultSettings)
{
    ProbeRig rig{2, SwitchConfig{}, LinkConfig{}, cable};
    constexpr unsigned count = 5000;
    rig.probe(1).burst(1, 2, 4122, count);
    rig.host.run();
    const auto& a = rig.probe(2).arrivals;
    ASSERT_EQ(a.size(), count);
    const double time = static_cast<double>((a.back().tail - a.front().tail).count());
    const double share = 82'440.0 * (count - 1) / time;
    EXPECT_GT(share, 0.995); // flow-control packets of the reverse traffic take a little of the wire
    EXPECT_LE(share, 1.0);
}

TEST(Credits, AShortCreditLoopBoundsTheRateAsTheFormulaSays)
{
    // Throughput = min(1, floor(B/b) * T_packet / T_loop); with the watermark at one packet a credit's loop
    // is: tail out of the receiver's buffer (as it arrives) - flow-control packet - back to the sender.
    LinkConfig link;
    link.buffer = Bytes{4 * 65 * 64};
    link.fc_watermark = 64_B;
    const CableData far{ndr_4x, 1_us}; // 200 m
    ProbeRig rig{2, SwitchConfig{}, link, far};
    constexpr unsigned count = 1000;
    rig.probe(1).burst(1, 2, 4122, count);
    rig.host.run();
    const auto& a = rig.probe(2).arrivals;
    ASSERT_EQ(a.size(), count);
    // Sender to switch, the longer of the two loops: 10 + 1000 + 60 ns to the buffer, 100 ns pipeline, 82.44
    // ns until the tail has left it, 0.16 ns flow-control packet, 1070 ns back.
    const double loop = 1'070'000.0 + 100'000.0 + 82'440.0 + 160.0 + 1'070'000.0;
    const double expected = 4 * 82'440.0 / loop;
    const double time = static_cast<double>((a.back().tail - a[100].tail).count());
    const double share = 82'440.0 * (count - 101) / time;
    EXPECT_NEAR(share, expected, 0.01 * expected);
}

TEST(Credits, ThePeriodAloneStarvesASmallBuffer)
{
    LinkConfig link;
    link.buffer = Bytes{16 * 65 * 64};
    link.fc_watermark = 131072_B; // never reached: only the period returns credit
    ProbeRig rig{2, SwitchConfig{}, link, cable};
    rig.probe(1).burst(1, 2, 4122, 200);
    rig.host.run();
    ASSERT_EQ(rig.probe(2).arrivals.size(), 200U);
    // 16 packets in each period of 3 us, against 1.3 us on the wire.
    const auto last = rig.probe(2).arrivals.back().tail.count();
    EXPECT_GT(last, 200U / 16U * 3'000'000U - 3'000'000U);
    EXPECT_LT(last, 200U / 16U * 3'000'000U + 4'000'000U);
}

} // namespace
} // namespace sharpsim::test
