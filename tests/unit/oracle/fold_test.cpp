// SPDX-License-Identifier: Apache-2.0
#include "oracle/fold.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "base/error.h"
#include "oracle/bracket.h"
#include "unit/reduction/vector_file.h"
#include "unit/reduction/vector_formats.h"

namespace {

using sharpsim::oracle::fold;
using sharpsim::reduction::Operator;
using sharpsim::reduction::Type;
using namespace sharpsim::test;

using sharpsim::oracle::Rules;
using Word = std::uint64_t;

Word fold_one(Type type, Operator op, Word a, Word b, const Rules& rules = {})
{
    std::uint8_t acc[8];
    std::uint8_t operand[8];
    std::memcpy(acc, &a, 8);
    std::memcpy(operand, &b, 8);
    const std::size_t size = sharpsim::reduction::element_bytes(type);
    fold(type, op, acc, operand, size, rules);
    Word r = 0;
    std::memcpy(&r, acc, size);
    return r;
}

const Rules saturate{{}, {true, false, false}};
const Rules nan_wins{{}, {false, true, false}};

class OracleVectors : public ::testing::TestWithParam<VectorFormat> {};

TEST_P(OracleVectors, Sum)
{
    const auto lines = read_vectors<4, Word>(GetParam().sums);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().sum_lines);
    for (const auto& l : *lines)
        ASSERT_EQ(fold_one(GetParam().type, Operator::sum, l[0], l[1]), l[2])
            << std::hex << l[0] << " + " << l[1];
}

class OracleSaturatingVectors : public OracleVectors {};

TEST_P(OracleSaturatingVectors, Sum)
{
    const auto lines = read_vectors<6, Word>(GetParam().sums);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().sum_lines);
    for (const auto& l : *lines)
        ASSERT_EQ(fold_one(GetParam().type, Operator::sum, l[0], l[1], saturate), l[4])
            << std::hex << l[0] << " + " << l[1];
}

class OracleExtremeVectors : public OracleVectors {};

TEST_P(OracleExtremeVectors, BothRules)
{
    const auto lines = read_vectors<7, Word>(GetParam().extremes);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().extreme_lines);
    const Type type = GetParam().type;
    for (const auto& l : *lines) {
        ASSERT_EQ(fold_one(type, Operator::min, l[0], l[1], nan_wins), l[2])
            << std::hex << l[0] << " " << l[1];
        ASSERT_EQ(fold_one(type, Operator::min, l[0], l[1]), l[3]) << std::hex << l[0] << " " << l[1];
        ASSERT_EQ(fold_one(type, Operator::max, l[0], l[1], nan_wins), l[4])
            << std::hex << l[0] << " " << l[1];
        ASSERT_EQ(fold_one(type, Operator::max, l[0], l[1]), l[5]) << std::hex << l[0] << " " << l[1];
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, OracleVectors, ::testing::Values(f16, bf16, f32, f64, e4m3, e5m2), name_of);
INSTANTIATE_TEST_SUITE_P(Formats, OracleSaturatingVectors, ::testing::Values(e4m3, e5m2), name_of);
INSTANTIATE_TEST_SUITE_P(Formats, OracleExtremeVectors, ::testing::Values(f16, bf16, f32, e4m3), name_of);

TEST(Oracle, IntegersWrapAndCompareByTheirSign)
{
    EXPECT_EQ(fold_one(Type::int32, Operator::sum, 0x7FFFFFFF, 1), 0x80000000U);
    EXPECT_EQ(fold_one(Type::uint32, Operator::sum, 0xFFFFFFFF, 2), 1U);
    EXPECT_EQ(fold_one(Type::int32, Operator::min, 0xFFFFFFFF, 1), 0xFFFFFFFFU);
    EXPECT_EQ(fold_one(Type::uint32, Operator::min, 0xFFFFFFFF, 1), 1U);
    EXPECT_EQ(fold_one(Type::int32, Operator::max, 0xFFFFFFFF, 1), 1U);
    EXPECT_EQ(fold_one(Type::uint32, Operator::max, 0xFFFFFFFF, 1), 0xFFFFFFFFU);
}

