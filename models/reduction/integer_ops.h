// SPDX-License-Identifier: Apache-2.0
// Integers: every operator but minloc and maxloc, in loops that compilers turn into vector code. They raise
// no flags.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "reduction/alu_fault.h"
#include "reduction/beat_access.h"

namespace sharpsim::reduction {

// The sum, or the limit that it would pass.
template <class Integer>
Integer saturated_sum(Integer a, Integer b)
{
    using Limits = std::numeric_limits<Integer>;
    Integer sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return std::is_signed_v<Integer> && a < 0 ? Limits::min() : Limits::max();
}

// Unsigned arithmetic wraps, and the bits are those of the signed sum.
template <class Integer>
Integer wrapped_sum(Integer a, Integer b)
{
    using Unsigned = std::make_unsigned_t<Integer>;
    return static_cast<Integer>(static_cast<Unsigned>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b)));
}

template <class Integer>
void faulty_integer_sum(bool saturate, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    using Unsigned = std::make_unsigned_t<Integer>;
    constexpr auto high_half = static_cast<Unsigned>(Unsigned(~Unsigned{0}) << (4 * sizeof(Integer)));
    for (std::size_t i = 0; i < bytes; i += sizeof(Integer)) {
        const auto a = load<Integer>(acc + i);
        const auto b = load<Integer>(operand + i);
        Integer r = saturate || faulty(fault_integers_saturate) ? saturated_sum(a, b) : wrapped_sum(a, b);
        if (faulty(fault_carry_dropped_in_lane_15) && i / 4 % 16 == 15) {
            const auto high = static_cast<Unsigned>((static_cast<Unsigned>(a) & high_half) +
                                                    (static_cast<Unsigned>(b) & high_half));
            r = static_cast<Integer>((high & high_half) |
                                     static_cast<Unsigned>(static_cast<Unsigned>(r) & ~high_half));
        }
        store(acc + i, r);
    }
}

template <class Integer>
void reduce_integer(Operator op, bool saturate, std::uint8_t* acc, const std::uint8_t* operand,
                    std::size_t bytes)
{
    using I = Integer;
    switch (op) {
    case Operator::sum:
        if (any_fault())
            return faulty_integer_sum<I>(saturate, acc, operand, bytes);
        if (saturate)
            return each<I>(acc, operand, bytes, [](I a, I b) { return saturated_sum(a, b); });
        return each<I>(acc, operand, bytes, [](I a, I b) { return wrapped_sum(a, b); });
    case Operator::min:
        return each<I>(acc, operand, bytes, [](I a, I b) { return std::min(a, b); });
    case Operator::max:
        return each<I>(acc, operand, bytes, [](I a, I b) { return std::max(a, b); });
    case Operator::band:
        return each<I>(acc, operand, bytes, [](I a, I b) { return static_cast<I>(a & b); });
    case Operator::bor:
        return each<I>(acc, operand, bytes, [](I a, I b) { return static_cast<I>(a | b); });
    case Operator::bxor:
        return each<I>(acc, operand, bytes, [](I a, I b) { return static_cast<I>(a ^ b); });
    case Operator::land:
        return each<I>(acc, operand, bytes, [](I a, I b) { return static_cast<I>((a != 0) & (b != 0)); });
    case Operator::lor:
        return each<I>(acc, operand, bytes, [](I a, I b) { return static_cast<I>((a | b) != 0); });
    case Operator::lxor:
        return each<I>(acc, operand, bytes, [](I a, I b) { return static_cast<I>((a != 0) ^ (b != 0)); });
    case Operator::minloc:
    case Operator::maxloc:
        break; // pair_ops.h
    }
}

} // namespace sharpsim::reduction
