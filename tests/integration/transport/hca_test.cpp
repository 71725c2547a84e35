// SPDX-License-Identifier: Apache-2.0
// Two hosts behind one switch. Times: a post of at most 236 B takes 175 + 137 ns to the wire, a longer one
// 364 ns more; an arrival takes 240 + 62 ns to software. Between the ports: see cable_test.cpp.
#include "ends.h"
#include "hca/hca.h"

namespace sharpsim::test {
namespace {

struct Software : HostClient {
    struct Note {
        Picoseconds time;
        char kind; // receive, completion, timer
        std::uint64_t number;
    };
    void on_receive(QpNumber, Lid, Message&& message) override
    {
        EXPECT_TRUE(holds_pattern(message));
        notes.push_back({hca->now(), 'r', message.tag});
    }
    void on_completion(QpNumber, std::uint64_t work) override { notes.push_back({hca->now(), 'c', work}); }
    void on_timer(std::uint64_t token) override
    {
        notes.push_back({hca->now(), 't', token});
        if (token == chained)
            hca->after(Picoseconds{0}, token + 1);
    }
    std::string kinds() const
    {
        std::string s;
        for (const Note& n : notes)
            s += n.kind + std::to_string(n.number) + " ";
        return s;
    }
    Hca* hca{nullptr};
    std::uint64_t chained{~std::uint64_t{0}};
    std::vector<Note> notes;
};

class HcaTest : public ::testing::Test {
protected:
    HcaTest()
    {
        Port::connect(a.port(), chip.port(0));
        Port::connect(b.port(), chip.port(1));
        chip.set_lft({Switch::no_path, 1, 2});
        qa = a.transport().create_rc();
        qb = b.transport().create_rc();
        a.transport().connect(qa, Lid{2}, qb);
        b.transport().connect(qb, Lid{1}, qa);
        on_a.hca = &a;
        on_b.hca = &b;
        a.set_client(&on_a);
        b.set_client(&on_b);
    }
    Region region;
    KernelHost kernel{"kernel", region.calendar};
    LinkConfig link{quiet_link()};
    Switch chip{"switch", region, SwitchConfig{}, link, {one_metre, one_metre}};
    Hca a{"a", region, HcaConfig{}, Lid{1}, link, one_metre};
    Hca b{"b", region, HcaConfig{}, Lid{2}, link, one_metre};
    QpNumber qa;
    QpNumber qb;
    Software on_a;
    Software on_b;
};

TEST_F(HcaTest, UnloadedEightBytes)
{
    a.post_send(qa, message_of(5, 8), 11, true);
    kernel.run();
    // 312'000 to the wire; head at the switch 387'000, an edge; out at 487'000; 75'000; 34 B x 20; 302'000.
    ASSERT_EQ(on_b.kinds(), "r5 ");
    EXPECT_EQ(on_b.notes[0].time, 864'680_ps);
    // The acknowledgement leaves at 562'680, is at the switch at 637'680, out at 738'000; 75'000; 30 B x 20;
    // 302'000.
    ASSERT_EQ(on_a.kinds(), "c11 ");
    EXPECT_EQ(on_a.notes[0].time, 1'115'600_ps);
    EXPECT_EQ(region.packets.alive(), 0U);
}

// The same from 2 us, where the kernel stands after a run without any event.
TEST_F(HcaTest, PostsAndTimersAfterAPauseBeginThen)
{
    kernel.run(2_us);
    a.post_send(qa, message_of(5, 8), 11, true);
    b.after(400_ns, 7);
    kernel.run();
    ASSERT_EQ(on_b.kinds(), "t7 r5 ");
    EXPECT_EQ(on_b.notes[0].time, 2'400'000_ps);
    EXPECT_EQ(on_b.notes[1].time, 2'864'680_ps);
    ASSERT_EQ(on_a.kinds(), "c11 ");
    EXPECT_EQ(on_a.notes[0].time, 3'115'600_ps);
}

TEST_F(HcaTest, ALongerMessageIsFetched)
{
    a.post_send(qa, message_of(5, 237), 0, false);
    kernel.run();
    // 676'000 to the wire; 751'000, 851'000; 75'000; (240 + 26) x 20; 302'000.
    ASSERT_EQ(on_b.kinds(), "r5 ");
    EXPECT_EQ(on_b.notes[0].time, 1'233'320_ps);
    EXPECT_EQ(on_a.kinds(), ""); // not signalled
}

TEST_F(HcaTest, PostsDoNotOvertakeAFetch)
{
    a.post_send(qa, message_of(0, 5000), 0, true);
    a.post_send(qa, message_of(1, 8), 1, false);
    a.post_send(qa, message_of(2, 8), 2, true);
    EXPECT_EQ(a.posts_under_way(), 3U);
    kernel.run();
    EXPECT_EQ(on_b.kinds(), "r0 r1 r2 ");
    EXPECT_EQ(on_a.kinds(), "c0 c2 ");
    EXPECT_EQ(a.posts_under_way(), 0U);
    EXPECT_EQ(b.arrivals_under_way(), 0U);
}

TEST_F(HcaTest, TimersComeInTimeAndThenInOrder)
{
    on_a.chained = 3;
    a.after(30_ns, 0);
    a.after(10_ns, 1); // earlier than what is armed
    a.after(30_ns, 2);
    a.after(10_ns, 3); // its chained one is due at once
    a.after(0_ps, 5);
    kernel.run();
    EXPECT_EQ(on_a.kinds(), "t5 t1 t3 t4 t0 t2 ");
    const std::vector<Picoseconds> times{0_ps, 10'000_ps, 10'000_ps, 10'000_ps, 30'000_ps, 30'000_ps};
    for (std::size_t i = 0; i < times.size(); ++i)
        EXPECT_EQ(on_a.notes.at(i).time, times[i]) << i;
}

TEST_F(HcaTest, ReducesAtItsRate)
{
    EXPECT_EQ(a.reduce_time(0), 0_ps);
    EXPECT_EQ(a.reduce_time(1), 100_ps); // 80 Gb/s
    EXPECT_EQ(a.reduce_time(1U << 20), 104'857'600_ps);
}

} // namespace
} // namespace sharpsim::test