TEST(Oracle, LogicalResultsAreOneOrZero)
{
    EXPECT_EQ(fold_one(Type::uint16, Operator::land, 0x8000, 0x0100), 1U);
    EXPECT_EQ(fold_one(Type::int64, Operator::lor, 0, std::uint64_t{1} << 40), 1U);
    EXPECT_EQ(fold_one(Type::int8, Operator::lxor, 2, 4), 0U);
    EXPECT_EQ(fold_one(Type::int8, Operator::bxor, 2, 4), 6U);
}

TEST(Oracle, RefusesWhatItHasNoRuleFor)
{
    std::uint8_t bytes[16] = {};
    EXPECT_THROW(fold(Type::float32, Operator::bxor, bytes, bytes, 8), sharpsim::ModelError);
    EXPECT_THROW(fold(Type::int16, Operator::minloc, bytes, bytes, 8), sharpsim::ModelError);
    EXPECT_THROW(fold(Type::int32, Operator::sum, bytes, bytes, 6), sharpsim::ModelError);
    EXPECT_THROW(fold(Type::int64, Operator::maxloc, bytes, bytes, 8), sharpsim::ModelError);
    EXPECT_THROW(
        fold(Type::float32, Operator::sum, bytes, bytes, 8, {sharpsim::reduction::Rounding::stochastic, {}}),
        sharpsim::ModelError);
}

TEST(Oracle, BoundsOfStochasticSumsHoldInWholeTrees)
{
    const std::uint32_t low[] = {0x3F800000, 0xBF800001, 0x80000000, 0x7FC00000, 0x7FC00000, 0xFF800000};
    const std::uint32_t high[] = {0x3F800002, 0xBF800000, 0x00000000, 0x7FC00000, 0x3F800000, 0x7F800000};
    const auto within = [&](std::size_t i, std::uint32_t got) {
        const auto bytes = [](const std::uint32_t& w) { return reinterpret_cast<const std::uint8_t*>(&w); };
        return sharpsim::oracle::between(Type::float32, bytes(low[i]), bytes(high[i]), bytes(got), 4);
    };
    EXPECT_TRUE(within(0, 0x3F800000));
    EXPECT_TRUE(within(0, 0x3F800001));
    EXPECT_TRUE(within(0, 0x3F800002));
    EXPECT_FALSE(within(0, 0x3F800003));
    EXPECT_FALSE(within(0, 0x3F7FFFFF));
    EXPECT_FALSE(within(0, 0x7FC00000));
    EXPECT_TRUE(within(1, 0xBF800001));
    EXPECT_FALSE(within(1, 0xBF800002));
    EXPECT_TRUE(within(2, 0x80000000));
    EXPECT_FALSE(within(2, 0x00000001));
    EXPECT_TRUE(within(3, 0x7FC00000));
    EXPECT_FALSE(within(3, 0x7FC00001));
    EXPECT_FALSE(within(3, 0));
    EXPECT_TRUE(within(4, 0xFF800000)); // a bound that is NaN bounds nothing
    EXPECT_TRUE(within(4, 0x3F000000));
    EXPECT_FALSE(within(4, 0x40000000));
    EXPECT_FALSE(within(4, 0x7FC00000));
    EXPECT_TRUE(within(5, 0x7FC00000)); // draws have made infinities that met
    EXPECT_FALSE(within(5, 0x7FC00001));
    EXPECT_TRUE(within(5, 0x12345678));
    const std::uint8_t byte = 0;
    EXPECT_THROW(static_cast<void>(sharpsim::oracle::between(Type::int8, &byte, &byte, &byte, 1)),
                 sharpsim::ModelError);
}

} // namespace
