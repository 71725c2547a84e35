// SPDX-License-Identifier: Apache-2.0
#include "reduction/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "oracle/fold.h"
#include "unit/reduction/engine_bench.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::reduction;
using sharpsim::test::Done;
using sharpsim::test::EngineBench;
using sharpsim::test::pattern;

constexpr BackEnd back_ends[] = {BackEnd::model, BackEnd::rtl, BackEnd::lockstep};

class EngineTimes : public ::testing::TestWithParam<BackEnd> {
protected:
    EngineTimes() { config.back_end = GetParam(); }
    ReductionConfig config; // 1 GHz, one ALU of 64 bytes, depth 6, interval 1: one edge is 1000 ps
};

// 1024 bytes are 16 beats: issued at edges 0..15, the last result is written at edge 15 + 6.
TEST_P(EngineTimes, OneOperand)
{
    EngineBench b{config};
    b.fold_at(0, b.open(Type::float32, Operator::sum, 1024), pattern(Type::float32, 1024, 0), true, 7);
    EXPECT_EQ(b.run(), (std::vector<Done>{{7, 21000}}));
    EXPECT_EQ(b.engine.beats_reduced(), 16U);
    EXPECT_EQ(b.engine.busy_cycles(0), Cycles{16});
    EXPECT_EQ(b.engine.hazard_cycles(0), Cycles{0});
    EXPECT_EQ(b.engine.folds(), 1U);
}

TEST_P(EngineTimes, StartsAtTheNextClockEdge)
{
    EngineBench b{config};
    b.fold_at(5001, b.open(Type::float32, Operator::sum, 8), pattern(Type::float32, 8, 0), true, 1);
    EXPECT_EQ(b.run(), (std::vector<Done>{{1, 12000}})); // issued at edge 6, written at edge 12
}

TEST_P(EngineTimes, EdgesOfAFractionalClockDoNotDrift)
{
    config.clock = Hertz{1'200'000'000}; // edge n at ceil(n * 833.33) ps
    EngineBench b{config};
    b.fold_at(1, b.open(Type::float32, Operator::sum, 1024), pattern(Type::float32, 1024, 0), true, 1);
    EXPECT_EQ(b.run(), (std::vector<Done>{{1, 18334}})); // edge 1 + 15 + 6 = 22
}

// One beat each: the second waits until the first is written, edge 6; done at 12, 18.
TEST_P(EngineTimes, OperandsOfOneAccumulatorWaitForEachOther)
{
    EngineBench b{config};
    const AccRef acc = b.open(Type::int32, Operator::sum, 64);
    for (std::uint32_t i = 0; i < 3; ++i)
        b.fold_at(0, acc, pattern(Type::int32, 64, i), i == 0, i);
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 6000}, {1, 12000}, {2, 18000}}));
    EXPECT_EQ(b.engine.busy_cycles(0), Cycles{13});   // edges 0..12
    EXPECT_EQ(b.engine.hazard_cycles(0), Cycles{10}); // 1..5, 7..11
}

TEST_P(EngineTimes, OperandsOfDifferentAccumulatorsFollowEachOther)
{
    EngineBench b{config};
    for (std::uint32_t i = 0; i < 3; ++i)
        b.fold_at(0, b.open(Type::int32, Operator::sum, 64), pattern(Type::int32, 64, i), true, i);
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 6000}, {1, 7000}, {2, 8000}}));
}

// With 16 beats the pipeline is never empty: the second operand issues at 16..31, written at 37.
TEST_P(EngineTimes, LongOperandsHideTheHazard)
{
    EngineBench b{config};
    const AccRef acc = b.open(Type::int32, Operator::sum, 1024);
    b.fold_at(0, acc, pattern(Type::int32, 1024, 0), true, 0);
    b.fold_at(0, acc, pattern(Type::int32, 1024, 1), false, 1);
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 21000}, {1, 37000}}));
    EXPECT_EQ(b.engine.hazard_cycles(0), Cycles{0});
}

