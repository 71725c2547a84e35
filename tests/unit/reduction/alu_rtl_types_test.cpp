// SPDX-License-Identifier: Apache-2.0
// The RTL against the model over every type, operator, rounding and variant: all pairs of 8-bit elements, and
// operands of the wider types that lie where sums round, cancel, overflow and become subnormal.
#include <gtest/gtest.h>

#include <deque>

#include "reduction/capabilities.h"
#include "unit/reduction/rtl_bench.h"

namespace {

using namespace sharpsim::reduction;
using namespace sharpsim::test;
using sharpsim::RandomStream;

// Sends beats and compares each result when it comes.
class Comparer {
public:
    explicit Comparer(RandomStream& random) { bench_.seed(random); }
    void send(const Beat& b)
    {
        sent_.push_back(b);
        step(&sent_.back());
    }
    void finish(std::uint64_t expected)
    {
        while (!sent_.empty() && !::testing::Test::HasFatalFailure())
            step(nullptr);
        EXPECT_EQ(compared_, expected);
    }

private:
    void step(Beat* b)
    {
        const AluOut out = bench_.edge(b);
        if (!out.valid)
            return;
        ASSERT_NO_FATAL_FAILURE(expect_model(sent_.front(), bench_.take(out)));
        sent_.pop_front();
        ++compared_;
    }

