// SPDX-License-Identifier: Apache-2.0
#include "base/calendar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

#include "base/digest.h"
#include "base/random.h"

namespace sharpsim {
namespace {

using namespace literals;

using Event = std::tuple<std::uint64_t, Stage, std::uint32_t, std::uint32_t>;

class Recorder : public Actor {
public:
    explicit Recorder(Calendar& calendar) : calendar_{calendar} {}
    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override
    {
        events.emplace_back(calendar_.now().count(), stage, target, sub);
        payloads.push_back(payload);
        if (then)
            then(stage, target, sub);
    }
    std::vector<Event> events;
    std::vector<std::uint32_t> payloads;
    std::function<void(Stage, std::uint32_t, std::uint32_t)> then;

private:
    Calendar& calendar_;
};

class CalendarTest : public ::testing::TestWithParam<CalendarKind> {
protected:
    Calendar calendar{GetParam()};
    Recorder actor{calendar};
};

std::string error_of(const std::function<void()>& call)
{
    try {
        call();
    } catch (const ModelError& e) {
        return e.what();
    }
    return "accepted";
}

TEST_P(CalendarTest, RunsByTimeStageTargetSub)
{
    const std::uint32_t first = calendar.add_actor(actor, 100);
    EXPECT_EQ(first, 0U);
    std::vector<Event> wanted;
    RandomStream random{5, "events"};
    for (std::uint64_t time : {0ULL, 1ULL, 127ULL, 128ULL, 5'000'000ULL, 5'000'001ULL})
        for (int stage = 0; stage <= static_cast<int>(Stage::rtl); ++stage)
            for (std::uint32_t target : {0U, 1U, 99U})
                for (std::uint32_t sub : {0U, 15U})
                    wanted.emplace_back(time, static_cast<Stage>(stage), target, sub);
    std::vector<Event> shuffled = wanted;
    for (std::size_t i = shuffled.size(); i > 1; --i)
        std::swap(shuffled[i - 1], shuffled[random.below(i)]);
    std::uint32_t payload = 0;
    for (const auto& [time, stage, target, sub] : shuffled)
        calendar.push(Picoseconds{time}, stage, target, sub, payload++);
    calendar.run(never);
    EXPECT_EQ(actor.events, wanted); // the loops above stand in the order of the key
    for (std::size_t i = 0; i < wanted.size(); ++i)
        EXPECT_EQ(shuffled[actor.payloads[i]], wanted[i]);
    EXPECT_EQ(calendar.pushed(), wanted.size());
    EXPECT_EQ(calendar.popped(), wanted.size());
    EXPECT_TRUE(calendar.empty());
    EXPECT_EQ(calendar.next_time(), never);
}

TEST_P(CalendarTest, TargetsBelongToTheirActors)
{
    Recorder other{calendar};
    EXPECT_EQ(calendar.add_actor(actor, 200'000), 0U);
    EXPECT_EQ(calendar.add_actor(other), 200'000U);
    calendar.push(7_ps, Stage::host, 200'000, 2, 0);
    calendar.push(8_ps, Stage::host, 199'999, 1, 0);
    calendar.run(never);
    EXPECT_EQ(other.events, (std::vector<Event>{{7, Stage::host, 200'000, 2}}));
    EXPECT_EQ(actor.events, (std::vector<Event>{{8, Stage::host, 199'999, 1}}));
    EXPECT_NE(error_of([&] { calendar.add_actor(actor, 0xffffffff); }), "accepted");
}

TEST_P(CalendarTest, TheLimitIsNotReached)
{
    calendar.add_actor(actor);
    for (const std::uint64_t t : {10, 20, 30})
        calendar.push(Picoseconds{t}, Stage::wake, 0, 0, 0);
    calendar.run(20_ps);
    EXPECT_EQ(actor.events.size(), 1U);
    EXPECT_EQ(calendar.next_time(), 20_ps);
    EXPECT_EQ(calendar.now(), 10_ps);
    calendar.run(21_ps);
    EXPECT_EQ(actor.events.size(), 2U);
    calendar.push(25_ps, Stage::wake, 0, 0, 0);
    calendar.run(never);
    EXPECT_EQ(actor.events.size(), 4U);
}

TEST_P(CalendarTest, TheSameKeyTwiceIsAModelError)
{
    calendar.add_actor(actor, 9);
    calendar.push(50_ps, Stage::engine, 8, 3, 1);
    calendar.push(50_ps, Stage::engine, 8, 3, 2);
    const std::string error = error_of([&] { calendar.run(never); });
    EXPECT_NE(error.find("at 50 ps in calendar"), std::string::npos) << error;
    EXPECT_NE(error.find("stage 4, target 8, sub 3 came twice"), std::string::npos) << error;
}

TEST_P(CalendarTest, AnEntryThatRepeatsItselfAtOnceIsAModelError)
{
    calendar.add_actor(actor);
    actor.then = [&](Stage stage, std::uint32_t target, std::uint32_t sub) {
        calendar.push(calendar.now(), stage, target, sub, 0);
    };
    calendar.push(5_ps, Stage::wake, 0, 0, 0);
    EXPECT_NE(error_of([&] { calendar.run(never); }), "accepted");
    EXPECT_EQ(actor.events.size(), 1U);
}

TEST_P(CalendarTest, ThePastIsAModelError)
{
    calendar.add_actor(actor);
    std::string error;
    actor.then = [&](Stage, std::uint32_t, std::uint32_t) {
        error = error_of([&] { calendar.push(99_ps, Stage::host, 0, 4, 0); });
    };
    calendar.push(100_ps, Stage::wake, 0, 0, 0);
    calendar.run(never);
    EXPECT_NE(error.find("at 100 ps in calendar"), std::string::npos) << error;
    EXPECT_NE(error.find("stage 6, target 0, sub 4 asked for 99 ps"), std::string::npos) << error;
}

TEST_P(CalendarTest, ASubThatDoesNotFitIsAModelError)
{
    calendar.add_actor(actor, 2);
    EXPECT_NE(error_of([&] { calendar.push(1_ps, Stage::host, 0, 16, 0); }), "accepted");
    EXPECT_TRUE(calendar.empty());
}

TEST_P(CalendarTest, LeavingEndsTheRunAfterTheCurrentEntry)
{
    calendar.add_actor(actor);
    actor.then = [&](Stage, std::uint32_t, std::uint32_t sub) {
        if (sub == 1)
            calendar.touch_kernel();
    };
    for (std::uint32_t sub = 0; sub < 4; ++sub)
        calendar.push(5_ps, Stage::wake, 0, sub, 0);
    calendar.begin_drain(0_ps);
    calendar.run(never);
    EXPECT_EQ(actor.events.size(), 2U);
    EXPECT_TRUE(calendar.leaving());
    calendar.end_drain();
    calendar.begin_drain(0_ps);
    calendar.run(never);
    calendar.end_drain();
    EXPECT_EQ(actor.events.size(), 4U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, CalendarTest, ::testing::Values(CalendarKind::wheel, CalendarKind::heap),
                         [](const auto& kind) {
                             return kind.param == CalendarKind::wheel ? "wheel" : "heap";
                         });

// A random model that pushes from its own events: both kinds give the same history.
TEST(CalendarKinds, GiveTheSameHistory)
{
    const auto history = [](CalendarKind kind, std::uint64_t seed) {
        Calendar calendar{kind};
        Recorder actor{calendar};
        calendar.add_actor(actor, 1000);
        std::uint64_t left = 200'000;
        actor.then = [&](Stage, std::uint32_t target, std::uint32_t) {
            // Drawn from where and when it is, so that a different order would draw differently.
            RandomStream random{seed, "model", calendar.now().count() * 1000 + target};
            for (std::uint64_t n = random.below(3); n > 0 && left > 0; --n, --left) {
                const auto to = static_cast<std::uint32_t>(random.below(1000));
                // So many times, stages and targets that no key comes twice with these seeds.
                const std::uint64_t delay = 1 + random.below(3'000'000);
                calendar.push(calendar.now() + Picoseconds{delay}, static_cast<Stage>(random.below(12)), to,
                              static_cast<std::uint32_t>(random.below(16)), 0);
            }
        };
        for (std::uint32_t t = 0; t < 1000; ++t)
            calendar.push(Picoseconds{t}, Stage::source, t, 0, 0);
        calendar.run(never);
        Digest digest;
        std::uint64_t index = 0;
        for (const auto& [time, stage, target, sub] : actor.events)
            digest.add(time, index++, (static_cast<std::uint64_t>(stage) << 40) | (target << 4) | sub);
        EXPECT_GT(actor.events.size(), 5000U);
        return digest.text();
    };
    for (std::uint64_t seed = 1; seed <= 5; ++seed)
        EXPECT_EQ(history(CalendarKind::wheel, seed), history(CalendarKind::heap, seed)) << seed;
    EXPECT_NE(history(CalendarKind::wheel, 1), history(CalendarKind::wheel, 2));
}

} // namespace
} // namespace sharpsim
