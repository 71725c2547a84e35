// SPDX-License-Identifier: Apache-2.0
// Sums in precisions other than native: known values in all orders and trees, the oracle, and native sums
// where the two must be one.
#include "reduction/slot_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/random.h"
#include "oracle/wide_fold.h"

namespace {

using namespace sharpsim::reduction;
using sharpsim::RandomStream;
using Bytes = std::vector<std::uint8_t>;
using Slots = std::vector<std::uint64_t>;

struct Case {
    Type type;
    Precision precision;
};

void PrintTo(const Case& c, std::ostream* os) { *os << name(c.type) << " " << name(c.precision); }
std::string name_of(const ::testing::TestParamInfo<Case>& i)
{
    return std::string{name(i.param.type)} + "_" + std::string{name(i.param.precision)};
}

std::vector<Case> cases()
{
    std::vector<Case> out;
    for (unsigned p = 1; p < precision_count; ++p)
        for (unsigned t = 0; t < type_count; ++t)
            if (keeps(static_cast<Precision>(p), static_cast<Type>(t)))
                out.push_back({static_cast<Type>(t), static_cast<Precision>(p)});
    return out;
}

Bytes of_codes(Type type, const std::vector<std::uint32_t>& codes)
{
    Bytes bytes;
    for (const std::uint32_t code : codes)
        for (unsigned n = 0; n < element_bytes(type); ++n)
            bytes.push_back(static_cast<std::uint8_t>(code >> 8 * n));
    return bytes;
}

struct Node { // folds operands one after the other
    Type type;
    Precision precision;
    Rounding rounding{Rounding::nearest_even};
    Variant variant{};

    Bytes run(const std::vector<Bytes>& operands) const
    {
        Slots slots;
        return fold(operands, slots, precision);
    }
    // What an inner node of an exact_wire tree sends.
    Bytes send(const std::vector<Bytes>& operands) const
    {
        Slots slots;
        fold(operands, slots, Precision::exact_wire);
        Bytes wire(slots.size() * wire_bytes(type));
        pack_slots(type, slots.data(), slots.size(), wire.data());
        return wire;
    }
    // The root over such messages.
    Bytes merge(const std::vector<Bytes>& messages) const
    {
        const std::size_t elements = messages[0].size() / wire_bytes(type);
        std::vector<Bytes> operands;
        for (const Bytes& m : messages) {
            Slots unpacked(elements);
            unpack_slots(type, m.data(), elements, unpacked.data());
            operands.emplace_back(8 * elements);
            std::copy_n(reinterpret_cast<const std::uint8_t*>(unpacked.data()), 8 * elements,
                        operands.back().begin());
        }
        Slots slots;
        return fold(operands, slots, Precision::exact_node_merge);
    }

private:
    Bytes fold(const std::vector<Bytes>& operands, Slots& slots, Precision p) const
    {
        SlotFold f;
        f.type = type;
        f.precision = p;
        f.rounding = rounding;
        f.variant = variant;
        f.elements = operands[0].size() / (merges(p) ? 8 : element_bytes(type));
        slots.assign(f.elements, 0);
        Bytes result(f.elements * element_bytes(type));
        f.slots = slots.data();
        f.result = result.data();
        for (std::size_t i = 0; i < operands.size(); ++i) {
            f.first = i == 0;
            f.last = i + 1 == operands.size();
            f.operand = operands[i].data();
            fold_slots(f);
        }
        return result;
    }
};

std::uint32_t code_of(Type type, const Bytes& b)
{
    return element_bytes(type) == 1 ? b[0] : static_cast<std::uint32_t>(b[0] | b[1] << 8);
}

Bytes native_sum(Type type, const std::vector<Bytes>& operands, Rounding rounding = Rounding::nearest_even)
{
    Bytes acc = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i)
        reduce_beats(type, Operator::sum, rounding, {}, acc.data(), operands[i].data(), acc.size(), nullptr);
    return acc;
}

struct Probe {
    Type type;
    std::array<std::uint32_t, 4> codes;
    std::uint32_t exact;
};

// The largest number, the least subnormal one, the largest negative one, the least subnormal one: twice the
// least subnormal number remains.
const Probe probes[] = {
    {Type::float16, {0x7BFF, 0x0001, 0xFBFF, 0x0001}, 0x0002},
    {Type::float8_e5m2, {0x7B, 0x01, 0xFB, 0x01}, 0x02},
    {Type::float8_e4m3, {0x7E, 0x01, 0xFE, 0x01}, 0x02},
};

