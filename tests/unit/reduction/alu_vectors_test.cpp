// SPDX-License-Identifier: Apache-2.0
// The model against every published vector file of sums, minima and maxima, flags included, with and without
// its fast paths.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "reduction/alu_model.h"
#include "unit/reduction/vector_file.h"
#include "unit/reduction/vector_formats.h"

namespace {

using namespace sharpsim::reduction;
using namespace sharpsim::test;
using Line = std::uint64_t;

class ModelVectors : public ::testing::TestWithParam<VectorFormat> {
protected:
    void expect(Operator op, Variant variant, Line a, Line b, Line value, Line flags)
    {
        const std::size_t size = element_bytes(GetParam().type);
        for (const bool with_flags : {true, false}) {
            std::uint8_t acc[8];
            std::uint8_t operand[8];
            std::memcpy(acc, &a, 8);
            std::memcpy(operand, &b, 8);
            LaneFlags raised[2] = {};
            reduce_beats(GetParam().type, op, Rounding::nearest_even, variant, acc, operand, size,
                         with_flags ? raised : nullptr);
            Line got = 0;
            std::memcpy(&got, acc, size);
            ASSERT_EQ(got, value) << name(op) << std::hex << " " << a << " " << b << " " << with_flags;
            if (with_flags) {
                ASSERT_EQ(raised[0], flags) << name(op) << std::hex << " " << a << " " << b;
                ASSERT_EQ(raised[1], 0);
            }
        }
    }
};

TEST_P(ModelVectors, Sums)
{
    const auto lines = read_vectors<4, Line>(GetParam().sums);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().sum_lines);
    for (const auto& l : *lines)
        ASSERT_NO_FATAL_FAILURE(expect(Operator::sum, {}, l[0], l[1], l[2], l[3]));
}

class ModelSaturatingVectors : public ModelVectors {}; // files with columns for it

TEST_P(ModelSaturatingVectors, Sums)
{
    const auto lines = read_vectors<6, Line>(GetParam().sums);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().sum_lines);
    for (const auto& l : *lines)
        ASSERT_NO_FATAL_FAILURE(expect(Operator::sum, {true, false, false}, l[0], l[1], l[4], l[5]));
}

class ModelExtremeVectors : public ModelVectors {};

TEST_P(ModelExtremeVectors, MinimaAndMaximaOfBothRules)
{
    const auto lines = read_vectors<7, Line>(GetParam().extremes);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().extreme_lines);
    const Variant nan_wins{false, true, false};
    for (const auto& l : *lines) {
        ASSERT_NO_FATAL_FAILURE(expect(Operator::min, nan_wins, l[0], l[1], l[2], l[6]));
        ASSERT_NO_FATAL_FAILURE(expect(Operator::min, {}, l[0], l[1], l[3], l[6]));
        ASSERT_NO_FATAL_FAILURE(expect(Operator::max, nan_wins, l[0], l[1], l[4], l[6]));
        ASSERT_NO_FATAL_FAILURE(expect(Operator::max, {}, l[0], l[1], l[5], l[6]));
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, ModelVectors, ::testing::Values(f16, bf16, f32, f64, e4m3, e5m2), name_of);
INSTANTIATE_TEST_SUITE_P(Formats, ModelSaturatingVectors, ::testing::Values(e4m3, e5m2), name_of);
INSTANTIATE_TEST_SUITE_P(Formats, ModelExtremeVectors, ::testing::Values(f16, bf16, f32, e4m3), name_of);

} // namespace