TEST_P(EngineTimes, TwoAlusWorkSideBySide)
{
    config.alus = 2;
    EngineBench b{config};
    const AccRef one = b.open(Type::int32, Operator::sum, 1024);
    const AccRef two = b.open(Type::int32, Operator::sum, 1024);
    b.fold_at(0, one, pattern(Type::int32, 1024, 0), true, 0);  // ALU 0, edges 0..15
    b.fold_at(0, two, pattern(Type::int32, 1024, 1), true, 1);  // ALU 1, edges 0..15
    b.fold_at(0, two, pattern(Type::int32, 1024, 2), false, 2); // ALU 0, edges 16..31
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 21000}, {1, 21000}, {2, 37000}}));
    EXPECT_EQ(b.engine.busy_cycles(0), Cycles{32});
    EXPECT_EQ(b.engine.busy_cycles(1), Cycles{16});
}

// The second operand gets ALU 1 at once, but beat k follows beat k of the first by six edges.
TEST_P(EngineTimes, HazardsHoldAcrossAlus)
{
    config.alus = 2;
    EngineBench b{config};
    const AccRef acc = b.open(Type::int32, Operator::sum, 1024);
    b.fold_at(0, acc, pattern(Type::int32, 1024, 0), true, 0);
    b.fold_at(0, acc, pattern(Type::int32, 1024, 1), false, 1);
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 21000}, {1, 27000}}));
    EXPECT_EQ(b.engine.busy_cycles(1), Cycles{22});
    EXPECT_EQ(b.engine.hazard_cycles(1), Cycles{6});
}

TEST_P(EngineTimes, AnEmptyOperandTakesOneBeat)
{
    EngineBench b{config};
    b.fold_at(0, b.open(Type::int32, Operator::sum, 0), Payload{}, true, 3);
    EXPECT_EQ(b.run(), (std::vector<Done>{{3, 6000}}));
    EXPECT_EQ(b.engine.beats_reduced(), 1U);
}

TEST_P(EngineTimes, NothingIsLeftInTheCalendarWhenIdle)
{
    EngineBench b{config};
    b.fold_at(0, b.open(Type::int32, Operator::sum, 256), pattern(Type::int32, 256, 0), true, 0);
    b.fold_at(1'000'000, b.open(Type::int32, Operator::sum, 256), pattern(Type::int32, 256, 0), true, 1);
    b.run();
    EXPECT_TRUE(b.region.calendar.empty());
    // Two calls, two completions; with RTL also the edges at which it holds work: 4 beats and 5 more, twice.
    EXPECT_EQ(b.region.calendar.pushed(), GetParam() == BackEnd::model ? 4U : 4U + 18U);
}

INSTANTIATE_TEST_SUITE_P(BackEnds, EngineTimes, ::testing::ValuesIn(back_ends), [](const auto& i) {
    return std::string{i.param == BackEnd::model ? "model" : i.param == BackEnd::rtl ? "rtl" : "lockstep"};
});

TEST(EngineModel, FewerLanesMeanMoreBeats)
{
    ReductionConfig config;
    config.lanes = built_lanes / 2;
    EngineBench b{config};
    b.fold_at(0, b.open(Type::float32, Operator::sum, 1024), pattern(Type::float32, 1024, 0), true, 0);
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 37000}})); // 32 beats
    EXPECT_EQ(b.engine.beats_reduced(), 32U);
}

TEST(EngineModel, IntervalAndDepth)
{
    ReductionConfig config;
    config.interval = 2;
    config.depth = 9;
    EngineBench b{config};
    b.fold_at(0, b.open(Type::float32, Operator::sum, 1024), pattern(Type::float32, 1024, 0), true, 0);
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 39000}})); // last beat at edge 30
    EXPECT_EQ(b.engine.busy_cycles(0), Cycles{32});
}

