// SPDX-License-Identifier: Apache-2.0
// One element of a binary floating-point format, in integer arithmetic: the slow but complete half of the
// model, with flags, all roundings and all variants. The fast half (alu_fast.h) must agree with it bit for
// bit.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/wide.h"
#include "reduction/alu_fault.h"
#include "reduction/alu_model.h"

namespace sharpsim::reduction {

// Without infinity (E4M3 of the OCP 8-bit formats) the all-ones code is the only NaN, and it is quiet.
template <class Bits_, unsigned ExponentBits, unsigned FractionBits, bool HasInfinity = true>
struct FloatFormat {
    using Bits = Bits_;
    using Word = std::conditional_t<(sizeof(Bits) < 4), std::uint32_t, Bits>;          // no promotion to int
    using Sum = std::conditional_t<(sizeof(Bits) < 8), std::uint64_t, sharpsim::Wide>; // of two significands
    static constexpr unsigned fraction_bits = FractionBits;
    static constexpr bool has_infinity = HasInfinity;
    static constexpr Word exponent_max = (Word{1} << ExponentBits) - 1;
    static constexpr Word fraction_mask = (Word{1} << FractionBits) - 1;
    static constexpr Word sign_bit = Word{1} << (ExponentBits + FractionBits);
    static constexpr Word quiet_bit = Word{1} << (FractionBits - 1);
    // What follows the largest number: infinity, or the NaN of a format that has none.
    static constexpr Word overflow = HasInfinity ? exponent_max << FractionBits : sign_bit - 1;
    static constexpr Word largest = overflow - 1;
    static constexpr Word last_number = HasInfinity ? overflow : largest; // codes beyond are NaN
    static constexpr Word quiet_nan = HasInfinity ? overflow | quiet_bit : overflow;

    static constexpr bool is_nan(Word x) { return (x & ~sign_bit) > last_number; }
    static constexpr bool is_signalling(Word x) { return HasInfinity && is_nan(x) && (x & quiet_bit) == 0; }
    // Subnormals become zero of their sign.
    static constexpr Word flushed(Word x) { return (x & ~sign_bit) <= fraction_mask ? x & sign_bit : x; }
};
using Float8E4m3 = FloatFormat<std::uint8_t, 4, 3, false>;
using Float8E5m2 = FloatFormat<std::uint8_t, 5, 2>;
using Float16 = FloatFormat<std::uint16_t, 5, 10>;
using Bfloat16 = FloatFormat<std::uint16_t, 8, 7>;
using Float32 = FloatFormat<std::uint32_t, 8, 23>;
using Float64 = FloatFormat<std::uint64_t, 11, 52>;

// How the elements of one call are computed.
struct Rules {
    Rounding rounding{Rounding::nearest_even};
    Variant variant{};

