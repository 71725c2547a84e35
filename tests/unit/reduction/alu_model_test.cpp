// SPDX-License-Identifier: Apache-2.0
#include "reduction/alu_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "oracle/fold.h"
#include "reduction/capabilities.h"

namespace {

using namespace sharpsim::reduction;

struct Result {
    std::uint32_t value{0};
    LaneFlags flags{0};
};

Result reduce_one(Type type, Operator op, std::uint32_t a, std::uint32_t b)
{
    const std::size_t size = element_bytes(type);
    std::uint8_t acc[4];
    std::uint8_t operand[4];
    std::memcpy(acc, &a, 4);
    std::memcpy(operand, &b, 4);
    Result r;
    reduce_beats(type, op, Rounding::nearest_even, Variant{}, acc, operand, size, &r.flags);
    std::memcpy(&r.value, acc, size);
    // The path without flags must give the same bits.
    std::memcpy(acc, &a, 4);
    reduce_beats(type, op, Rounding::nearest_even, Variant{}, acc, operand, size, nullptr);
    EXPECT_EQ(std::memcmp(acc, &r.value, size), 0) << name(type) << std::hex << " " << a << " " << b;
    return r;
}

// Published bugs of other floating-point units.
TEST(ModelKnownBugs, ZeroSignsAndCancellation)
{
    const auto sum = [](std::uint32_t a, std::uint32_t b) {
        return reduce_one(Type::float32, Operator::sum, a, b).value;
    };
    EXPECT_EQ(sum(0x80000000, 0x80000000), 0x80000000U); // -0 + -0
    EXPECT_EQ(sum(0xBF800000, 0x3F800000), 0U);          // -1 + 1
    EXPECT_EQ(sum(0x80800000, 0x00800000), 0U);
    EXPECT_EQ(sum(0x00000000, 0x80000000), 0U);
    EXPECT_EQ(sum(0x00800000, 0x80855555), 0x80055555U);
    EXPECT_EQ(sum(0x284D52DF, 0xFB418A35), 0xFB418A35U);
    const Result nan = reduce_one(Type::float32, Operator::sum, 0x7F800000, 0xFF800000);
    EXPECT_EQ(nan.value, 0x7FC00000U);
    EXPECT_EQ(nan.flags, flag_invalid);
}

TEST(ModelKnownBugs, MinAndMaxTreatNanAsMissing)
{
    const Result r = reduce_one(Type::float32, Operator::max, 0x7F800001, 0x3F800000);
    EXPECT_EQ(r.value, 0x3F800000U);
    EXPECT_EQ(r.flags, flag_invalid);
    EXPECT_EQ(reduce_one(Type::float32, Operator::min, 0x4EBBB94F, 0x7FC00000).value, 0x4EBBB94FU);
    EXPECT_EQ(reduce_one(Type::float32, Operator::max, 0xC3480000, 0xC33E0000).value,
              0xC33E0000U); // -200, -190
}

// 1, NaN, 3, 4 in all 24 orders.
TEST(ModelKnownBugs, MinimumDoesNotDependOnTheOrderOfTheChildren)
{
    std::vector<std::uint32_t> v{0x3F800000, 0x40400000, 0x40800000, 0x7FC00001};
    int orders = 0;
    do {
        std::uint32_t acc = v[0];
        for (std::size_t i = 1; i < 4; ++i)
            acc = reduce_one(Type::float32, Operator::min, acc, v[i]).value;
        ASSERT_EQ(acc, 0x3F800000U);
        ++orders;
    } while (std::next_permutation(v.begin(), v.end()));
    EXPECT_EQ(orders, 24);
}

TEST(ModelBeat, MaskedElementsKeepTheAccumulatorAndRaiseNothing)
{
    std::uint8_t acc[64];
    std::uint8_t operand[64];
    for (std::size_t i = 0; i < 16; ++i) {
        const std::uint32_t a = 0x7F7FFFFF;
        std::memcpy(acc + 4 * i, &a, 4);
        std::memcpy(operand + 4 * i, &a, 4);
    }
    BeatInput in;
    in.type = static_cast<std::uint8_t>(Type::float32);
    in.mask = 0x00000000000000F7; // lane 0 lacks a byte
    in.operand = operand;
    in.acc = acc;
    in.bytes = 64;
    BeatOutput out;
    reduce_beat(in, out);
    std::uint32_t lanes[16];
    std::memcpy(lanes, out.acc, 64);
    EXPECT_EQ(lanes[0], 0x7F7FFFFFU);
    EXPECT_EQ(lanes[1], 0x7F800000U);
    EXPECT_EQ(lanes[2], 0x7F7FFFFFU);
    EXPECT_EQ(out.flags[0], 0);
    EXPECT_EQ(out.flags[1], flag_overflow | flag_inexact);
    EXPECT_EQ(out.flags[2], 0);
    EXPECT_FALSE(out.unsupported);
}

TEST(ModelBeat, FirstOperandPassesUnchangedAndUnsupportedKeepsTheAccumulator)
{
    std::uint8_t acc[64];
    std::uint8_t operand[64];
    std::memset(acc, 0x11, 64);
    std::memset(operand, 0xFF, 64); // NaN in any format: must not become canonical
    BeatInput in;
    in.type = static_cast<std::uint8_t>(Type::bfloat16);
    in.mask = 0;
    in.operand = operand;
    in.acc = acc;
    in.bytes = 64;
    in.first = true;
    BeatOutput out;
    reduce_beat(in, out);
    EXPECT_EQ(std::memcmp(out.acc, operand, 64), 0);
    in.first = false;
    in.mask = ~std::uint64_t{0};
    for (unsigned type = 0; type < 16; ++type)
        for (unsigned op = 0; op < 16; ++op) {
            in.type = static_cast<std::uint8_t>(type);
            in.op = static_cast<std::uint8_t>(op);
            reduce_beat(in, out);
            const bool known = type < type_count && op < operator_count &&
                               defined(static_cast<Type>(type), static_cast<Operator>(op));
            EXPECT_EQ(out.unsupported, !known) << type << " " << op;
            if (!known) {
                EXPECT_EQ(std::memcmp(out.acc, acc, 64), 0);
            }
        }
}

TEST(ModelBeat, RefusesByException)
{
    std::uint8_t bytes[16] = {};
    const auto reduce = [&](Type type, Operator op, unsigned rounding, std::size_t n) {
        reduce_beats(type, op, static_cast<Rounding>(rounding), Variant{}, bytes, bytes, n, nullptr);
    };
    EXPECT_THROW(reduce(Type::float64, Operator::band, 0, 8), sharpsim::ModelError);
    EXPECT_THROW(reduce(Type::int16, Operator::minloc, 0, 8), sharpsim::ModelError);
    EXPECT_THROW(reduce(Type::float32, Operator::sum, 5, 8), sharpsim::ModelError);
    EXPECT_THROW(reduce(Type::float32, Operator::sum, 0, 6), sharpsim::ModelError);
    EXPECT_THROW(reduce(Type::float64, Operator::maxloc, 0, 8), sharpsim::ModelError); // half a pair
}

} // namespace
