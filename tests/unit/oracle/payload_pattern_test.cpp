// SPDX-License-Identifier: Apache-2.0
#include "oracle/payload_pattern.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <set>
#include <vector>

namespace {

using sharpsim::oracle::fill;
using sharpsim::reduction::Type;

class PayloadPattern : public ::testing::TestWithParam<Type> {};

TEST_P(PayloadPattern, AnyPartCanBeMadeAlone)
{
    const std::size_t size = sharpsim::reduction::element_bytes(GetParam());
    constexpr std::size_t count = 101;
    // Around element 2^32 and 2^33 the keys change.
    for (const std::uint64_t base :
         {std::uint64_t{0}, (std::uint64_t{1} << 32) - 50, (std::uint64_t{1} << 33) - 49}) {
        std::vector<std::uint8_t> whole(count * size);
        fill(7, 3, 11, GetParam(), base, count, whole.data());
        for (std::size_t first = 0; first < count; ++first)
            for (const std::size_t n : {std::size_t{1}, std::size_t{2}, std::size_t{3}, count - first}) {
                if (first + n > count)
                    continue;
                std::vector<std::uint8_t> part(n * size);
                fill(7, 3, 11, GetParam(), base + first, n, part.data());
                ASSERT_EQ(std::memcmp(part.data(), whole.data() + first * size, part.size()), 0)
                    << base << " " << first << " " << n;
            }
    }
}

TEST_P(PayloadPattern, DependsOnEveryArgument)
{
    const std::size_t size = sharpsim::reduction::element_bytes(GetParam());
    std::set<std::vector<std::uint8_t>> seen;
    const auto add = [&](std::uint64_t seed, std::uint32_t rank, std::uint64_t collective,
                         std::uint64_t first) {
        std::vector<std::uint8_t> bytes(64 * size);
        fill(seed, rank, collective, GetParam(), first, 64, bytes.data());
        EXPECT_TRUE(seen.insert(bytes).second) << seed << " " << rank << " " << collective << " " << first;
    };
    for (std::uint64_t i = 0; i < 50; ++i) {
        add(100 + i, 0, 0, 0);
        add(0, static_cast<std::uint32_t>(100 + i), 0, 0);
        add(0, 0, 100 + i, 0);
        add(0, 0, 0, 100 + 64 * i);
        add(0, 0, 0, i << 33);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, PayloadPattern, ::testing::ValuesIn([] {
                             std::vector<Type> types;
                             for (unsigned code = 0; code < sharpsim::reduction::type_count; ++code)
                                 types.push_back(static_cast<Type>(code));
                             return types;
                         }()));

// Exponent -4..3 and all fractions, in the fields of the format.
TEST(PayloadPatternValues, OtherFloatsAreOfTheSameSize)
{
    struct Format {
        Type type;
        unsigned fraction_bits;
        unsigned bias;
    };
    for (const Format& f :
         {Format{Type::float64, 52, 1023}, Format{Type::float16, 10, 15}, Format{Type::bfloat16, 7, 127},
          Format{Type::float8_e4m3, 3, 7}, Format{Type::float8_e5m2, 2, 15}}) {
        const std::size_t size = sharpsim::reduction::element_bytes(f.type);
        constexpr std::size_t n = 10000;
        std::vector<std::uint8_t> bytes(n * size);
        fill(1, 2, 3, f.type, 7, n, bytes.data());
        std::set<std::uint64_t> exponents;
        std::size_t negative = 0;
        for (std::size_t i = 0; i < n; ++i) {
            std::uint64_t bits = 0;
            std::memcpy(&bits, bytes.data() + i * size, size);
            const std::uint64_t sign = std::uint64_t{1} << (8 * size - 1);
            negative += (bits & sign) != 0 ? 1 : 0;
            exponents.insert((bits & (sign - 1)) >> f.fraction_bits);
        }
        EXPECT_EQ(exponents.size(), 8U) << name(f.type);
        EXPECT_EQ(*exponents.begin(), f.bias - 4) << name(f.type);
        EXPECT_EQ(*exponents.rbegin(), f.bias + 3) << name(f.type);
        EXPECT_NEAR(static_cast<double>(negative), n / 2.0, 300.0) << name(f.type);
    }
}

TEST(PayloadPatternValues, PairsCarryTheRankAsTheirIndex)
{
    constexpr std::size_t n = 150;
    std::vector<std::uint64_t> pairs(2 * n);
    std::vector<std::uint64_t> values(n);
    fill(1, 6, 3, Type::float64, 11, n, reinterpret_cast<std::uint8_t*>(values.data()));
    const auto at = [&](std::size_t i) { return reinterpret_cast<std::uint8_t*>(pairs.data() + i); };
    fill(1, 6, 3, Type::float64, sharpsim::reduction::Operator::maxloc, 11, n, at(0));
    for (std::size_t i = 0; i < n; ++i) {
        EXPECT_EQ(pairs[2 * i], values[i]);
        EXPECT_EQ(pairs[2 * i + 1], 6U);
    }
    std::vector<std::uint64_t> alone(2);
    fill(1, 6, 3, Type::float64, sharpsim::reduction::Operator::maxloc, 11 + 99, 1,
         reinterpret_cast<std::uint8_t*>(alone.data()));
    EXPECT_EQ(std::memcmp(alone.data(), at(2 * 99), 16), 0);
}

TEST(PayloadPatternValues, FloatsAreModerateOfBothSignsAndOfEightExponents)
{
    std::vector<float> v(100000);
    fill(1, 2, 3, Type::float32, 0, v.size(), reinterpret_cast<std::uint8_t*>(v.data()));
    std::set<int> exponents;
    std::size_t negative = 0;
    for (const float x : v) {
        ASSERT_GE(std::fabs(x), 0.0625F);
        ASSERT_LT(std::fabs(x), 16.0F);
        exponents.insert(std::ilogb(x));
        negative += std::signbit(x) ? 1 : 0;
    }
    EXPECT_EQ(exponents.size(), 8U);
    EXPECT_NEAR(static_cast<double>(negative), 50000.0, 1000.0);
    // Another order of the same terms gives another sum.
    float up = 0;
    float down = 0;
    for (std::size_t i = 0; i < 1000; ++i) {
        up += v[i];
        down += v[999 - i];
    }
    EXPECT_NE(up, down);
}

} // namespace
