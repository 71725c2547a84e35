// SPDX-License-Identifier: Apache-2.0
// Buffers that hold one packet: who waits, for how long, and what it says.
#include <sstream>

#include "ends.h"

namespace sharpsim::test {
namespace {

// 66 blocks: one packet of the MTU. Credit comes back as soon as a block is free.
LinkConfig one_packet_link()
{
    LinkConfig link = quiet_link();
    link.buffer = Bytes{66 * 64};
    link.fc_watermark = Bytes{64};
    return link;
}

struct CreditTest : EndsTest {};

TEST_F(CreditTest, OnePacketARoundTrip)
{
    build(2, false, one_packet_link());
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.post_send(qa, message_of(0, 3 * 4096), 0);
    kernel.run();
    // A packet: 75'000 + 4122 x 20 = 157'440 to its tail, 75'000 for the credit's way back.
    // Two round trips and the last packet: 2 x 232'440 + 157'440.
    EXPECT_EQ(ends[1]->got.at(0).time, 622'320_ps);
    expect_clean();
}

TEST_F(CreditTest, BothWaysThroughASwitchWithoutDeadlock)
{
    build(3, true, one_packet_link());
    for (unsigned a = 0; a < 3; ++a) {
        const unsigned b = (a + 1) % 3;
        const auto [qa, qb] = connect(a, b);
        for (std::uint64_t i = 0; i < 10; ++i) {
            ends[a]->port.post_send(qa, message_of(i, 20'000), i);
            ends[b]->port.post_send(qb, message_of(i, 20'000), i);
        }
    }
    kernel.run();
    for (const auto& e : ends) {
        EXPECT_EQ(e->got.size(), 20U);
        EXPECT_EQ(e->sent.size(), 20U);
        for (const End::Got& g : e->got)
            EXPECT_TRUE(holds_pattern(g.message));
    }
    expect_clean();
}

TEST_F(CreditTest, ABlockedLaneDoesNotBlockTheOther)
{
    LinkConfig link = one_packet_link();
    link.vls = 2;
    build(2, false, link);
    const auto slow = connect(0, 1, 0);
    const auto fast = connect(0, 1, 1);
    ends[0]->port.post_send(slow.first, message_of(0, 2 * 4096), 0);
    ends[0]->port.post_send(slow.first, message_of(1, 4), 1);
    ends[0]->port.post_send(fast.first, message_of(2, 8), 2);
    kernel.run();
    // VL 0's second packet waits for credit; VL 1's goes right behind the first: (4122 + 34) x 20 + 75'000.
    ASSERT_EQ(ends[1]->got.size(), 3U);
    EXPECT_EQ(ends[1]->got[0].message.tag, 2U);
    EXPECT_EQ(ends[1]->got[0].time, 158'120_ps);
    EXPECT_EQ(ends[1]->got[1].message.tag, 0U);
    EXPECT_EQ(ends[1]->got[1].time, 389'880_ps); // 232'440 + 157'440
    expect_clean();
}

TEST_F(CreditTest, WaitingIsDescribed)
{
    build(2, false, one_packet_link());
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.set_first_psn(qa, 17, 0);
    ends[1]->port.set_first_psn(qb, 0, 17);
    for (std::uint64_t i = 0; i < 3; ++i)
        ends[0]->port.post_send(qa, message_of(i, 4096), i);
    kernel.run(200_ns);
    EXPECT_TRUE(ends[0]->port.waiting_for_credit());
    EXPECT_EQ(ends[0]->port.outstanding(), 3U);
    std::ostringstream os;
    ends[0]->port.describe_waiting(os);
    EXPECT_EQ(os.str(),
              "end0.port1: QP 0x40 to LID 2 QP 0x40: 2 messages to send, 1 not acknowledged (PSN 17..17), "
              "waits for credit on VL 0\n");
    kernel.run();
    std::ostringstream after;
    ends[0]->port.describe_waiting(after);
    EXPECT_EQ(after.str(), "");
    expect_clean();
}

} // namespace
} // namespace sharpsim::test
