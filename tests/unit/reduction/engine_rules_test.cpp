// SPDX-License-Identifier: Apache-2.0
// The rules of section [reduction] in the engine, and its random draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "reduction/alu_model.h"
#include "reduction/capabilities.h"
#include "reduction/engine.h"
#include "unit/reduction/engine_bench.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::reduction;
using sharpsim::test::Done;
using sharpsim::test::EngineBench;
using sharpsim::test::pattern;

TEST(EngineConfig, RulesHaveASectionOfTheirOwn)
{
    KeyTable keys;
    ReductionConfig config;
    declare_rules(keys, config);
    EXPECT_EQ(keys.keys().size(), 4U);
    EXPECT_EQ(config.variant().code(), 0);
    for (const Key& key : keys.keys()) {
        EXPECT_EQ(key.name.rfind("reduction.", 0), 0U) << key.name;
        EXPECT_FALSE(key.per_instance) << key.name; // the results of one operation follow one rule
    }
    keys.find("reduction.rounding")->set("up");
    EXPECT_EQ(config.rounding, Rounding::up);
    keys.find("reduction.saturate")->set("true");
    EXPECT_EQ(config.variant().code(), 1);
    keys.find("reduction.nan")->set("propagate");
    EXPECT_EQ(config.variant().code(), 3);
    keys.find("reduction.flush_subnormals")->set("true");
    EXPECT_EQ(config.variant().code(), 7);
}

TEST(EngineConfig, TheRtlIsHeldToTheRulesThatItHas)
{
    for (unsigned rounding = 0; rounding < rounding_count; ++rounding)
        for (unsigned variant = 0; variant < 8; ++variant) {
            ReductionConfig config;
            config.rounding = static_cast<Rounding>(rounding);
            const Variant v = variant_of(static_cast<std::uint8_t>(variant));
            config.saturate = v.saturate;
            config.nan_rule = v.nan_wins ? NanRule::propagate : NanRule::number;
            config.flush_subnormals = v.flush;
            EXPECT_NO_THROW(check(config));
            config.back_end = BackEnd::lockstep;
            if (in_rtl(config.rounding) && in_rtl(v))
                EXPECT_NO_THROW(check(config));
            else
                EXPECT_THROW(check(config), InputError);
        }
    ReductionConfig narrow;
    narrow.rounding = Rounding::stochastic;
    narrow.lanes = built_lanes / 2;
    EXPECT_THROW(check(narrow), InputError);
}

// What the draws of an operand are depends on the beats that the ALU took before it and on nothing else.
TEST(EngineDraws, AreThoseOfTheBeatsAndNotOfTheTime)
{
    constexpr std::size_t bytes = 3 * built_beat_bytes - 8;
    std::array<std::uint32_t, built_lanes> states;
    for (unsigned lane = 0; lane < built_lanes; ++lane)
        states[lane] =
            static_cast<std::uint32_t>(RandomStream(1, "reduction.draws.leaf0", 0).at(lane)) & 0xFFFFF;
    Payload expected[2];
    for (std::uint32_t fold = 0; fold < 8; ++fold) {
        Payload& acc = expected[fold % 2];
        const Payload operand = pattern(Type::float32, bytes, fold);
        if (fold < 2) {
            acc = Payload{bytes};
            std::memcpy(acc.data(), operand.data(), bytes);
            for (int beat = 0; beat < 3; ++beat)
                std::transform(states.begin(), states.end(), states.begin(), advance_draw);
        } else {
            reduce_beats(Type::float32, Operator::sum, Rounding::stochastic, {}, acc.data(), operand.data(),
                         bytes, nullptr, states.data());
        }
    }
    for (const std::uint64_t pause : {std::uint64_t{1}, std::uint64_t{777777}}) {
        EngineBench b{ReductionConfig{}};
        AccRef accs[2];
        for (AccRef& acc : accs)
            acc = b.engine.open(Type::float32, Operator::sum, Rounding::stochastic, Precision::native, bytes);
        for (std::uint32_t fold = 0; fold < 8; ++fold)
            b.fold_at(1 + fold * pause, accs[fold % 2], pattern(Type::float32, bytes, fold), fold < 2, fold);
        b.run();
        for (std::size_t i = 0; i < 2; ++i)
            EXPECT_EQ(std::memcmp(b.engine.value(accs[i]).data(), std::as_const(expected[i]).data(), bytes),
                      0)
                << pause << " " << i;
    }
}

} // namespace
