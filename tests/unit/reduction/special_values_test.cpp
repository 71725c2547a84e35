// SPDX-License-Identifier: Apache-2.0
// Special payload: every kind of value occurs in every lane, any part can be made alone, and model and oracle
// agree on folds of it in both of the model's ways to compute.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include "oracle/fold.h"
#include "oracle/payload_pattern.h"
#include "reduction/alu_model.h"

namespace {

using namespace sharpsim::reduction;
using sharpsim::oracle::fill;
using sharpsim::oracle::Values;

constexpr std::size_t elements = 9 * 64; // each kind meets each lane four times or more
constexpr std::uint32_t ranks = 8;

std::vector<std::uint8_t> special(Type type, std::uint32_t rank, std::uint64_t first = 0,
                                  std::size_t n = elements)
{
    std::vector<std::uint8_t> bytes(n * element_bytes(type));
    fill(1, rank, 2, type, first, n, bytes.data(), Values::special);
    return bytes;
}

class SpecialValues : public ::testing::TestWithParam<Type> {};

TEST_P(SpecialValues, AnyPartCanBeMadeAlone)
{
    const Type type = GetParam();
    const std::size_t size = element_bytes(type);
    const std::vector<std::uint8_t> whole = special(type, 3);
    for (std::uint64_t first = 0; first < 40; ++first)
        for (const std::size_t n : {1, 2, 3, 20})
            EXPECT_EQ(std::memcmp(special(type, 3, first, n).data(), whole.data() + first * size, n * size),
                      0);
    EXPECT_NE(special(type, 4), whole);
}

TEST_P(SpecialValues, ModelAndOracleAgree)
{
    const Type type = GetParam();
    for (const Operator op : {Operator::sum, Operator::min, Operator::max}) {
        std::vector<std::uint8_t> fast = special(type, 0);
        std::vector<std::uint8_t> exact = fast;
        std::vector<std::uint8_t> expected = fast;
        std::vector<LaneFlags> flags(fast.size() / 4);
        for (std::uint32_t rank = 1; rank < ranks; ++rank) {
            const std::vector<std::uint8_t> operand = special(type, rank);
            const std::size_t n = fast.size();
            reduce_beats(type, op, Rounding::nearest_even, Variant{}, fast.data(), operand.data(), n,
                         nullptr);
            reduce_beats(type, op, Rounding::nearest_even, Variant{}, exact.data(), operand.data(), n,
                         flags.data());
            sharpsim::oracle::fold(type, op, expected.data(), operand.data(), n);
            ASSERT_EQ(fast, expected) << name(op) << " with rank " << rank;
            ASSERT_EQ(exact, expected) << name(op) << " with rank " << rank;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Types, SpecialValues, ::testing::ValuesIn([] {
                             std::vector<Type> types;
                             for (unsigned code = 0; code < type_count; ++code)
                                 types.push_back(static_cast<Type>(code));
                             return types;
                         }()),
                         [](const auto& i) { return std::string{name(i.param)}; });

// float32 as the host's classification sees it: lane by lane of 16.
TEST(SpecialValues, EveryLaneMeetsEveryKind)
{
    std::set<std::pair<std::size_t, int>> seen;
    std::set<std::size_t> negative_zero;
    std::set<std::size_t> near_overflow;
    for (std::uint32_t rank = 0; rank < 64; ++rank) {
        const std::vector<std::uint8_t> bytes = special(Type::float32, rank);
        for (std::size_t i = 0; i < elements; ++i) {
            float f;
            std::memcpy(&f, bytes.data() + 4 * i, 4);
            seen.insert({i % 16, std::fpclassify(f)});
            if (f == 0 && std::signbit(f))
                negative_zero.insert(i % 16);
            if (std::isfinite(f) && std::isinf(f + f))
                near_overflow.insert(i % 16);
        }
    }
    EXPECT_EQ(seen.size(), 16U * 5); // zero, subnormal, normal, infinite, NaN
    EXPECT_EQ(negative_zero.size(), 16U);
    EXPECT_EQ(near_overflow.size(), 16U);
}

} // namespace
