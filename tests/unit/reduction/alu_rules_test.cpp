// SPDX-License-Identifier: Apache-2.0
// The model against the host's own adder in every direction of rounding, flags included; the random draws;
// the variants; integers at their limits.
#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstring>
#include <limits>
#include <set>
#include <vector>

#include "base/random.h"
#include "reduction/alu_model.h"
#include "reduction/alu_variant.h"

namespace {

using namespace sharpsim::reduction;
using sharpsim::RandomStream;

struct Sum {
    std::uint64_t value{0};
    LaneFlags flags{0};
};

Sum model(Type type, Operator op, Rounding rounding, Variant variant, std::uint64_t a, std::uint64_t b,
          std::uint32_t state = 1)
{
    std::uint32_t states[built_lanes];
    std::fill(states, states + built_lanes, state);
    std::uint8_t acc[8];
    std::uint8_t operand[8];
    std::memcpy(acc, &a, 8);
    std::memcpy(operand, &b, 8);
    LaneFlags flags[2] = {};
    const std::size_t size = element_bytes(type);
    reduce_beats(type, op, rounding, variant, acc, operand, size, flags, states);
    Sum s;
    std::memcpy(&s.value, acc, size);
    s.flags = flags[0];
    return s;
}

// Random, special, near each other, and ties: what an adder can get wrong.
template <class Bits>
struct Operands {
    RandomStream random{3, "operands"};
    static constexpr unsigned fraction = sizeof(Bits) == 8 ? 52 : 23;
    Bits special()
    {
        const Bits top = sizeof(Bits) == 8 ? static_cast<Bits>(0x7FF) : Bits{0xFF};
        const Bits exponents[] = {0, 1, 2, top, static_cast<Bits>(top - 1), static_cast<Bits>(top / 2)};
        const Bits fractions[] = {0, 1, (Bits{1} << fraction) - 1, Bits{1} << (fraction - 1)};
        return static_cast<Bits>(random.next()) << (8 * sizeof(Bits) - 1) |
               exponents[random.below(6)] << fraction | fractions[random.below(4)];
    }
    void draw(Bits& a, Bits& b)
    {
        a = static_cast<Bits>(random.next());
        b = static_cast<Bits>(random.next());
        switch (random.below(5)) {
        case 0:
            a = special();
            b = special();
            break;
        case 1:
            b = special();
            break;
        case 2: // exponents near each other
            b = (a & (~Bits{0} << fraction)) + static_cast<Bits>((random.below(64) - 32) << fraction);
            b |= static_cast<Bits>(random.next() & random.next() & random.next()) >>
                 (8 * sizeof(Bits) - fraction);
            break;
        case 3: // cancellation
            b = (a ^ static_cast<Bits>(random.next() & 7)) ^ (Bits{1} << (8 * sizeof(Bits) - 1));
            break;
        default:
            break;
        }
    }
};

template <class Float, class Bits>
Sum host(int mode, Bits a, Bits b)
{
    volatile Float x;
    volatile Float y;
    std::memcpy(const_cast<Float*>(&x), &a, sizeof a);
    std::memcpy(const_cast<Float*>(&y), &b, sizeof b);
    std::feclearexcept(FE_ALL_EXCEPT);
    std::fesetround(mode);
    volatile Float s = x + y;
    std::fesetround(FE_TONEAREST);
    const int raised = std::fetestexcept(FE_ALL_EXCEPT);
    Sum r;
    const Float result = s;
    std::memcpy(&r.value, &result, sizeof a);
    if (std::isnan(result))
        r.value = sizeof a == 8 ? 0x7FF8000000000000U : 0x7FC00000U;
    r.flags = static_cast<LaneFlags>(((raised & FE_INEXACT) != 0 ? flag_inexact : 0) |
                                     ((raised & FE_OVERFLOW) != 0 ? flag_overflow : 0) |
                                     ((raised & FE_UNDERFLOW) != 0 ? flag_underflow : 0) |
                                     ((raised & FE_INVALID) != 0 ? flag_invalid : 0));
    return r;
}

template <class Float, class Bits>
void expect_host(Type type, unsigned count)
{
    const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_TOWARDZERO, FE_UPWARD};
    Operands<Bits> operands;
    for (unsigned i = 0; i < count; ++i) {
        Bits a;
        Bits b;
        operands.draw(a, b);
        for (unsigned rounding = 0; rounding < 4; ++rounding) {
            const Sum expected = host<Float, Bits>(modes[rounding], a, b);
            const Sum got = model(type, Operator::sum, static_cast<Rounding>(rounding), {}, a, b);
            ASSERT_EQ(got.value, expected.value) << std::hex << +a << " " << +b << " rounding " << rounding;
            ASSERT_EQ(int{got.flags}, int{expected.flags})
                << std::hex << +a << " " << +b << " rounding " << rounding;
        }
    }
}