TEST(EngineModel, SizeOnlyOperandsTakeTheSameTime)
{
    EngineBench b{ReductionConfig{}};
    const AccRef acc = b.open(Type::float32, Operator::sum, 1024);
    b.fold_at(0, acc, Payload::sized(1024), true, 0);
    b.fold_at(0, acc, Payload::sized(1024), false, 1);
    EXPECT_EQ(b.run(), (std::vector<Done>{{0, 21000}, {1, 37000}}));
    EXPECT_EQ(b.engine.value(acc).size(), 1024U);
    EXPECT_FALSE(b.engine.value(acc).has_bytes());
}

struct Outcome {
    std::vector<Done> done;
    std::vector<std::uint8_t> bytes;
    std::uint64_t reduced{0};
    std::uint64_t compared{0};
};

// Operations of all types, operators and odd sizes, whose operands come at random times.
Outcome random_run(BackEnd back_end, unsigned alus, EdgeObserver* observer = nullptr)
{
    ReductionConfig config;
    config.back_end = back_end;
    config.alus = alus;
    config.clock = Hertz{1'300'000'000};
    EngineBench b{config};
    b.engine.observe_edges(observer);
    RandomStream random{5, "engine"};
    constexpr Type types[] = {Type::int32, Type::uint32, Type::float16, Type::bfloat16, Type::float32};
    constexpr std::size_t sizes[] = {4, 8, 60, 64, 68, 192, 1000, 1024};
    std::uint64_t ps = 0;
    std::uint32_t token = 0;
    std::vector<AccRef> accs;
    std::vector<std::uint8_t> expected;
    for (unsigned operation = 0; operation < 60; ++operation) {
        const Type type = types[random.below(5)];
        const auto op = static_cast<Operator>(random.below(3));
        const std::size_t bytes = sizes[random.below(8)];
        accs.push_back(b.open(type, op, bytes));
        std::vector<std::uint8_t> acc(bytes);
        const auto children = static_cast<std::uint32_t>(1 + random.below(5));
        for (std::uint32_t child = 0; child < children; ++child) {
            const Payload operand = pattern(type, bytes, operation * 8 + child);
            if (child == 0)
                std::memcpy(acc.data(), operand.data(), bytes);
            else
                oracle::fold(type, op, acc.data(), operand.data(), bytes);
            b.fold_at(ps, accs.back(), operand, child == 0, token++);
            if (random.below(3) == 0)
                ps += random.below(30000);
        }
        ps += 1;
        expected.insert(expected.end(), acc.begin(), acc.end());
    }
    Outcome out;
    out.done = b.run();
    for (const AccRef acc : accs) {
        const Payload& value = b.engine.value(acc);
        out.bytes.insert(out.bytes.end(), value.data(), value.data() + value.size());
        b.engine.close(acc);
    }
    EXPECT_EQ(out.done.size(), token);
    EXPECT_EQ(out.bytes, expected);
    out.reduced = b.engine.beats_reduced();
    out.compared = b.engine.beats_compared();
    return out;
}

class EngineBackEnds : public ::testing::TestWithParam<unsigned> {};

TEST_P(EngineBackEnds, GiveTheSameTimesAndResults)
{
    const Outcome model = random_run(BackEnd::model, GetParam());
    const Outcome rtl = random_run(BackEnd::rtl, GetParam());
    const Outcome lockstep = random_run(BackEnd::lockstep, GetParam());
    EXPECT_EQ(model.done, rtl.done);
    EXPECT_EQ(model.done, lockstep.done);
    EXPECT_EQ(model.bytes, rtl.bytes);
    EXPECT_EQ(model.bytes, lockstep.bytes);
    EXPECT_EQ(model.reduced, rtl.reduced);
    EXPECT_EQ(model.reduced, lockstep.reduced);
    EXPECT_EQ(model.compared, 0U);
    EXPECT_EQ(rtl.compared, 0U);
    EXPECT_GT(lockstep.compared, 0U);
    EXPECT_EQ(lockstep.compared, lockstep.reduced);
}

INSTANTIATE_TEST_SUITE_P(Alus, EngineBackEnds, ::testing::Values(1U, 2U, 3U));

struct CountingObserver : EdgeObserver {
    void before_edge() override
    {
        ++rises;
        lower();
    }
    bool schedule_fall(Picoseconds when, std::function<void()> fall) override
    {
        fall_times.push_back(when.count());
        pending.push_back(std::move(fall));
        return true;
    }
    void lower()
    {
        for (const auto& f : pending)
            f();
        pending.clear();
    }
    unsigned rises{0};
    std::vector<std::uint64_t> fall_times;
    std::vector<std::function<void()>> pending;
};

TEST(EngineObserver, SeesEveryEdgeAndChangesNothing)
{
    CountingObserver observer;
    const Outcome watched = random_run(BackEnd::rtl, 2, &observer);
    observer.pending.clear();
    const Outcome alone = random_run(BackEnd::rtl, 2);
    EXPECT_EQ(watched.done, alone.done);
    EXPECT_EQ(watched.bytes, alone.bytes);
    EXPECT_EQ(observer.rises, observer.fall_times.size());
    EXPECT_GE(observer.rises, watched.reduced);
    EXPECT_TRUE(std::is_sorted(observer.fall_times.begin(), observer.fall_times.end()));
}

TEST(EngineConfig, RtlOfAnotherShapeIsRefusedWithTheListOfVariants)
{
    for (unsigned which = 0; which < 3; ++which)
        for (const BackEnd back_end : {BackEnd::rtl, BackEnd::lockstep}) {
            ReductionConfig config;
            config.back_end = back_end;
            (which == 0 ? config.lanes : which == 1 ? config.depth : config.interval) = 8;
            try {
                EngineBench b{config};
                FAIL() << "accepted";
            } catch (const InputError& e) {
                const std::string text = e.what();
                EXPECT_NE(
                    text.find(back_end == BackEnd::rtl ? "alu.back_end = rtl" : "alu.back_end = lockstep"),
                    std::string::npos);
                EXPECT_NE(text.find("it has: alu.lanes = 16, alu.depth = 6, alu.interval = 1"),
                          std::string::npos);
            }
            config.back_end = BackEnd::model;
            EXPECT_NO_THROW(check(config));
        }
}

TEST(EngineConfig, KeysAreDeclaredWithTheRtlAsDefault)
{
    KeyTable keys;
    ReductionConfig config;
    declare(keys, config);
    EXPECT_EQ(keys.keys().size(), 6U);
    for (const Key& key : keys.keys()) {
        EXPECT_EQ(key.name.rfind("alu.", 0), 0U) << key.name;
        EXPECT_TRUE(key.per_instance) << key.name;
    }
    ASSERT_NE(keys.find("alu.back_end"), nullptr);
    keys.find("alu.back_end")->set("lockstep");
    EXPECT_EQ(config.back_end, BackEnd::lockstep);
    EXPECT_EQ(keys.find("alu.depth")->get(), "6");
    EXPECT_THROW(keys.find("alu.lanes")->set("0"), std::invalid_argument);
}

TEST(EngineMisuse, IsAModelError)
{
    EngineBench b{ReductionConfig{}};
    EXPECT_THROW(b.open(Type::float32, Operator::band, 8), ModelError);
    EXPECT_THROW(b.open(Type::int16, Operator::minloc, 8), ModelError);
    EXPECT_THROW(b.open(Type::int64, Operator::minloc, 8), ModelError); // half a pair
    EXPECT_THROW(b.open(Type::int32, Operator::sum, 6), ModelError);
    const AccRef acc = b.open(Type::int32, Operator::sum, 8);
    EXPECT_THROW(b.engine.fold(acc, pattern(Type::int32, 8, 0), false, false, 0),
                 ModelError); // no first operand
    EXPECT_THROW(b.engine.fold(acc, pattern(Type::int32, 4, 0), true, false, 0), ModelError);
    b.engine.fold(acc, pattern(Type::int32, 8, 0), true, false, 0);
    EXPECT_THROW(b.engine.close(acc), ModelError); // still on its way
    b.run();
    b.engine.close(acc);
    EXPECT_THROW(b.engine.close(acc), ModelError);
}

} // namespace
