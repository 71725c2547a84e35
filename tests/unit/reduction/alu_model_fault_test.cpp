// SPDX-License-Identifier: Apache-2.0
// The oracle must notice every fault that the model can be told to commit.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "base/random.h"
#include "oracle/fold.h"
#include "oracle/payload_pattern.h"
#include "reduction/alu_fault.h"
#include "reduction/alu_model.h"

namespace {

using namespace sharpsim::reduction;

// Folds eight operands of 64 lanes: ordinary payload, in which every eighth lane holds corner cases.
bool oracle_notices(Type type, Operator op)
{
    constexpr std::size_t bytes = 256;
    const std::size_t size = element_bytes(type);
    const auto put = [&](std::vector<std::uint8_t>& v, std::size_t lane, std::uint32_t bits16,
                         std::uint32_t bits32) {
        const std::uint32_t word = size == 4 ? bits32 : bits16 << 16 | bits16;
        std::memcpy(&v[4 * lane], &word, 4);
    };
    const bool half = type == Type::float16;
    std::vector<std::uint8_t> acc(bytes);
    std::vector<std::uint8_t> expected;
    for (std::uint32_t rank = 0; rank < 8; ++rank) {
        std::vector<std::uint8_t> operand(bytes);
        sharpsim::oracle::fill(1, rank, 0, type, 0, bytes / size, operand.data());
        if (is_float(type)) {
            put(operand, 0, 0x8000, 0x80000000); // all -0
            put(operand, 8, rank % 2 == 0 ? 0x8000 : 0,
                rank % 2 == 0 ? 0x80000000 : 0);  // zeros of both signs
            put(operand, 16, 1 + rank, 1 + rank); // subnormals
            put(operand, 24, rank == 3 ? (half ? 0x7E01 : 0x7FC1) : (half ? 0x3C00 : 0x3F80),
                rank == 3 ? 0x7FC00001 : 0x3F800000); // one NaN among ones
            put(operand, 32, rank == 0 ? (half ? 0x7800 : 0x7F00) : 0,
                rank == 0 ? 0x7F000000 : 0); // the top exponent
            put(operand, 40, rank == 0 ? (half ? 0x3C00 : 0x3F80) : (half ? 0x1000 : 0x3B80),
                rank == 0 ? 0x3F800000 : 0x33800000); // 1 and half an ulp of it: a tie
        }
        if (rank == 0) {
            acc = expected = operand;
        } else {
            reduce_beats(type, op, Rounding::nearest_even, Variant{}, acc.data(), operand.data(), bytes,
                         nullptr);
            sharpsim::oracle::fold(type, op, expected.data(), operand.data(), bytes);
        }
    }
    return acc != expected;
}

bool noticed_anywhere()
{
    bool noticed = false;
    for (const Type t : {Type::int32, Type::uint32, Type::float16, Type::bfloat16, Type::float32})
        for (const Operator op : {Operator::sum, Operator::min, Operator::max})
            noticed = oracle_notices(t, op) || noticed;
    return noticed;
}

TEST(ModelFaults, NoneIsNotNoticed)
{
    model_fault = 0;
    EXPECT_FALSE(noticed_anywhere());
}

class ModelFault : public ::testing::TestWithParam<int> {};

TEST_P(ModelFault, IsNoticed)
{
    model_fault = GetParam();
    EXPECT_TRUE(noticed_anywhere());
    model_fault = 0;
}

INSTANTIATE_TEST_SUITE_P(All, ModelFault, ::testing::Range(1, 11));

} // namespace