TEST(ModelRounding, Float32IsTheHostsInFourDirections)
{
    expect_host<float, std::uint32_t>(Type::float32, 1000000);
}

TEST(ModelRounding, Float64IsTheHostsInFourDirections)
{
    expect_host<double, std::uint64_t>(Type::float64, 1000000);
}

// The vectorised sum with flags against the exact one, which any variant bit without meaning for a sum calls.
template <class Bits>
void expect_same_paths(Type type)
{
    Operands<Bits> operands;
    const Variant exact_path{false, true, false};
    constexpr std::size_t n = 4096;
    std::vector<Bits> a(n);
    std::vector<Bits> b(n);
    for (int round = 0; round < 1000; ++round) {
        for (std::size_t i = 0; i < n; ++i)
            operands.draw(a[i], b[i]);
        std::vector<Bits> slow = a;
        std::vector<Bits> plain = a;
        std::vector<LaneFlags> flags(n * sizeof(Bits) / 4);
        std::vector<LaneFlags> slow_flags(flags.size());
        const auto bytes = [](std::vector<Bits>& v) { return reinterpret_cast<std::uint8_t*>(v.data()); };
        const std::size_t size = n * sizeof(Bits);
        reduce_beats(type, Operator::sum, Rounding::nearest_even, exact_path, bytes(slow), bytes(b), size,
                     slow_flags.data());
        reduce_beats(type, Operator::sum, Rounding::nearest_even, {}, bytes(plain), bytes(b), size, nullptr);
        ASSERT_EQ(plain, slow);
        reduce_beats(type, Operator::sum, Rounding::nearest_even, {}, bytes(a), bytes(b), size, flags.data());
        ASSERT_EQ(a, slow);
        ASSERT_EQ(flags, slow_flags);
    }
}

TEST(ModelFastPath, Float32SumsAndFlagsOfFourMillionPairs)
{
    expect_same_paths<std::uint32_t>(Type::float32);
}
TEST(ModelFastPath, Float64SumsAndFlagsOfFourMillionPairs)
{
    expect_same_paths<std::uint64_t>(Type::float64);
}

// ---- Random draws

std::uint32_t thirteen_steps(std::uint32_t s)
{
    for (int i = 0; i < 13; ++i)
        s = ((s << 1) | (((s >> 19) ^ (s >> 2)) & 1)) & 0xFFFFF;
    return s;
}

TEST(ModelDraws, AllStatesButZeroComeOnceInAPeriod)
{
    std::vector<bool> seen(1U << 20);
    std::uint32_t s = 1;
    unsigned period = 0;
    do {
        ASSERT_FALSE(seen[s]);
        seen[s] = true;
        const std::uint32_t next = advance_draw(s);
        ASSERT_EQ(next, thirteen_steps(s));
        s = next;
        ++period;
    } while (s != 1);
    EXPECT_EQ(period, (1U << 20) - 1);
    EXPECT_FALSE(seen[0]);
}