    Bench bench_;
    std::deque<Beat> sent_;
    std::uint64_t compared_{0};
};

// Every pair of codes of an 8-bit type, each in a place that changes from call to call.
void all_pairs(Comparer& c, Type type, Operator op, unsigned rounding, unsigned variant, unsigned& calls)
{
    const unsigned turn = 5 * calls++;
    Beat b = make_beat(type, op);
    b.in.rounding = static_cast<std::uint8_t>(rounding);
    b.in.variant = static_cast<std::uint8_t>(variant);
    for (unsigned pair = 0; pair < 65536; pair += beat) {
        for (unsigned i = 0; i < beat; ++i) {
            const unsigned p = pair + (i + turn) % beat;
            b.acc[i] = static_cast<std::uint8_t>(p >> 8);
            b.operand[i] = static_cast<std::uint8_t>(p);
        }
        c.send(b);
        if (::testing::Test::HasFatalFailure())
            return;
    }
}

TEST(Rtl8Bits, AllPairsOf8BitFloatsInAllRoundingsAndVariants)
{
    RandomStream random{3, "rtl-fp8"};
    Comparer c{random};
    unsigned calls = 0;
    for (const Type type : {Type::float8_e4m3, Type::float8_e5m2})
        for (unsigned variant = 0; variant < 8; ++variant)
            for (unsigned rounding = 0; rounding < rounding_count; ++rounding)
                ASSERT_NO_FATAL_FAILURE(all_pairs(c, type, Operator::sum, rounding, variant, calls));
    c.finish(calls * 65536 / beat);
}

TEST(Rtl8Bits, AllPairsOf8BitFloatsInSelectionsAndVariants)
{
    RandomStream random{4, "rtl-fp8-select"};
    Comparer c{random};
    unsigned calls = 0;
    for (const Type type : {Type::float8_e4m3, Type::float8_e5m2})
        for (const Operator op : {Operator::min, Operator::max})
            for (unsigned variant = 0; variant < 8; ++variant)
                ASSERT_NO_FATAL_FAILURE(all_pairs(c, type, op, calls % rounding_count, variant, calls));
    c.finish(calls * 65536 / beat);
}

TEST(Rtl8Bits, AllPairsOf8BitIntegersInAllOperatorsAndVariants)
{
    RandomStream random{5, "rtl-int8"};
    Comparer c{random};
    unsigned calls = 0;
    for (const Type type : {Type::int8, Type::uint8})
        for (unsigned op = 0; op < operator_count; ++op)
            for (unsigned variant = 0; variant < (op == 0 ? 8U : 2U); ++variant) {
                if (is_pair(static_cast<Operator>(op)))
                    continue;
                ASSERT_NO_FATAL_FAILURE(
                    all_pairs(c, type, static_cast<Operator>(op), calls % rounding_count, variant, calls));
            }
    c.finish(calls * 65536 / beat);
}

struct Shape {
    unsigned bits;
    unsigned fraction; // of a float
};

Shape shape_of(Type type)
{
    const unsigned bits = 8 * element_bytes(type);
    switch (type) {
    case Type::float16:
        return {bits, 10};
    case Type::bfloat16:
        return {bits, 7};
    case Type::float32:
        return {bits, 23};
    case Type::float64:
        return {bits, 52};
    case Type::float8_e4m3:
        return {bits, 3};
    case Type::float8_e5m2:
        return {bits, 2};
    default:
        return {bits, 0};
    }
}

std::uint64_t some_fraction(RandomStream& random)
{
    const std::uint64_t x = random.next();
    switch (random.below(8)) {
    case 0:
        return 0;
    case 1:
        return ~std::uint64_t{0};
    case 2:
        return std::uint64_t{1} << (x % 64);
    case 3:
        return ~std::uint64_t{0} << (x % 64);
    case 4:
        return (std::uint64_t{1} << (x % 64)) - 1;
    default:
        return x;
    }
}

std::uint64_t some_float(Shape s, RandomStream& random)
{
    const unsigned exponent_bits = s.bits - 1 - s.fraction;
    const std::uint64_t top = (std::uint64_t{1} << exponent_bits) - 1;
    std::uint64_t exponent = random.next() & top;
    switch (random.below(6)) {
    case 0: // subnormal, and next to it
        exponent = random.below(4);
        break;
    case 1: // infinity, NaN, and numbers that overflow
        exponent = top - random.below(4);
        break;
    default:
        break;
    }
    const std::uint64_t fraction = some_fraction(random) & ((std::uint64_t{1} << s.fraction) - 1);
    return ((random.next() & 1) << (s.bits - 1)) | (exponent << s.fraction) | fraction;
}

// Something that meets x in an interesting way.
std::uint64_t partner_of(std::uint64_t x, Shape s, RandomStream& random)
{
    const std::uint64_t sign = std::uint64_t{1} << (s.bits - 1);
    const unsigned exponent_bits = s.bits - 1 - s.fraction;
    const std::uint64_t top = (std::uint64_t{1} << exponent_bits) - 1;
    switch (random.below(6)) {
    case 0:
        return x; // doubles; equal
    case 1:
        return x ^ sign; // cancels
    case 2:
        return (x ^ sign) + random.below(5) - 2; // nearly so
    case 3:
    case 4: { // further up or down by no more than the significand and the draw are long
        const std::uint64_t far = random.below(s.fraction + 24);
        const std::uint64_t exponent = (x >> s.fraction) & top;
        const std::uint64_t other = random.below(2) == 0 ? (exponent > far ? exponent - far : 0)
                                                         : (exponent + far < top ? exponent + far : top);
        const std::uint64_t fraction = some_fraction(random) & ((std::uint64_t{1} << s.fraction) - 1);
        return ((random.next() & 1) << (s.bits - 1)) | (other << s.fraction) | fraction;
    }
    default:
        return some_float(s, random);
    }
}

std::uint64_t some_integer(Shape s, RandomStream& random)
{
    const std::uint64_t limit = std::uint64_t{1} << (s.bits - 1);
    switch (random.below(4)) {
    case 0:
        return limit + random.below(5) - 2; // the ends of signed integers
    case 1:
        return random.below(5) - 2; // of unsigned ones
    case 2:
        return std::uint64_t{1} << (random.next() % s.bits); // a carry runs from here
    default:
        return random.next();
    }
}

void fill(Beat& b, RandomStream& random)
{
    const auto type = static_cast<Type>(b.in.type);
    const Shape s = shape_of(type);
    const bool pairs = is_pair(static_cast<Operator>(b.in.op));
    const std::size_t size = s.bits / 8;
    for (std::size_t at = 0, k = 0; at < beat; at += size, ++k) {
        std::uint64_t x = 0;
        std::uint64_t y = 0;
        if (pairs && k % 2 == 1) { // index
            x = random.next() & (random.below(2) == 0 ? 3 : ~std::uint64_t{0});
            y = random.below(3) == 0 ? x : random.below(2) == 0 ? x + 1 : random.next();
        } else if (is_float(type)) {
            x = some_float(s, random);
            y = partner_of(x, s, random);
        } else {
            x = some_integer(s, random);
            y = random.below(4) == 0 ? x : random.below(3) == 0 ? ~x : some_integer(s, random);
        }
        std::memcpy(b.acc + at, &x, size);
        std::memcpy(b.operand + at, &y, size);
    }
    b.in.mask = random.below(4) != 0 ? ~std::uint64_t{0} : random.next() | random.next() | random.next();
    b.in.first = random.below(32) == 0;
    for (auto& f : b.acc_flags)
        f = random.below(4) == 0 ? static_cast<LaneFlags>(random.next() & 31) : LaneFlags{0};
}

class RtlTypes : public ::testing::TestWithParam<unsigned> {};

TEST_P(RtlTypes, AgreesWithTheModelWhereSumsRoundAndPairsTie)
{
    const auto type = static_cast<Type>(GetParam());
    RandomStream random{6 + GetParam(), "rtl-types"};
    Comparer c{random};
    std::uint64_t beats = 0;
    for (unsigned op = 0; op < operator_count; ++op) {
        const unsigned rounds = op == 0 ? (is_float(type) ? 100 : 10) : op < 5 ? 10 : 2;
        for (unsigned i = 0; i < rounds * rounding_count * 8; ++i, ++beats) {
            Beat b = make_beat(type, static_cast<Operator>(op));
            b.in.rounding = static_cast<std::uint8_t>(i % rounding_count);
            b.in.variant = static_cast<std::uint8_t>(i / rounding_count % 8);
            fill(b, random);
            c.send(b);
            if (HasFatalFailure())
                return;
        }
    }
    c.finish(beats);
}

INSTANTIATE_TEST_SUITE_P(Types, RtlTypes, ::testing::Range(0U, type_count),
                         [](const auto& i) { return std::string{name(static_cast<Type>(i.param))}; });

} // namespace
