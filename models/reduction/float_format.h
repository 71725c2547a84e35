// SPDX-License-Identifier: Apache-2.0
// One element of a binary floating-point format, in integer arithmetic: the slow but complete half of the
// model, with flags. The fast half (alu_fast.h) must agree with it bit for bit.
#pragma once

#include <cstdint>
#include <utility>

#include "reduction/alu_fault.h"
#include "reduction/alu_model.h"

namespace sharpsim::reduction {

template <class Bits_, unsigned ExponentBits, unsigned FractionBits>
struct FloatFormat {
    using Bits = Bits_;
    static constexpr unsigned fraction_bits = FractionBits;
    static constexpr std::uint32_t exponent_max = (1U << ExponentBits) - 1;
    static constexpr std::uint32_t fraction_mask = (1U << FractionBits) - 1;
    static constexpr std::uint32_t sign_bit = 1U << (ExponentBits + FractionBits);
    static constexpr std::uint32_t infinity = exponent_max << FractionBits;
    static constexpr std::uint32_t quiet_bit = 1U << (FractionBits - 1);
    static constexpr std::uint32_t quiet_nan = infinity | quiet_bit;

    static constexpr bool is_nan(std::uint32_t x) { return (x & ~sign_bit) > infinity; }
    static constexpr bool is_signalling(std::uint32_t x) { return is_nan(x) && (x & quiet_bit) == 0; }
};
using Float16 = FloatFormat<std::uint16_t, 5, 10>;
using Bfloat16 = FloatFormat<std::uint16_t, 8, 7>;
using Float32 = FloatFormat<std::uint32_t, 8, 23>;

// Rounds |sum| * 2^(exponent - shift), where `exponent` is the biased exponent of a significand of
// fraction_bits + 1 bits that has been shifted left by `shift`.
template <class F>
std::uint32_t round_and_pack(std::uint64_t sum, int exponent, int shift, LaneFlags& flags)
{
    const int top = 63 - __builtin_clzll(sum);
    const int excess = top - (static_cast<int>(F::fraction_bits) + shift); // the exponent moves by this
    int drop = shift + excess;
    exponent += excess;
    if (exponent < 1) { // subnormal: the last bit stays where exponent 1 has it
        drop += 1 - exponent;
        exponent = 0;
    }
    std::uint64_t kept = drop >= 0 ? sum >> drop : sum << -drop;
    std::uint64_t rest = drop > 0 ? sum & ((std::uint64_t{1} << drop) - 1) : 0;
    const std::uint64_t half = drop > 0 ? std::uint64_t{1} << (drop - 1) : 1;
    if (exponent == 0 && faulty(fault_flushes_subnormals))
        kept = rest = 0;
    bool up = rest > half || (rest == half && (kept & 1) != 0);
    if (faulty(fault_rounds_half_up))
        up = rest >= half;
    if (F::fraction_bits == 7 && faulty(fault_truncates_bfloat16))
        up = false;
    // The hidden bit of a normal number is one more exponent: a carry out of the fraction needs no special
    // case.
    const std::uint32_t base =
        exponent == 0 ? 0 : static_cast<std::uint32_t>(exponent - 1) << F::fraction_bits;
    const std::uint32_t packed = base + static_cast<std::uint32_t>(kept) + (up ? 1 : 0);
    if (rest != 0)
        flags |= flag_inexact;
    const std::uint32_t limit =
        faulty(fault_overflows_one_exponent_early) ? F::infinity - (1U << F::fraction_bits) : F::infinity;
    if (packed >= limit) {
        flags |= flag_overflow | flag_inexact;
        return F::infinity;
    }
    return packed;
}

template <class F>
std::uint32_t add(std::uint32_t a, std::uint32_t b, LaneFlags& flags)
{
    if (F::is_nan(a) || F::is_nan(b)) {
        if (F::is_signalling(a) || F::is_signalling(b))
            flags |= flag_invalid;
        return F::quiet_nan;
    }
    std::uint32_t ma = a & ~F::sign_bit;
    std::uint32_t mb = b & ~F::sign_bit;
    if (ma < mb) {
        std::swap(ma, mb);
        std::swap(a, b);
    }
    const bool differ = ((a ^ b) & F::sign_bit) != 0;
    const std::uint32_t sign = a & F::sign_bit;
    if (ma == F::infinity) {
        if (mb == F::infinity && differ) {
            flags |= flag_invalid;
            return F::quiet_nan;
        }
        return a;
    }
    if (differ && ma == mb)
        return 0; // exact zero is +0 in this rounding
    const int ea = static_cast<int>(ma >> F::fraction_bits);
    const int eb = static_cast<int>(mb >> F::fraction_bits);
    constexpr std::uint32_t hidden = F::fraction_mask + 1;
    const std::uint64_t sa = (ma & F::fraction_mask) | (ea != 0 ? hidden : 0);
    const std::uint64_t sb = (mb & F::fraction_mask) | (eb != 0 ? hidden : 0);
    const int exponent = ea != 0 ? ea : 1;
    const int distance = exponent - (eb != 0 ? eb : 1);
    // 24 + 36 bits hold both exactly while distance <= 36; beyond, the smaller is less than a quarter of the
    // last bit of the larger, and any positive amount rounds alike.
    constexpr int room = 36;
    const std::uint64_t large = sa << room;
    const std::uint64_t small = distance <= room ? sb << (room - distance) : (sb != 0 ? 1 : 0);
    const std::uint64_t sum = differ ? large - small : large + small;
    if (sum == 0) // both zero, of one sign
        return faulty(fault_negative_zero_lost) ? 0 : sign;
    return sign | round_and_pack<F>(sum, exponent, room, flags);
}

// Signed integers in the order of the numbers, -0 just below +0.
template <class F>
constexpr std::int32_t order_of(std::uint32_t x)
{
    return (x & F::sign_bit) != 0 ? -1 - static_cast<std::int32_t>(x & ~F::sign_bit)
                                  : static_cast<std::int32_t>(x);
}

template <class F>
std::uint32_t select(Operator op, std::uint32_t a, std::uint32_t b, LaneFlags& flags)
{
    if (F::is_signalling(a) || F::is_signalling(b))
        flags |= flag_invalid;
    if (F::is_nan(a) && F::is_nan(b))
        return F::quiet_nan;
    if (F::is_nan(a))
        return op == Operator::min && faulty(fault_min_takes_nan) ? F::quiet_nan : b;
    if (F::is_nan(b))
        return op == Operator::min && faulty(fault_min_takes_nan) ? F::quiet_nan : a;
    if (faulty(fault_tie_takes_first_operand) && ((a | b) & ~F::sign_bit) == 0)
        return a;
    return (order_of<F>(b) < order_of<F>(a)) == (op == Operator::min) ? b : a;
}

template <class F>
std::uint32_t apply(Operator op, std::uint32_t a, std::uint32_t b, LaneFlags& flags)
{
    return op == Operator::sum ? add<F>(a, b, flags) : select<F>(op, a, b, flags);
}

} // namespace sharpsim::reduction