TEST(ModelDraws, AnElementTurnsItsLanesStateByItsPlace)
{
    const std::uint32_t states[2] = {0x80001, 0x12345};
    EXPECT_EQ(draw(states, 0), 0x80001U);
    EXPECT_EQ(draw(states, 1), 0x00030U);
    EXPECT_EQ(draw(states, 4), 0x12345U);
    EXPECT_EQ(draw(states, 6), ((0x12345U << 10) | (0x12345U >> 10)) & 0xFFFFFU);
    EXPECT_EQ(draw(nullptr, 3), 1U << 15);
}

// 1 + k * 2^-30 ulp over 2^20 draws: the mean is right to 2^-16 of the last bit.
TEST(ModelDraws, TheMeanStochasticErrorVanishes)
{
    for (const std::uint32_t small : {0x33000000U, 0x32FFFFFFU, 0x33555555U, 0x30ABCDEFU, 0x2C800000U}) {
        float x;
        std::memcpy(&x, &small, 4);
        const double part = static_cast<double>(x) / 0x1p-23; // of the last bit of 1
        std::uint64_t ups = 0;
        std::uint32_t s = 0x5A5A5;
        constexpr std::uint32_t draws = 1U << 20;
        for (std::uint32_t i = 0; i < draws; ++i) {
            const Sum r = model(Type::float32, Operator::sum, Rounding::stochastic, {}, 0x3F800000, small, s);
            ASSERT_TRUE(r.value == 0x3F800000 || r.value == 0x3F800001);
            ASSERT_EQ(r.flags, flag_inexact);
            ups += r.value == 0x3F800001 ? 1 : 0;
            s = advance_draw(s);
        }
        EXPECT_NEAR(static_cast<double>(ups) / draws, part, 0x1p-16) << std::hex << small;
    }
}

TEST(ModelDraws, AreOfTheBeatAndOfTheLane)
{
    constexpr std::size_t beats = 5;
    std::vector<std::uint32_t> acc(beats * built_lanes, 0x3F800000);
    const std::vector<std::uint32_t> operand(acc.size(), 0x33800000 - 0x00400000); // three eighths of an ulp
    std::uint32_t states[built_lanes];
    std::uint32_t at_start[built_lanes];
    for (std::uint32_t lane = 0; lane < built_lanes; ++lane)
        states[lane] = at_start[lane] = 0x1001 * (lane + 3);
    reduce_beats(Type::float32, Operator::sum, Rounding::stochastic, {},
                 reinterpret_cast<std::uint8_t*>(acc.data()),
                 reinterpret_cast<const std::uint8_t*>(operand.data()), acc.size() * 4 - 8, nullptr, states);
    for (std::size_t i = 0; i < acc.size(); ++i) {
        std::uint32_t s = at_start[i % built_lanes];
        for (std::size_t beat = 0; beat < i / built_lanes; ++beat)
            s = advance_draw(s);
        const bool computed = i < acc.size() - 2;
        EXPECT_EQ(acc[i], 0x3F800000U + (computed && s + 0x60000 >= 0x100000 ? 1 : 0)) << i;
    }
    for (std::uint32_t lane = 0; lane < built_lanes; ++lane) { // a beat in part is a beat
        std::uint32_t s = at_start[lane];
        for (std::size_t beat = 0; beat < beats; ++beat)
            s = advance_draw(s);
        EXPECT_EQ(states[lane], s);
    }
}

// ---- Variants

TEST(ModelVariants, OverflowByRounding)
{
    const std::uint64_t big = 0x7F7FFFFF;
    const std::uint64_t infinity = 0x7F800000;
    const std::uint64_t sign = 0x80000000;
    const LaneFlags both = flag_overflow | flag_inexact;
    for (unsigned r = 0; r < rounding_count; ++r) {
        const auto rounding = static_cast<Rounding>(r);
        const bool up = rounding != Rounding::down && rounding != Rounding::toward_zero;
        const bool down = rounding != Rounding::up && rounding != Rounding::toward_zero;
        const Sum positive = model(Type::float32, Operator::sum, rounding, {}, big, big);
        const Sum negative = model(Type::float32, Operator::sum, rounding, {}, big | sign, big | sign);
        EXPECT_EQ(positive.value, up ? infinity : big) << r;
        EXPECT_EQ(negative.value, sign | (down ? infinity : big)) << r;
        EXPECT_EQ(positive.flags, both);
        EXPECT_EQ(negative.flags, both);
        const Variant saturate{true, false, false};
        EXPECT_EQ(model(Type::float32, Operator::sum, rounding, saturate, big, big).value, big);
        EXPECT_EQ(model(Type::float32, Operator::sum, rounding, saturate, infinity, big).value, infinity);
        EXPECT_EQ(model(Type::float8_e4m3, Operator::sum, rounding, {}, 0xFE, 0xFE).value,
                  down ? 0xFFU : 0xFEU);
    }
}

