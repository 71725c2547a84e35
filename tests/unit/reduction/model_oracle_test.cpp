// SPDX-License-Identifier: Apache-2.0
// Model and oracle, which share no code, on every type and operator: all pairs of 8-bit operands, random ones
// of the others, under every rounding that the oracle knows and every variant.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "base/random.h"
#include "oracle/fold.h"
#include "reduction/alu_model.h"
#include "reduction/capabilities.h"

namespace {

using namespace sharpsim::reduction;
using sharpsim::RandomStream;
using Bytes = std::vector<std::uint8_t>;

struct Case {
    Type type;
    Operator op;
};

void PrintTo(const Case& c, std::ostream* os) { *os << name(c.type) << " " << name(c.op); }
std::string name_of(const ::testing::TestParamInfo<Case>& i)
{
    return std::string{name(i.param.type)} + "_" + std::string{name(i.param.op)};
}

std::vector<Case> cases(bool octets_only)
{
    std::vector<Case> out;
    for (unsigned t = 0; t < type_count; ++t)
        for (unsigned op = 0; op < operator_count; ++op) {
            const Case c{static_cast<Type>(t), static_cast<Operator>(op)};
            if (defined(c.type, c.op) && (!octets_only || element_bytes(c.type) == 1))
                out.push_back(c);
        }
    return out;
}

// The model with and without flags.
void expect_agreement(const Case& c, const Bytes& a, const Bytes& b, Rounding rounding, Variant variant)
{
    Bytes plain = a;
    Bytes flagged = a;
    Bytes expected = a;
    std::vector<LaneFlags> flags((a.size() + 3) / 4);
    reduce_beats(c.type, c.op, rounding, variant, plain.data(), b.data(), b.size(), nullptr);
    reduce_beats(c.type, c.op, rounding, variant, flagged.data(), b.data(), b.size(), flags.data());
    sharpsim::oracle::fold(c.type, c.op, expected.data(), b.data(), b.size(), {rounding, variant});
    if (plain == expected && flagged == expected)
        return;
    const std::size_t size = element_bytes(c.type, c.op);
    for (std::size_t at = 0; at < a.size(); at += size) {
        std::uint64_t v[8] = {};
        const Bytes* from[] = {&a, &b, &plain, &expected};
        for (std::size_t k = 0; k < 4; ++k)
            std::memcpy(&v[2 * k], from[k]->data() + at, size);
        ASSERT_TRUE(v[4] == v[6] && v[5] == v[7])
            << std::hex << v[0] << ":" << v[1] << " with " << v[2] << ":" << v[3] << " gives " << v[4] << ":"
            << v[5] << ", expected " << v[6] << ":" << v[7] << " rounding " << static_cast<unsigned>(rounding)
            << " variant " << int{variant.code()};
    }
    FAIL() << "the path with flags differs";
}

void expect_agreement_under_all_rules(const Case& c, const Bytes& a, const Bytes& b)
{
    for (unsigned rounding = 0; rounding < 4; ++rounding)
        for (unsigned variant = 0; variant < 8; ++variant)
            ASSERT_NO_FATAL_FAILURE(expect_agreement(c, a, b, static_cast<Rounding>(rounding),
                                                     variant_of(static_cast<std::uint8_t>(variant))));
}

class AllOctets : public ::testing::TestWithParam<Case> {};

TEST_P(AllOctets, AgreeOnAll65536Pairs)
{
    Bytes a(65536);
    Bytes b(65536);
    for (unsigned i = 0; i < 65536; ++i) {
        a[i] = static_cast<std::uint8_t>(i >> 8);
        b[i] = static_cast<std::uint8_t>(i);
    }
    expect_agreement_under_all_rules(GetParam(), a, b);
}

INSTANTIATE_TEST_SUITE_P(Types, AllOctets, ::testing::ValuesIn(cases(true)), name_of);

class ModelAndOracle : public ::testing::TestWithParam<Case> {};

// Random bits; operands that lie close together or are equal, so that cancellation and ties occur; special
// exponents.
TEST_P(ModelAndOracle, AgreeOnRandomBits)
{
    const Case c = GetParam();
    RandomStream random{1, "model-oracle",
                        static_cast<std::uint64_t>(c.type) * 16 + static_cast<unsigned>(c.op)};
    Bytes a(4096);
    Bytes b(4096);
    for (int round = 0; round < 40; ++round) {
        for (std::size_t i = 0; i < a.size(); i += 8) {
            std::uint64_t x = random.next();
            std::uint64_t y = random.next();
            if (round % 4 == 1)
                y = x ^ (y & random.next() & 0x83FF83FF83FF83FFU) ^ ((y & 1) << 31);
            if (round % 4 == 2) // few bits: subnormals, equal numbers and indices
                x &= random.next() & random.next() & random.next();
            if (round % 4 == 2)
                y &= random.next() & random.next() & random.next();
            if (round % 4 == 3) { // infinities and NaNs of one of the widths, zeros
                const std::uint64_t tops[] = {0x7FF0000000000000, 0x7F8000007F800000, 0x7C007C007C007C00,
                                              0x7F807F807F807F80, 0x8000000000000000, 0x8000800080008000};
                x = tops[random.below(6)] ^
                    (x & random.next() & random.next() & random.next() & random.next());
                y = random.below(2) == 0 ? tops[random.below(6)] : y;
            }
            std::memcpy(&a[i], &x, 8);
            std::memcpy(&b[i], &y, 8);
        }
        ASSERT_NO_FATAL_FAILURE(expect_agreement_under_all_rules(c, a, b));
    }
}

INSTANTIATE_TEST_SUITE_P(Types, ModelAndOracle, ::testing::ValuesIn(cases(false)), name_of);

class Pairs : public ::testing::TestWithParam<Case> {};

std::vector<Case> pair_cases()
{
    std::vector<Case> out;
    for (const Case& c : cases(false))
        if (is_pair(c.op))
            out.push_back(c);
    return out;
}

// Few values, each with few indices, so that every kind of tie occurs: both orders of the operands give the
// same bits, and a value never loses its index.
TEST_P(Pairs, DoNotDependOnTheOrderOfTheOperands)
{
    const Case c = GetParam();
    const std::size_t half = element_bytes(c.type);
    const unsigned shift = half == 8 ? 32 : 0;
    const std::uint64_t tops[] = {0,          0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000,
                                  0x7FF80000, 0x7FC00000, 0xFFFFFFFF, 0x7FA00000, 0x00000001, 0x80000001};
    Bytes a;
    Bytes b;
    const auto append = [&](Bytes& to, std::uint64_t value, std::uint64_t index) {
        const std::uint64_t halves[] = {value << shift, index};
        for (const std::uint64_t h : halves)
            for (std::size_t i = 0; i < half; ++i)
                to.push_back(static_cast<std::uint8_t>(h >> (8 * i)));
    };
    for (const std::uint64_t x : tops)
        for (const std::uint64_t y : tops)
            for (std::uint64_t i = 0; i < 3; ++i)
                for (std::uint64_t j = 0; j < 3; ++j) {
                    append(a, x, i - 1); // the largest index, 0, 1
                    append(b, y, j - 1);
                }
    for (unsigned variant = 0; variant < 8; ++variant) {
        const Variant v = variant_of(static_cast<std::uint8_t>(variant));
        Bytes ab = a;
        Bytes ba = b;
        std::vector<LaneFlags> ab_flags(a.size() / 4);
        std::vector<LaneFlags> ba_flags(a.size() / 4);
        reduce_beats(c.type, c.op, Rounding::nearest_even, v, ab.data(), b.data(), b.size(), ab_flags.data());
        reduce_beats(c.type, c.op, Rounding::nearest_even, v, ba.data(), a.data(), a.size(), ba_flags.data());
        EXPECT_EQ(ab, ba) << variant;
        EXPECT_EQ(ab_flags, ba_flags) << variant;
        ASSERT_NO_FATAL_FAILURE(expect_agreement(c, a, b, Rounding::nearest_even, v));
    }
}

INSTANTIATE_TEST_SUITE_P(Types, Pairs, ::testing::ValuesIn(pair_cases()), name_of);

} // namespace
