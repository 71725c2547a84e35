// SPDX-License-Identifier: Apache-2.0
// Two ends on one cable: segmentation, times, PSNs. Lengths: a SEND packet has 26 bytes around its padded
// payload (LRH 8, BTH 12, ICRC 4, VCRC 2), an acknowledgement 30 (AETH 4); SHARP's header adds 32. Times:
// sender's PHY 10 ns + cable 5 ns + receiver's PHY 60 ns = 75'000 ps from head to head, 20 ps a byte.
#include "base/error.h"
#include "ends.h"

namespace sharpsim::test {
namespace {

struct CableTest : EndsTest {
    struct Idle final : Actor {
        void on_event(Stage, std::uint32_t, std::uint32_t, std::uint32_t) override {}
    };
    Idle actor;

    void exchange_all_sizes(bool with_switch)
    {
        build(2, with_switch, LinkConfig{});
        const auto [qa, qb] = connect(0, 1);
        const std::vector<std::size_t> sizes{0, 1, 4095, 4096, 4097, (1U << 20) + 1};
        std::vector<Payload> buffers;
        std::uint64_t packets = 0;
        std::uint64_t tag = 0;
        for (const bool sharp : {false, true})
            for (const std::size_t bytes : sizes) {
                Message m = message_of(tag, bytes, sharp);
                buffers.push_back(m.payload);
                ends[0]->port.post_send(qa, std::move(m), tag++);
                const std::size_t all = bytes + (sharp ? 32 : 0);
                packets += std::max<std::size_t>(1, (all + 4095) / 4096);
            }
        kernel.run();
        const std::vector<End::Got>& got = ends[1]->got;
        ASSERT_EQ(got.size(), 2 * sizes.size());
        for (std::size_t i = 0; i < got.size(); ++i) {
            EXPECT_EQ(got[i].qp, qb);
            EXPECT_EQ(got[i].source, Lid{1});
            EXPECT_EQ(got[i].message.tag, i);
            EXPECT_EQ(got[i].message.has_sharp, i >= sizes.size());
            EXPECT_EQ(got[i].message.payload.size(), sizes[i % sizes.size()]);
            EXPECT_TRUE(holds_pattern(got[i].message)) << sizes[i % sizes.size()];
            if (got[i].message.has_sharp) {
                EXPECT_EQ(got[i].message.sharp.operation, i);
            }
            EXPECT_EQ(got[i].message.payload.data(), buffers[i].data()) << "copied on the way";
            EXPECT_EQ(ends[0]->sent[i].work, i);
        }
        EXPECT_EQ(ends[0]->port.port().counters.PortXmitPkts, packets);
        EXPECT_EQ(ends[1]->port.port().counters.PortXmitPkts, got.size()); // an acknowledgement a message
        expect_clean();
    }
};

TEST_F(CableTest, AllSizesArriveByteForByte) { exchange_all_sizes(false); }
TEST_F(CableTest, AllSizesArriveThroughASwitch) { exchange_all_sizes(true); }

TEST_F(CableTest, UnloadedTimesAreSums)
{
    build(2, false, quiet_link());
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.post_send(qa, message_of(0, 8), 7);
    kernel.run(1_us);
    // 75'000 + (8 + 26) x 20.
    ASSERT_EQ(ends[1]->got.size(), 1U);
    EXPECT_EQ(ends[1]->got[0].time, 75'680_ps);
    // Back: 75'680 + 75'000 + 30 x 20.
    ASSERT_EQ(ends[0]->sent.size(), 1U);
    EXPECT_EQ(ends[0]->sent[0].time, 151'280_ps);
    EXPECT_EQ(ends[0]->sent[0].work, 7U);

    // From 1 us: (4096 + 26) x 20 + (1 + 3 + 26) x 20 + 75'000 = 158'040.
    ends[1]->port.post_send(qb, message_of(1, 4097), 8);
    kernel.run(2_us);
    ASSERT_EQ(ends[0]->got.size(), 1U);
    EXPECT_EQ(ends[0]->got[0].time, 1'158'040_ps);
}

// Between two runs the kernel stands past the last event: what is posted then leaves then, not in the past.
TEST_F(CableTest, PostsAfterAPauseLeaveAtTheKernelsTime)
{
    build(2, false, quiet_link());
    const auto [qa, qb] = connect(0, 1);
    const QpNumber from = ends[0]->port.create_ud();
    const QpNumber to = ends[1]->port.create_ud();
    kernel.run(1_us);
    ends[0]->port.post_send(qa, message_of(0, 8), 0);
    kernel.run(2_us);
    // DETH: 8 bytes more than a SEND.
    ends[0]->port.post_datagram(from, Lid{2}, to, message_of(1, 8), 1);
    kernel.run(3_us);
    ASSERT_EQ(ends[1]->got.size(), 2U);
    EXPECT_EQ(ends[1]->got[0].time, 1'075'680_ps);
    EXPECT_EQ(ends[1]->got[1].time, 2'075'840_ps);
}

TEST_F(CableTest, EntriesBeforeTheKernelsTimeAreRefused)
{
    build(2, false, quiet_link());
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.post_send(qa, message_of(0, 8), 0);
    kernel.run(1_us);
    ASSERT_EQ(region.calendar.now(), 151'280_ps);
    const std::uint32_t target = region.calendar.add_actor(actor);
    for (const Picoseconds time : {151'280_ps, 999'999_ps})
        EXPECT_THROW(region.calendar.push(time, Stage::host, target, 0, 0), ModelError);
    region.calendar.push(1'000'000_ps, Stage::host, target, 1, 0);
}

TEST_F(CableTest, UnloadedTimeThroughASwitch)
{
    build(2, true, quiet_link());
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.post_send(qa, message_of(0, 8), 0);
    kernel.run();
    // Head at the switch 75'000, which is an edge of 1 GHz; 100 cycles; again 75'000; 34 B x 20.
    EXPECT_EQ(ends[1]->got.at(0).time, 250'680_ps);
    // The acknowledgement's head is there at 325'680: edge 326'000, + 100'000 + 75'000 + 600.
    EXPECT_EQ(ends[0]->sent.at(0).time, 501'600_ps);
}

TEST_F(CableTest, SharpHeaderCountsTowardsTheMtu)
{
    build(2, false, LinkConfig{});
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.post_send(qa, message_of(0, 4096 - 32, true), 0);
    kernel.run(1_us);
    EXPECT_EQ(ends[0]->port.port().counters.PortXmitPkts, 1U);
    ends[0]->port.post_send(qa, message_of(1, 4096 - 31, true), 1);
    kernel.run(2_us);
    EXPECT_EQ(ends[0]->port.port().counters.PortXmitPkts, 3U);
    EXPECT_TRUE(holds_pattern(ends[1]->got.at(1).message));
}

TEST_F(CableTest, SizesTravelWithoutBytes)
{
    build(2, false, LinkConfig{});
    const auto [qa, qb] = connect(0, 1);
    Message m;
    m.payload = Payload::sized(100'000);
    ends[0]->port.post_send(qa, m, 0);
    kernel.run();
    EXPECT_EQ(ends[1]->got.at(0).message.payload.size(), 100'000U);
    EXPECT_FALSE(ends[1]->got.at(0).message.payload.has_bytes());
    EXPECT_EQ(ends[0]->port.port().counters.PortXmitPkts, 25U);
    expect_clean();
}

TEST_F(CableTest, PacketSequenceNumbersWrap)
{
    build(2, false, LinkConfig{});
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.set_first_psn(qa, 0xFFFFFD, 0);
    ends[1]->port.set_first_psn(qb, 0, 0xFFFFFD);
    for (std::uint64_t i = 0; i < 20; ++i)
        ends[0]->port.post_send(qa, message_of(i, 3 * 4096), i); // PSN 0 is within the second
    kernel.run();
    ASSERT_EQ(ends[1]->got.size(), 20U);
    ASSERT_EQ(ends[0]->sent.size(), 20U);
    for (std::size_t i = 0; i < 20; ++i) {
        EXPECT_TRUE(holds_pattern(ends[1]->got[i].message));
        EXPECT_EQ(ends[0]->sent[i].work, i);
        // Only by its own acknowledgement, after its own arrival.
        EXPECT_GT(ends[0]->sent[i].time, ends[1]->got[i].time);
    }
    expect_clean();
}

TEST_F(CableTest, PacketOutOfSequenceIsAFault)
{
    build(2, false, LinkConfig{});
    const auto [qa, qb] = connect(0, 1);
    ends[0]->port.set_first_psn(qa, 17, 0);
    ends[1]->port.set_first_psn(qb, 0, 16);
    ends[0]->port.post_send(qa, message_of(0, 8), 0);
    try {
        kernel.run();
        FAIL() << "PSN 17 was taken for 16";
    } catch (const ModelError& e) {
        const std::string text = e.what();
        EXPECT_NE(text.find("received PSN 17"), std::string::npos) << text;
        EXPECT_NE(text.find("expected PSN 16"), std::string::npos) << text;
        EXPECT_NE(text.find("end1.port1"), std::string::npos) << text;
    }
}

TEST_F(CableTest, QueuePairsTakeTurnsByPacket)
{
    build(2, false, quiet_link());
    const auto first = connect(0, 1);
    const auto second = connect(0, 1);
    ends[0]->port.post_send(first.first, message_of(0, 10 * 4096), 0);
    ends[0]->port.post_send(second.first, message_of(1, 4096), 1);
    kernel.run();
    // The short message is the second packet on the wire: 2 x 4122 x 20 + 75'000.
    ASSERT_EQ(ends[1]->got.size(), 2U);
    EXPECT_EQ(ends[1]->got[0].message.tag, 1U);
    EXPECT_EQ(ends[1]->got[0].time, 239'880_ps);
    // The long one fills the wire: 11 x 82'440 + 75'000.
    EXPECT_EQ(ends[1]->got[1].time, 981'840_ps);
}

} // namespace
} // namespace sharpsim::test