TEST(ModelVariants, FlushedOperandsAndSums)
{
    const Variant flush{false, false, true};
    const auto sum = [&](std::uint64_t a, std::uint64_t b, Rounding r = Rounding::nearest_even) {
        return model(Type::float32, Operator::sum, r, flush, a, b);
    };
    const LaneFlags both = flag_underflow | flag_inexact;
    EXPECT_EQ(sum(0x00000001, 0x00800000).value, 0x00800000U);
    EXPECT_EQ(sum(0x00000001, 0x00800000).flags, 0);
    EXPECT_EQ(sum(0x807FFFFF, 0x80000001).value, 0x80000000U);
    EXPECT_EQ(sum(0x007FFFFF, 0x80000001).value, 0U);
    EXPECT_EQ(sum(0x007FFFFF, 0x80000001, Rounding::down).value, 0x80000000U);
    EXPECT_EQ(sum(0x00800001, 0x80800000).value, 0U); // the smallest subnormal
    EXPECT_EQ(sum(0x00800001, 0x80800000).flags, both);
    EXPECT_EQ(sum(0x80800001, 0x00800000, Rounding::up).value, 0x80000000U);
    EXPECT_EQ(sum(0x80800001, 0x00800000).flags, both);
    EXPECT_EQ(
        model(Type::float32, Operator::min, Rounding::nearest_even, flush, 0x00000001, 0x3F800000).value, 0U);
    EXPECT_EQ(
        model(Type::float32, Operator::max, Rounding::nearest_even, flush, 0x80000001, 0x7FC00000).value,
        0x80000000U);
}

template <class Integer>
void expect_limits(Type type)
{
    using Limits = std::numeric_limits<Integer>;
    const Variant saturate{true, false, false};
    const auto sum = [&](Integer a, Integer b, Variant v) {
        return static_cast<Integer>(model(type, Operator::sum, Rounding::nearest_even, v,
                                          static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b))
                                        .value);
    };
    EXPECT_EQ(sum(Limits::max(), 1, saturate), Limits::max());
    EXPECT_EQ(sum(Limits::max(), Limits::max(), saturate), Limits::max());
    EXPECT_EQ(sum(Limits::max() - 1, 1, saturate), Limits::max());
    EXPECT_EQ(sum(Limits::max(), 1, {}), Limits::min());
    if (std::is_signed_v<Integer>) {
        EXPECT_EQ(sum(Limits::min(), static_cast<Integer>(-1), saturate), Limits::min());
        EXPECT_EQ(sum(Limits::min(), Limits::min(), saturate), Limits::min());
        EXPECT_EQ(sum(Limits::min(), Limits::max(), saturate), static_cast<Integer>(-1));
        EXPECT_EQ(sum(Limits::min(), static_cast<Integer>(-1), {}), Limits::max());
    }
}

TEST(ModelVariants, IntegersSaturateAtTheirLimits)
{
    expect_limits<std::int8_t>(Type::int8);
    expect_limits<std::uint8_t>(Type::uint8);
    expect_limits<std::int16_t>(Type::int16);
    expect_limits<std::uint16_t>(Type::uint16);
    expect_limits<std::int32_t>(Type::int32);
    expect_limits<std::uint32_t>(Type::uint32);
    expect_limits<std::int64_t>(Type::int64);
    expect_limits<std::uint64_t>(Type::uint64);
}

} // namespace