TEST(ExactSums, KeepWhatCancelsInEveryOrderAndTree)
{
    for (const Probe& probe : probes) {
        std::array<unsigned, 4> order{0, 1, 2, 3};
        unsigned native_differs = 0;
        do {
            std::vector<Bytes> operands;
            for (const unsigned i : order)
                operands.push_back(of_codes(probe.type, {probe.codes[i]}));
            EXPECT_EQ(code_of(probe.type, Node{probe.type, Precision::exact_node}.run(operands)),
                      probe.exact);
            native_differs += code_of(probe.type, native_sum(probe.type, operands)) != probe.exact ? 1 : 0;
            const Node node{probe.type, Precision::exact_wire};
            for (unsigned split = 1; split < 4; ++split) {
                const std::vector<Bytes> left(operands.begin(), operands.begin() + split);
                const std::vector<Bytes> right(operands.begin() + split, operands.end());
                const Bytes sum = node.merge({node.send(left), node.send(right)});
                EXPECT_EQ(code_of(probe.type, sum), probe.exact) << name(probe.type) << " split " << split;
            }
        } while (std::next_permutation(order.begin(), order.end()));
        // Only where the two large ones come one after the other do both small ones survive, or where the
        // small ones come last.
        EXPECT_GE(native_differs, 16U) << name(probe.type);
        EXPECT_LT(native_differs, 24U) << name(probe.type);
    }
}

class EveryPrecision : public ::testing::TestWithParam<Case> {};

// One operand passes; with two there is one rounding, which is the native one.
TEST_P(EveryPrecision, OfTwoOperandsIsTheNativeSum)
{
    const Case c = GetParam();
    const RandomStream random{17, "pairs"};
    const bool octets = element_bytes(c.type) == 1;
    std::vector<std::uint32_t> a;
    std::vector<std::uint32_t> b;
    for (std::uint32_t i = 0; i < 65536; ++i) {
        a.push_back(octets ? i >> 8 : i);
        b.push_back(octets ? i & 0xFF : static_cast<std::uint32_t>(random.at(i) & 0xFFFF));
    }
    const std::vector<Bytes> operands{of_codes(c.type, a), of_codes(c.type, b)};
    for (unsigned r = 0; r < rounding_count - 1; ++r) { // draws are of beats, which differ
        const auto rounding = static_cast<Rounding>(r);
        const Precision node = c.precision == Precision::exact_wire ? Precision::exact_node : c.precision;
        EXPECT_EQ((Node{c.type, node, rounding}.run(operands)), native_sum(c.type, operands, rounding)) << r;
        EXPECT_EQ((Node{c.type, node, rounding}.run({operands[0]})), operands[0]);
    }
}

std::vector<Bytes> random_operands(Type type, std::size_t count, std::size_t elements, std::uint64_t seed)
{
    const RandomStream random{seed, "operands"};
    std::vector<Bytes> operands;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::uint32_t> codes;
        for (std::size_t e = 0; e < elements; ++e) {
            const std::uint64_t x = random.at(i * elements + e);
            auto code = static_cast<std::uint32_t>(x & 0xFFFF);
            // Infinities and NaNs would soon be all there is: keep most operands finite, and many close
            // together.
            if ((x >> 16) % 64 != 0)
                code &= element_bytes(type) == 1 ? 0xBBU : type == Type::bfloat16 ? 0xC3FFU : 0xBBFFU;
            codes.push_back(code);
        }
        operands.push_back(of_codes(type, codes));
    }
    return operands;
}

TEST_P(EveryPrecision, IsWhatTheOracleSays)
{
    const Case c = GetParam();
    const Precision node = c.precision == Precision::exact_wire ? Precision::exact_node : c.precision;
    for (const std::size_t count : {2U, 3U, 7U, 64U})
        for (unsigned r = 0; r < rounding_count - 1; ++r)
            for (std::uint8_t v = 0; v < 8; ++v) {
                const auto operands = random_operands(c.type, count, 512, 100 * count + r);
                std::vector<const std::uint8_t*> pointers;
                for (const Bytes& b : operands)
                    pointers.push_back(b.data());
                Bytes expected(operands[0].size());
                sharpsim::oracle::fold_wide(c.type, c.precision, pointers, expected.size(), expected.data(),
                                            {static_cast<Rounding>(r), variant_of(v)});
                const Bytes got = Node{c.type, node, static_cast<Rounding>(r), variant_of(v)}.run(operands);
                ASSERT_EQ(got, expected) << count << " operands, rounding " << r << ", variant " << int{v};
            }
}

INSTANTIATE_TEST_SUITE_P(All, EveryPrecision, ::testing::ValuesIn(cases()), name_of);

