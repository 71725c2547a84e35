// SPDX-License-Identifier: Apache-2.0
// UD: unicast, and multicast through a switch. A datagram has 34 bytes around its payload (DETH 8 more than
// RC), and 40 more with a GRH.
#include "ends.h"

namespace sharpsim::test {
namespace {

constexpr Lid group{0xC005};

struct DatagramTest : EndsTest {};

TEST_F(DatagramTest, UnicastReachesItsQueuePair)
{
    build(2, false, quiet_link());
    ends[1]->port.create_rc();
    const QpNumber from = ends[0]->port.create_ud();
    const QpNumber to = ends[1]->port.create_ud();
    ends[0]->port.post_datagram(from, Lid{2}, to, message_of(3, 100), 9);
    kernel.run();
    ASSERT_EQ(ends[1]->got.size(), 1U);
    EXPECT_EQ(ends[1]->got[0].qp, to);
    EXPECT_EQ(ends[1]->got[0].source, Lid{1});
    EXPECT_TRUE(holds_pattern(ends[1]->got[0].message));
    EXPECT_EQ(ends[1]->got[0].time, 77'680_ps); // 134 x 20 + 75'000
    ASSERT_EQ(ends[0]->sent.size(), 1U);
    EXPECT_EQ(ends[0]->sent[0].work, 9U);
    EXPECT_EQ(ends[0]->sent[0].time, 2'680_ps); // its tail has left
    expect_clean();
}

TEST_F(DatagramTest, MulticastReachesAllThatJoinedAndNotItsSender)
{
    build(5, true, quiet_link());
    std::vector<QpNumber> ud;
    for (const auto& e : ends)
        ud.push_back(e->port.create_ud());
    const QpNumber second = ends[1]->port.create_ud();
    for (const unsigned i :
         {0U, 1U, 2U}) // end 3 is reached and has not joined, end 4 has joined and is not reached
        ends[i]->port.join(ud[i], group);
    ends[1]->port.join(second, group);
    ends[4]->port.join(ud[4], group);
    PortMask mask;
    for (const unsigned i : {0U, 1U, 2U, 3U})
        mask.set(i);
    chip->set_mft(group, mask);

    for (std::uint64_t i = 0; i < 50; ++i)
        ends[0]->port.post_datagram(ud[0], group, TransportPort::multicast_qp, message_of(i, 1024, true), i);
    kernel.run();

    EXPECT_EQ(ends[0]->got.size(), 0U);
    EXPECT_EQ(ends[0]->sent.size(), 50U);
    EXPECT_EQ(ends[1]->got.size(), 100U);
    EXPECT_EQ(ends[2]->got.size(), 50U);
    EXPECT_EQ(ends[3]->got.size(), 0U);
    EXPECT_EQ(ends[3]->port.unwanted(), 50U);
    EXPECT_EQ(ends[4]->got.size(), 0U);
    EXPECT_EQ(ends[4]->port.unwanted(), 0U);
    for (std::size_t i = 0; i < 50; ++i) {
        const End::Got& g = ends[2]->got.at(i);
        EXPECT_EQ(g.message.tag, i);
        EXPECT_EQ(g.message.sharp.operation, i);
        EXPECT_EQ(g.message.sharp.length, 1024U);
        EXPECT_EQ(g.message.payload.size(), 1024U);
        EXPECT_TRUE(holds_pattern(g.message));
        EXPECT_EQ(ends[1]->got.at(2 * i).qp, ud[1]);
        EXPECT_EQ(ends[1]->got.at(2 * i + 1).qp, second);
    }
    // 50 times LRH 8, GRH 40, BTH 12, DETH 8, SHARP 32, 1024, ICRC 4, VCRC 2; in whole words each.
    EXPECT_EQ(ends[0]->port.port().counters.PortXmitData, 50U * (1130 / 4));
    EXPECT_EQ(ends[0]->port.port().counters.PortMulticastXmitPkts, 50U);
    expect_clean();
}

} // namespace
} // namespace sharpsim::test
