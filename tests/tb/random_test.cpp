// SPDX-License-Identifier: Apache-2.0
// Random beats and all pairs: the ALU agrees with the oracle, and a run repeats itself.
#include <gtest/gtest.h>

#include "tb/bench.h"

namespace {

using namespace sharpsim::test;

// What the target has not built is no failure where the RTL of the build leaves something out.
Words for_target(const std::string& target)
{
    const bool complete = target == "model" || rtl_is_complete();
    const bool variants =
        target == "model" || sharpsim::reduction::in_rtl(sharpsim::reduction::variant_of(7));
    const Words all = complete ? Words{"--require-all"} : Words{};
    return Words{"--target", target, "--variant", variants ? "all" : "none"} + all;
}

class TestBench : public ::testing::TestWithParam<const char*> {
protected:
    [[nodiscard]] ProgramResult run(const Words& more) const
    {
        return run_bench(for_target(GetParam()) + more);
    }
    [[nodiscard]] static const char* precisions()
    {
        return std::string{GetParam()} == "model" || rtl_has_precisions() ? "all" : "native";
    }
};

TEST_P(TestBench, RandomBeatsAgreeWithTheOracle)
{
    for (const char* seed : {"1", "2", "3"}) {
        const ProgramResult result = run({"--seed", seed, "--count", "20000", "--precision", precisions()});
        EXPECT_EQ(result.code, 0) << result.text();
        EXPECT_NE(line_with(result.out, "PASSED"), "");
        EXPECT_EQ(line_with(result.out, "beats compared 0 "), "");
    }
}

TEST_P(TestBench, SumsInEachPrecisionAgreeWithTheOracle)
{
    if (std::string{GetParam()} == "rtl" && !rtl_has_precisions())
        GTEST_SKIP() << "the RTL of this build has no precisions beside native";
    const Words all{"wide19", "fp32", "exact_node", "exact_wire", "exact_node_merge", "exact_wire_merge"};
    const Words exact{all.begin() + 1, all.end()};
    const struct {
        const char* type;
        Words precisions;
    } cases[] = {
        {"float16", all}, {"bfloat16", {"wide19", "fp32"}}, {"float8_e4m3", exact}, {"float8_e5m2", exact}};
    for (const auto& c : cases)
        for (const std::string& precision : c.precisions) {
            const ProgramResult result =
                run({"--type", c.type, "--op", "sum", "--precision", precision, "--count", "4000"});
            EXPECT_EQ(result.code, 0) << result.text();
            EXPECT_NE(line_with(result.out, "beats compared 4000 "), "") << c.type << " " << precision << "\n"
                                                                         << result.out;
        }
}

TEST_P(TestBench, DirectedCasesHaveTheResultsOfTheList)
{
    if (std::string{GetParam()} == "rtl" && !rtl_is_complete())
        GTEST_SKIP() << "the RTL of this build has no variants";
    const ProgramResult result = run_bench({"--directed", "--require-all", "--target", GetParam()});
    EXPECT_EQ(result.code, 0) << result.text();
    EXPECT_NE(line_with(result.out, "beats compared 178 "), "") << result.out;
}

TEST_P(TestBench, AllPairsOfEightBitsAgreeWithTheOracle)
{
    for (const char* type : {"e4m3", "e5m2", "int8", "uint8"}) {
        const ProgramResult result = run({"--exhaustive", type});
        EXPECT_EQ(result.code, 0) << result.text();
        EXPECT_NE(result.out.find("all 65536 pairs of "), std::string::npos);
    }
}

TEST_P(TestBench, ASeedGivesTheSameOutput)
{
    const ProgramResult once = run({"--seed", "7", "--count", "5000"});
    EXPECT_EQ(once.code, 0) << once.text();
    EXPECT_EQ(run({"--seed", "7", "--count", "5000"}).out, once.out);
    EXPECT_NE(line_with(run({"--seed", "8", "--count", "5000"}).out, "results "),
              line_with(once.out, "results "));
}

TEST_P(TestBench, StallsChangeNoResult)
{
    for (const char* seed : {"1", "2", "3"}) {
        const Words words{"--seed", seed, "--count", "5000"};
        const ProgramResult stalled = run(words);
        const ProgramResult free = run(words + Words{"--no-stalls"});
        EXPECT_EQ(stalled.code, 0) << stalled.text();
        EXPECT_EQ(free.code, 0) << free.text();
        EXPECT_NE(line_with(stalled.out, "results "), "");
        EXPECT_EQ(line_with(stalled.out, "results "), line_with(free.out, "results "));
        EXPECT_EQ(line_with(stalled.out, "beats "), line_with(free.out, "beats "));
        EXPECT_NE(line_with(stalled.out, "cycles "), line_with(free.out, "cycles "));
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, TestBench, ::testing::Values("rtl", "model"),
                         [](const auto& parameter) { return std::string{parameter.param}; });

TEST(TestBenchTargets, ModelAndRtlGiveTheSameResults)
{
    Words words{"--count", "5000", "--seed", "11"};
    if (rtl_is_complete())
        words = words + Words{"--variant", "all", "--precision", "all"};
    else // what both have
        words = words + Words{"--type", "float32", "--op", "sum", "--rounding", "nearest_even"};
    const std::string rtl = line_with(run_bench(words).out, "results ");
    EXPECT_NE(rtl, "");
    EXPECT_EQ(line_with(run_bench(words + Words{"--target", "model"}).out, "results "), rtl);
}

TEST(TestBenchTargets, WhatIsNotBuiltCountsOnlyIfAskedFor)
{
    if (rtl_is_complete())
        GTEST_SKIP() << "the RTL has everything";
    const ProgramResult all = run_bench({"--count", "500", "--require-all"});
    EXPECT_EQ(all.code, 1);
    EXPECT_NE(line_with(all.out, "not built: "), "");
    EXPECT_EQ(run_bench({"--count", "500"}).code, 0);
}

} // namespace
