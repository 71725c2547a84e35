// SPDX-License-Identifier: Apache-2.0
#include "collectives/path_choice.h"

#include <gtest/gtest.h>

#include "reduction/alu_variant.h"

namespace sharpsim {
namespace {

using reduction::Operator;
using reduction::Type;

PathFacts tree_of(std::uint32_t ranks) { return {ranks, true, "", reduction::Profile::quantum2}; }

PathChoice choose(PathKey path, const PathFacts& facts, const ReductionCall& call)
{
    CollectivesConfig config;
    config.path = path;
    return choose_path(config, facts, call);
}

constexpr ReductionCall scalar{0, Type::float32, Operator::sum, 8};

TEST(PathChoice, SmallVectorsTakeTheTree)
{
    const PathChoice c = choose(PathKey::automatic, tree_of(128), scalar);
    EXPECT_EQ(c.path, Path::sharp);
    EXPECT_FALSE(c.fallback);
    EXPECT_EQ(c.refusal, "");
    EXPECT_EQ(choose(PathKey::automatic, tree_of(128), {0, Type::float32, Operator::sum, 4096}).path,
              Path::sharp);
}

TEST(PathChoice, EachReasonForTheRingIsNamed)
{
    const auto reason = [](const PathFacts& facts, const ReductionCall& call) {
        const PathChoice c = choose(PathKey::automatic, facts, call);
        EXPECT_EQ(c.path, Path::ring);
        EXPECT_TRUE(c.fallback);
        return c.reason;
    };
    EXPECT_EQ(reason(tree_of(128), {0, Type::float32, Operator::sum, 4194304}),
              "size 4194304 B above collective.sharp_max 4096 B");
    EXPECT_EQ(reason(tree_of(3), scalar), "group of 3 below collective.sharp_min_ranks 4");
    PathFacts none = tree_of(8);
    none.tree = false;
    none.no_tree_reason = "sharp.enable = false";
    EXPECT_EQ(reason(none, scalar), "no aggregation tree: sharp.enable = false");
    PathFacts old = tree_of(8);
    old.profile = reduction::Profile::switch_ib2;
    EXPECT_EQ(reason(old, {0, Type::bfloat16, Operator::sum, 8})
                  .rfind("profile switch-ib2 does not reduce bfloat16", 0),
              0U);
}

TEST(PathChoice, BarriersHaveNoTypeAndNoSize)
{
    PathFacts old = tree_of(8);
    old.profile = reduction::Profile::switch_ib2;
    EXPECT_EQ(choose(PathKey::automatic, old, {0, Type::int8, Operator::sum, 0}).path, Path::sharp);
}

TEST(PathChoice, ForcedPathsAreTakenOrRefused)
{
    EXPECT_EQ(choose(PathKey::ring, tree_of(128), scalar).path, Path::ring);
    EXPECT_FALSE(choose(PathKey::ring, tree_of(128), scalar).fallback);
    const PathChoice big = choose(PathKey::sharp, tree_of(2), {0, Type::float32, Operator::sum, 4194304});
    EXPECT_EQ(big.path, Path::sharp);
    EXPECT_EQ(big.refusal, "");
    const PathChoice typed = choose(PathKey::sharp, tree_of(8), {0, Type::float8_e4m3, Operator::sum, 8});
    EXPECT_EQ(typed.refusal.rfind("workload.path = sharp: profile quantum2 does not reduce float8_e4m3", 0),
              0U)
        << typed.refusal;
    PathFacts none = tree_of(8);
    none.tree = false;
    EXPECT_EQ(choose(PathKey::sharp, none, scalar).refusal, "workload.path = sharp: no aggregation tree");
}

TEST(PathChoice, WhatHostsCannotReduceIsRefusedUnlessOnlySizesTravel)
{
    const ReductionCall call{0, Type::float64, Operator::bxor, 8};
    const PathChoice real = choose(PathKey::automatic, tree_of(8), call);
    EXPECT_EQ(real.path, Path::ring);
    EXPECT_NE(real.refusal.find("hosts do not reduce bxor of float64"), std::string::npos);
    PathFacts sizes = tree_of(8);
    sizes.real_bytes = false;
    EXPECT_EQ(choose(PathKey::automatic, sizes, call).refusal, "");
}

TEST(PathChoice, WhatTheRtlLacksIsRefusedOnlyWhereItComputes)
{
    PathFacts facts = tree_of(8);
    for (unsigned t = 0; t < reduction::type_count; ++t)
        for (unsigned op = 0; op < reduction::operator_count; ++op) {
            const ReductionCall call{0, static_cast<Type>(t), static_cast<Operator>(op), 64};
            facts.profile = reduction::Profile::future;
            facts.rtl = false;
            EXPECT_EQ(choose(PathKey::sharp, facts, call).refusal.empty(),
                      reduction::defined(call.type, call.op));
            facts.rtl = true;
            EXPECT_EQ(choose(PathKey::sharp, facts, call).refusal.empty(),
                      reduction::in_rtl(call.type, call.op));
        }
}

TEST(PathChoice, WhatThePrecisionDoesNotKeepTakesTheRing)
{
    PathFacts facts = tree_of(8);
    facts.precision = reduction::Precision::exact_wire;
    const ReductionCall kept{0, Type::float16, Operator::sum, 64};
    const ReductionCall lost{0, Type::bfloat16, Operator::sum, 64};
    EXPECT_EQ(choose(PathKey::sharp, facts, kept).refusal, "");
    EXPECT_NE(
        choose(PathKey::sharp, facts, lost).refusal.find("exact_wire does not keep the sum of bfloat16"),
        std::string::npos);
    EXPECT_EQ(choose(PathKey::automatic, facts, lost).refusal, "");
    EXPECT_EQ(choose(PathKey::automatic, facts, lost).path, Path::ring);
    facts.precision = reduction::Precision::native;
    EXPECT_EQ(choose(PathKey::sharp, facts, lost).refusal, "");
}

TEST(PathChoice, MoreRanksThanAnExactSumHasRoomForTakeTheRing)
{
    const ReductionCall call{0, Type::float16, Operator::sum, 64};
    for (const bool rtl : {false, true}) {
        const std::uint32_t room = 1U << (rtl ? reduction::built_alu.exact_count_bits : 17U);
        PathFacts facts = tree_of(room);
        facts.rtl = rtl;
        facts.precision = reduction::Precision::exact_wire;
        EXPECT_EQ(choose(PathKey::sharp, facts, call).refusal, "");
        ++facts.ranks;
        EXPECT_NE(choose(PathKey::sharp, facts, call)
                      .refusal.find("holds the sum of at most " + std::to_string(room) + " operands"),
                  std::string::npos);
        EXPECT_EQ(choose(PathKey::automatic, facts, call).path, Path::ring);
        facts.precision = reduction::Precision::exact_node; // each node rounds
        EXPECT_EQ(choose(PathKey::sharp, facts, call).refusal, "");
        facts.precision = reduction::Precision::exact_wire;
        EXPECT_EQ(choose(PathKey::sharp, facts, {0, Type::float16, Operator::max, 64}).refusal, "");
    }
}

TEST(PathChoice, TooManySegmentsAreRefused)
{
    CollectivesConfig config;
    config.path = PathKey::ring;
    config.ring_segment = Bytes{4};
    EXPECT_NE(choose_path(config, tree_of(2), {0, Type::int32, Operator::sum, 1ULL << 31}).refusal, "");
    config.ring_segment = Bytes{64};
    EXPECT_EQ(choose_path(config, tree_of(2), {0, Type::int32, Operator::sum, 1ULL << 31}).refusal, "");
}

} // namespace
} // namespace sharpsim
