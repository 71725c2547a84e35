// SPDX-License-Identifier: Apache-2.0
#include "oracle/fold.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "base/error.h"
#include "unit/reduction/vector_file.h"

namespace {

using sharpsim::oracle::fold;
using sharpsim::reduction::Operator;
using sharpsim::reduction::Type;
using sharpsim::test::read_vectors;

struct Format {
    Type type;
    const char* file;
};

std::uint32_t fold_one(Type type, Operator op, std::uint32_t a, std::uint32_t b)
{
    std::uint8_t acc[4];
    std::uint8_t operand[4];
    std::memcpy(acc, &a, 4);
    std::memcpy(operand, &b, 4);
    const std::size_t size = sharpsim::reduction::element_bytes(type);
    fold(type, op, acc, operand, size);
    std::uint32_t r = 0;
    std::memcpy(&r, acc, size);
    return r;
}

class OracleVectors : public ::testing::TestWithParam<Format> {};

TEST_P(OracleVectors, Sum)
{
    const auto lines =
        read_vectors<4>(std::string{GetParam().file} +
                        (GetParam().type == Type::bfloat16 ? "_add.exact.rne.txt.gz" : "_add.l1.rne.txt.gz"));
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), 20000U);
    for (const auto& l : *lines)
        ASSERT_EQ(fold_one(GetParam().type, Operator::sum, l[0], l[1]), l[2])
            << std::hex << l[0] << " + " << l[1];
}

TEST_P(OracleVectors, MinimumAndMaximumNumber)
{
    const auto lines = read_vectors<7>(std::string{GetParam().file} + "_minmax.ieee2019.txt.gz");
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), 20000U);
    for (const auto& l : *lines) {
        ASSERT_EQ(fold_one(GetParam().type, Operator::min, l[0], l[1]), l[3])
            << std::hex << l[0] << " " << l[1];
        ASSERT_EQ(fold_one(GetParam().type, Operator::max, l[0], l[1]), l[5])
            << std::hex << l[0] << " " << l[1];
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, OracleVectors,
                         ::testing::Values(Format{Type::float16, "f16"}, Format{Type::bfloat16, "bf16"},
                                           Format{Type::float32, "f32"}),
                         [](const auto& i) { return std::string{i.param.file}; });

TEST(Oracle, IntegersWrapAndCompareByTheirSign)
{
    EXPECT_EQ(fold_one(Type::int32, Operator::sum, 0x7FFFFFFF, 1), 0x80000000U);
    EXPECT_EQ(fold_one(Type::uint32, Operator::sum, 0xFFFFFFFF, 2), 1U);
    EXPECT_EQ(fold_one(Type::int32, Operator::min, 0xFFFFFFFF, 1), 0xFFFFFFFFU);
    EXPECT_EQ(fold_one(Type::uint32, Operator::min, 0xFFFFFFFF, 1), 1U);
    EXPECT_EQ(fold_one(Type::int32, Operator::max, 0xFFFFFFFF, 1), 1U);
    EXPECT_EQ(fold_one(Type::uint32, Operator::max, 0xFFFFFFFF, 1), 0xFFFFFFFFU);
}

TEST(Oracle, RefusesWhatItHasNoRuleFor)
{
    std::uint8_t bytes[8] = {};
    EXPECT_THROW(fold(Type::int64, Operator::sum, bytes, bytes, 8), sharpsim::ModelError);
    EXPECT_THROW(fold(Type::int32, Operator::bxor, bytes, bytes, 8), sharpsim::ModelError);
    EXPECT_THROW(fold(Type::int32, Operator::sum, bytes, bytes, 6), sharpsim::ModelError);
}

} // namespace
