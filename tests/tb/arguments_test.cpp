// SPDX-License-Identifier: Apache-2.0
// Bad arguments: one line with option, what was found and what is allowed, and exit code 2.
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/bench.h"

namespace {

using namespace sharpsim::test;

TEST(TestBenchArguments, EachMistakeIsOneLine)
{
    const struct {
        Words args;
        Words parts;
    } cases[] = {
        {{"--type", "flaot32"},
         {"--type: 'flaot32' is unknown, did you mean float32?", "allowed: int8, ", "all"}},
        {{"--op", "mul"}, {"--op: 'mul'", "allowed: sum, min, max, minloc"}},
        {{"--rounding", "9"},
         {"--rounding: '9'", "allowed: nearest_even, down, toward_zero, up, stochastic"}},
        {{"--precision", "wide20"}, {"--precision: 'wide20'", "allowed: native, wide19, fp32, exact_node"}},
        {{"--precision", "wide19", "--type", "int8"},
         {"--precision: wide19 has no result for this type and operator", "allowed: sum of float16"}},
        {{"--precision", "fp32", "--op", "max"}, {"--precision: fp32 has no result"}},
        {{"--precision", "exact_wire", "--type", "bfloat16"}, {"--precision: exact_wire has no result"}},
        {{"--precision", "all", "--directed"}, {"--precision: does not go with --directed"}},
        {{"--precision", "fp32", "--exhaustive", "e4m3"},
         {"--precision: 'fp32' does not go with --exhaustive", "allowed: native"}},
        {{"--variant", "fast"}, {"--variant: 'fast'", "allowed: none, saturate, nan-wins"}},
        {{"--target", "verilog"}, {"--target: 'verilog'", "allowed: rtl, model"}},
        {{"--seed", "-1"}, {"--seed: '-1'", "allowed: 0 to"}},
        {{"--count", "0"}, {"--count: '0'", "allowed: 1 to"}},
        {{"--count", "18446744073709551616"}, {"--count: '18446744073709551616'"}},
        {{"--count"}, {"--count", "value is missing"}},
        {{"--sed", "1"}, {"--sed", "did you mean --seed?"}},
        {{"sum"}, {"'sum'", "a word too many"}},
        {{"+alu_fault_lane=1"}, {"'+alu_fault_lane=1'", "a word too many"}},
        {{"--exhaustive", "int16"}, {"--exhaustive: 'int16'", "allowed: e4m3, e5m2, int8, uint8"}},
        {{"--exhaustive", "int8", "--type", "int8"}, {"--type: does not go with --exhaustive"}},
        {{"--directed", "--op", "sum"}, {"--op: does not go with --directed"}},
        {{"--directed", "--exhaustive", "int8"}, {"--directed: does not go with --exhaustive"}},
        {{"--target", "model", "--wave", "x.fst"}, {"--wave: the model has no signals"}},
        {{"--wave", "/nonexistent/x.fst"}, {"--wave: /nonexistent/x.fst: cannot be written"}},
        {{"--vectors", "x"}, {"--vectors: --function is missing"}},
        {{"--function", "f32_add"}, {"--function: --vectors FILE is missing"}},
        {{"--vectors", "/nonexistent", "--function", "f32_add"}, {"/nonexistent: cannot be read"}},
        {{"--vectors", ".", "--function", "f32_add"}, {".:1: cannot be read"}},
        {{"--vectors", "x", "--function", "f32_mul"},
         {"--function: 'f32_mul' is unknown", "TYPE_add, TYPE_minmax"}},
        {{"--vectors", "x", "--function", "f32_to_bf16"}, {"'f32_to_bf16': the datapath has no conversions"}},
        {{"--vectors", "x", "--function", "f32_add", "--count", "1"},
         {"--count: does not go with --vectors"}},
    };
    for (const auto& c : cases) {
        const ProgramResult result = run_bench(c.args);
        EXPECT_EQ(result.code, 2) << result.text();
        EXPECT_EQ(result.out.find("PASSED"), std::string::npos);
        EXPECT_EQ(result.err.rfind("tb_reduction_alu: ", 0), 0U) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
        for (const std::string& part : c.parts)
            EXPECT_NE(result.err.find(part), std::string::npos) << part << " in " << result.err;
    }
}

TEST(TestBenchArguments, HelpFitsAScreen)
{
    const ProgramResult result = run_bench({"--help"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_LE(std::count(result.out.begin(), result.out.end(), '\n'), 30);
}

TEST(TestBenchArguments, AFullDiskIsAnError)
{
    ProgramOptions options;
    options.program = "tb_reduction_alu";
    options.out_file = "/dev/full";
    const ProgramResult result = run_program({"--count", "10"}, options);
    EXPECT_EQ(result.code, 1);
    EXPECT_NE(result.err.find("standard output cannot be written"), std::string::npos);
}

} // namespace