TEST(ExactSums, DoNotDependOnOrderOrTree)
{
    for (const Type type : {Type::float16, Type::float8_e4m3, Type::float8_e5m2})
        for (unsigned r = 0; r < rounding_count - 1; ++r) {
            auto operands = random_operands(type, 12, 256, 5 + r);
            const Node node{type, Precision::exact_node, static_cast<Rounding>(r)};
            const Bytes expected = node.run(operands);
            const RandomStream random{r, "shuffle"};
            for (std::uint64_t turn = 0; turn < 10; ++turn) {
                for (std::size_t i = operands.size() - 1; i > 0; --i)
                    std::swap(operands[i], operands[random.at(turn * 100 + i) % (i + 1)]);
                EXPECT_EQ(node.run(operands), expected);
                const auto cut = static_cast<std::ptrdiff_t>(1 + random.at(turn) % 11);
                EXPECT_EQ(node.merge({node.send({operands.begin(), operands.begin() + cut}),
                                      node.send({operands.begin() + cut, operands.end()})}),
                          expected);
            }
        }
}

// As wide as the issue of many ranks: the sum of 131,072 largest numbers and as many opposites is zero.
TEST(ExactSums, HoldAsManyOperandsAsTheyPromise)
{
    for (const Probe& probe : probes) {
        SlotFold f;
        std::uint64_t slot = 0;
        const Bytes large = of_codes(probe.type, {probe.codes[0]});
        const Bytes opposite = of_codes(probe.type, {probe.codes[2]});
        const Bytes least = of_codes(probe.type, {1});
        std::uint16_t result = 0;
        f.type = probe.type;
        f.precision = Precision::exact_node;
        f.elements = 1;
        f.slots = &slot;
        f.result = reinterpret_cast<std::uint8_t*>(&result);
        f.first = true;
        for (unsigned i = 0; i < 2 * 65536; ++i) {
            f.operand = i < 65536 ? large.data() : opposite.data();
            fold_slots(f);
            f.first = false;
        }
        f.operand = least.data();
        f.last = true;
        fold_slots(f);
        EXPECT_EQ(result, 1) << name(probe.type);
    }
}

TEST(ExactSums, GiveZeroTheSignOfItsOperands)
{
    struct Zero {
        std::vector<std::uint32_t> signs; // of zeros of float16
        Rounding rounding;
        std::uint32_t result;
    };
    const Zero zeros[] = {
        {{1, 1, 1}, Rounding::nearest_even, 0x8000},
        {{0, 0}, Rounding::down, 0},
        {{1, 0, 1}, Rounding::nearest_even, 0},
        {{1, 0, 1}, Rounding::down, 0x8000},
        {{1, 0, 1}, Rounding::up, 0},
        {{1, 1}, Rounding::up, 0x8000},
    };
    for (const Zero& z : zeros) {
        std::vector<Bytes> operands;
        for (const std::uint32_t s : z.signs)
            operands.push_back(of_codes(Type::float16, {s << 15}));
        EXPECT_EQ(
            code_of(Type::float16, Node{Type::float16, Precision::exact_node, z.rounding}.run(operands)),
            z.result);
    }
    const std::vector<Bytes> opposites{of_codes(Type::float16, {0x3C00}), of_codes(Type::float16, {0xBC00})};
    EXPECT_EQ(code_of(Type::float16, Node{Type::float16, Precision::exact_node}.run(opposites)), 0U);
    EXPECT_EQ(
        code_of(Type::float16, Node{Type::float16, Precision::exact_node, Rounding::down}.run(opposites)),
        0x8000U);
}

// 1 + 2^-11 + 2^-22 in float16: the wide accumulator holds what a native one rounds away twice.
TEST(WideSums, RoundOnceAtTheEnd)
{
    const std::vector<Bytes> operands{of_codes(Type::float16, {0x3C00}), of_codes(Type::float16, {0x1000}),
                                      of_codes(Type::float16, {0x0004})};
    EXPECT_EQ(code_of(Type::float16, native_sum(Type::float16, operands)), 0x3C00U);
    EXPECT_EQ(code_of(Type::float16, Node{Type::float16, Precision::wide19}.run(operands)), 0x3C01U);
    EXPECT_EQ(code_of(Type::float16, Node{Type::float16, Precision::fp32}.run(operands)), 0x3C01U);
    EXPECT_EQ(code_of(Type::float16, Node{Type::float16, Precision::exact_node}.run(operands)), 0x3C01U);
}

TEST(WideSums, RefuseWhatTheyDoNotKeep)
{
    SlotFold f;
    f.type = Type::bfloat16;
    f.precision = Precision::exact_node;
    EXPECT_THROW(fold_slots(f), sharpsim::ModelError);
    f.precision = Precision::native;
    EXPECT_THROW(fold_slots(f), sharpsim::ModelError);
}

} // namespace
