// SPDX-License-Identifier: Apache-2.0
// The rules of section [reduction] in the engine, and its random draws.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "oracle/wide_fold.h"
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
    EXPECT_EQ(keys.keys().size(), 5U);
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

constexpr std::size_t sums =
    3 * built_beat_bytes / 2 - 2; // elements of float16: three beats, the last not full

// An operand of elements takes 64 bytes a beat, one of fixed-point numbers eight of them; each waits for all
// of the other kind, and value and time are the same however they are computed.
TEST(EngineSlots, MixElementsAndFixedPointNumbers)
{
    const auto element_beats =
        static_cast<std::uint64_t>((2 * sums + built_beat_bytes - 1) / built_beat_bytes);
    const auto number_beats =
        static_cast<std::uint64_t>((8 * sums + built_beat_bytes - 1) / built_beat_bytes);
    std::vector<Payload> operands;
    for (std::uint32_t rank = 0; rank < 4; ++rank)
        operands.push_back(pattern(Type::float16, 2 * sums, rank));
    // What a node below sends.
    EngineBench below{ReductionConfig{}};
    const AccRef sent = below.engine.open(Type::float16, Operator::sum, Rounding::nearest_even,
                                          Precision::exact_wire, 2 * sums);
    below.fold_at(0, sent, operands[0], true, 0);
    below.fold_at(0, sent, operands[1], false, 1, true);
    below.run();
    const Payload message = below.engine.value(sent);
    EXPECT_EQ(message.size(), 8 * sums);

    for (const BackEnd back_end : {BackEnd::model, BackEnd::rtl, BackEnd::lockstep}) {
        if (back_end != BackEnd::model && !in_rtl(Precision::exact_node))
            continue;
        ReductionConfig config;
        config.back_end = back_end;
        EngineBench b{config};
        const AccRef acc = b.engine.open(Type::float16, Operator::sum, Rounding::nearest_even,
                                         Precision::exact_node, 2 * sums);
        b.fold_at(0, acc, operands[2], true, 0);
        b.fold_at(0, acc, message, false, 1, false, true);
        b.fold_at(0, acc, operands[3], false, 2, true);
        const std::uint64_t second = element_beats - 1 + config.depth; // all of the first is written
        const std::uint64_t third = second + number_beats - 1 + config.depth;
        const std::uint64_t end = third + element_beats - 1 + config.depth;
        EXPECT_EQ(b.run(), (std::vector<Done>{{0, second * 1000}, {1, third * 1000}, {2, end * 1000}}));
        EXPECT_EQ(b.engine.beats_reduced(), 2 * element_beats + number_beats);

        std::vector<const std::uint8_t*> all;
        for (const Payload& p : operands)
            all.push_back(p.data());
        std::vector<std::uint8_t> expected(2 * sums);
        oracle::fold_wide(Type::float16, Precision::exact_wire, all, expected.size(), expected.data());
        EXPECT_EQ(std::memcmp(b.engine.value(acc).data(), expected.data(), expected.size()), 0);
    }
}

// Every precision through every back end, last beats that are not full, several operands at once.
TEST(EngineSlots, GiveTheSameThroughEveryBackEnd)
{
    for (const auto& [type, precision] :
         {std::pair{Type::bfloat16, Precision::wide19}, std::pair{Type::float16, Precision::wide19},
          std::pair{Type::bfloat16, Precision::fp32}, std::pair{Type::float8_e4m3, Precision::fp32},
          std::pair{Type::float8_e5m2, Precision::exact_node},
          std::pair{Type::float8_e4m3, Precision::exact_wire}})
        for (const Rounding rounding : {Rounding::nearest_even, Rounding::stochastic}) {
            std::vector<std::uint8_t> values[3];
            for (const BackEnd back_end : {BackEnd::model, BackEnd::rtl, BackEnd::lockstep}) {
                if (back_end != BackEnd::model && !in_rtl(precision))
                    continue;
                ReductionConfig config;
                config.back_end = back_end;
                EngineBench b{config};
                const std::size_t bytes = 5 * built_beat_bytes - 12;
                const AccRef acc = b.engine.open(type, Operator::sum, rounding, precision, bytes);
                for (std::uint32_t i = 0; i < 5; ++i)
                    b.fold_at(i * 3000, acc, pattern(type, bytes, i), i == 0, i, i == 4);
                b.run();
                const Payload value = b.engine.value(acc);
                values[static_cast<int>(back_end)].assign(value.data(), value.data() + value.size());
                EXPECT_EQ(values[static_cast<int>(back_end)], values[0])
                    << name(type) << " " << name(precision);
            }
        }
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