    // The magnitude grows wherever it is not exact.
    [[nodiscard]] constexpr bool away(bool negative) const
    {
        return rounding == (negative ? Rounding::down : Rounding::up);
    }
    // It never grows.
    [[nodiscard]] constexpr bool towards_zero(bool negative) const
    {
        return rounding == Rounding::toward_zero || rounding == (negative ? Rounding::up : Rounding::down);
    }
};

constexpr int highest_bit(std::uint64_t x) { return 63 - __builtin_clzll(x); }
constexpr int highest_bit(sharpsim::Wide x)
{
    const auto high = static_cast<std::uint64_t>(x >> 64);
    return high != 0 ? 64 + highest_bit(high) : highest_bit(static_cast<std::uint64_t>(x));
}

// Of a magnitude whose last kept bit stands `drop` > 0 places up, with `rest` below it.
template <class F>
bool rounds_up(typename F::Sum kept, typename F::Sum rest, int drop, bool negative, const Rules& rules,
               std::uint32_t random)
{
    const typename F::Sum half = typename F::Sum{1} << (drop - 1);
    switch (rules.rounding) {
    case Rounding::nearest_even:
        if (F::fraction_bits == 7 && faulty(fault_truncates_bfloat16))
            return false;
        if (faulty(fault_rounds_half_up))
            return rest >= half;
        return rest > half || (rest == half && (kept & 1) != 0);
    case Rounding::stochastic: {
        const typename F::Sum part = drop >= 20 ? rest >> (drop - 20) : rest << (20 - drop);
        return static_cast<std::uint32_t>(part) + random >= (1U << 20);
    }
    case Rounding::down:
    case Rounding::toward_zero:
    case Rounding::up:
        break;
    }
    return rest != 0 && rules.away(negative);
}

// Rounds |sum| * 2^(exponent - shift), where `exponent` is the biased exponent of a significand of
// fraction_bits + 1 bits that has been shifted left by `shift`.
template <class F>
typename F::Word round_and_pack(typename F::Sum sum, int exponent, int shift, bool negative,
                                const Rules& rules, std::uint32_t random, LaneFlags& flags)
{
    using Word = typename F::Word;
    using Sum = typename F::Sum;
    const int top = highest_bit(sum);
    const int excess = top - (static_cast<int>(F::fraction_bits) + shift); // the exponent moves by this
    int drop = shift + excess;
    exponent += excess;
    if (exponent < 1) { // subnormal: the last bit stays where exponent 1 has it
        if (rules.variant.flush) {
            flags |= flag_underflow | flag_inexact;
            return 0;
        }
        drop += 1 - exponent;
        exponent = 0;
    }
    Sum kept = drop >= 0 ? sum >> drop : sum << -drop;
    Sum rest = drop > 0 ? sum & ((Sum{1} << drop) - 1) : 0;
    if (exponent == 0 && faulty(fault_flushes_subnormals))
        kept = rest = 0;
    const bool up = drop > 0 && rounds_up<F>(kept, rest, drop, negative, rules, random);
    // The hidden bit of a normal number is one more exponent: a carry out of the fraction needs no special
    // case.
    const Word base = exponent == 0 ? 0 : static_cast<Word>(exponent - 1) << F::fraction_bits;
    const Word packed = base + static_cast<Word>(kept) + (up ? 1 : 0);
    if (rest != 0)
        flags |= flag_inexact;
    const Word limit = faulty(fault_overflows_one_exponent_early)
                           ? F::overflow - (Word{1} << F::fraction_bits)
                           : F::overflow;
    if (packed >= limit) {
        flags |= flag_overflow | flag_inexact;
        return rules.variant.saturate || rules.towards_zero(negative) ? F::largest : F::overflow;
    }
    return packed;
}

// The operands and the sum may be of two formats with the same exponent bias, the sum's with no more
// fraction.
template <class F, class Out = F>
typename Out::Word add(typename F::Word a, typename F::Word b, const Rules& rules, std::uint32_t random,
                       LaneFlags& flags)
{
    using Word = typename F::Word;
    using Sum = typename F::Sum;
    static_assert(F::fraction_bits >= Out::fraction_bits && sizeof(Sum) == sizeof(typename Out::Sum));
    if (F::is_nan(a) || F::is_nan(b)) {
        if (F::is_signalling(a) || F::is_signalling(b))
            flags |= flag_invalid;
        return Out::quiet_nan;
    }
    if (rules.variant.flush) {
        a = F::flushed(a);
        b = F::flushed(b);
    }
    Word ma = a & ~F::sign_bit;
    Word mb = b & ~F::sign_bit;
    if (ma < mb) {
        std::swap(ma, mb);
        std::swap(a, b);
    }
    const bool differ = ((a ^ b) & F::sign_bit) != 0;
    const bool negative = (a & F::sign_bit) != 0;
    const typename Out::Word sign = negative ? Out::sign_bit : 0;
    if (F::has_infinity && ma == F::overflow) {
        if (mb == F::overflow && differ) {
            flags |= flag_invalid;
            return Out::quiet_nan;
        }
        return sign | Out::overflow;
    }
    if (differ && ma == mb)
        return rules.rounding == Rounding::down ? Out::sign_bit : 0;
    const int ea = static_cast<int>(ma >> F::fraction_bits);
    const int eb = static_cast<int>(mb >> F::fraction_bits);
    constexpr Word hidden = F::fraction_mask + 1;
    const Sum sa = (ma & F::fraction_mask) | (ea != 0 ? hidden : 0);
    const Sum sb = (mb & F::fraction_mask) | (eb != 0 ? hidden : 0);
    const int exponent = ea != 0 ? ea : 1;
    const int distance = exponent - (eb != 0 ? eb : 1);
    // There is room for both exactly while distance <= room. Beyond, bits of the smaller fall off the far
    // end, more than 20 places below the last bit of the result; a one there stands for them, and rounds like
    // them.
    constexpr int room = sizeof(Sum) == 8 ? 36 : 60;
    const Sum large = sa << room;
    const int beyond = distance - room;
    const Sum small = beyond <= 0 ? sb << -beyond
                      : beyond <= static_cast<int>(F::fraction_bits)
                          ? (sb >> beyond) | ((sb & ((Sum{1} << beyond) - 1)) != 0 ? 1 : 0)
                          : (sb != 0 ? 1 : 0);
    const Sum sum = differ ? large - small : large + small;
    if (sum == 0) // both zero, of one sign
        return faulty(fault_negative_zero_lost) ? 0 : sign;
    constexpr int shift = room + static_cast<int>(F::fraction_bits - Out::fraction_bits);
    return sign | round_and_pack<Out>(sum, exponent, shift, negative, rules, random, flags);
}

// Signed integers in the order of the numbers, -0 just below +0.
template <class F>
constexpr std::make_signed_t<typename F::Word> order_of(typename F::Word x)
{
    using Signed = std::make_signed_t<typename F::Word>;
    const auto magnitude = static_cast<Signed>(x & ~F::sign_bit);
    return (x & F::sign_bit) != 0 ? Signed{-1} - magnitude : magnitude;
}

template <class F>
typename F::Word select(bool low, typename F::Word a, typename F::Word b, const Rules& rules,
                        LaneFlags& flags)
{
    if (F::is_signalling(a) || F::is_signalling(b))
        flags |= flag_invalid;
    const bool nan_a = F::is_nan(a);
    const bool nan_b = F::is_nan(b);
    if ((nan_a && nan_b) ||
        ((nan_a || nan_b) && (rules.variant.nan_wins || (low && faulty(fault_min_takes_nan)))))
        return F::quiet_nan;
    if (rules.variant.flush) { // leaves NaN alone
        a = F::flushed(a);
        b = F::flushed(b);
    }
    if (nan_a || nan_b)
        return nan_a ? b : a;
    if (faulty(fault_tie_takes_first_operand) && ((a | b) & ~F::sign_bit) == 0)
        return a;
    return (order_of<F>(b) < order_of<F>(a)) == low ? b : a;
}

} // namespace sharpsim::reduction
