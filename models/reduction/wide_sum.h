// SPDX-License-Identifier: Apache-2.0
// One element's accumulator beside the element type, in a slot of 64 bits: a float with more bits of
// fraction, or a fixed-point number that holds every sum exactly. Rules and layout: docs/reduction_alu.md,
// "Precision".
#pragma once

#include <cstdint>

#include "reduction/float_format.h"

namespace sharpsim::reduction {

// What a step on one slot knows beside the rules.
struct SlotStep {
    bool first;
    bool last;   // and the precision rounds then
    bool masked; // the operand takes no part
    std::uint32_t random;
};

// Accumulator formats: the exponent bias is that of the element.
using Wide19Half = FloatFormat<std::uint32_t, 5, 13>;
using Wide19Brain = FloatFormat<std::uint32_t, 8, 10>;
using Wide32 = FloatFormat<std::uint32_t, 8, 23>;

// An element's fields in the wide format. A NaN keeps its payload; what is all ones in E4M3 is so in the wide
// format.
template <class Element, class Wide>
constexpr std::uint32_t widened(std::uint32_t x)
{
    constexpr unsigned more = Wide::fraction_bits - Element::fraction_bits;
    const std::uint32_t sign = (x & Element::sign_bit) != 0 ? Wide::sign_bit : 0;
    const std::uint32_t exponent = (x & ~Element::sign_bit) >> Element::fraction_bits;
    const std::uint32_t fraction = (x & Element::fraction_mask) << more;
    if ((x & ~Element::sign_bit) >= Element::overflow) // infinity or NaN
        return sign | (Wide::exponent_max << Wide::fraction_bits) |
               (Element::has_infinity ? fraction : Wide::fraction_mask);
    return sign | (exponent << Wide::fraction_bits) | fraction;
}

// The slot after this step, or the rounded element where step.last.
template <class Element, class Wide>
std::uint64_t wide_float_step(std::uint64_t slot, std::uint32_t operand, SlotStep step, const Rules& rules,
                              LaneFlags& flags)
{
    if (step.first)
        return step.last ? operand : widened<Element, Wide>(operand);
    const auto acc = static_cast<std::uint32_t>(slot) & (2 * Wide::sign_bit - 1);
    if (step.masked && !step.last)
        return slot;
    const std::uint32_t b = step.masked ? acc & Wide::sign_bit : widened<Element, Wide>(operand);
    return step.last ? add<Wide, Element>(acc, b, rules, step.random, flags)
                     : add<Wide>(acc, b, rules, step.random, flags);
}

// ---- Fixed point

constexpr unsigned not_all_plus_zero = 1;
constexpr unsigned not_all_minus_zero = 2;
constexpr unsigned minus_infinity = 4;
constexpr unsigned plus_infinity = 8;
constexpr unsigned both_infinities = minus_infinity | plus_infinity; // NaN

struct Fixed {
    std::int64_t value{0}; // in units of the element type's least subnormal number
    unsigned seen{0};      // the four bits above
};

template <class Element>
constexpr unsigned fixed_value_bits = Element::fraction_bits == 10  ? 60
                                      : Element::fraction_bits == 2 ? 52
                                                                    : 36;

template <class Element>
constexpr Fixed fixed_of_slot(std::uint64_t slot)
{
    constexpr unsigned spare = 64 - fixed_value_bits<Element>;
    return {static_cast<std::int64_t>(slot << spare) >> spare,
            static_cast<unsigned>(slot >> fixed_value_bits<Element>) & 15U};
}

template <class Element>
constexpr std::uint64_t slot_of_fixed(Fixed f)
{
    constexpr std::uint64_t mask = (std::uint64_t{1} << fixed_value_bits<Element>)-1;
    return (static_cast<std::uint64_t>(f.value) & mask) |
           (std::uint64_t{f.seen} << fixed_value_bits<Element>);
}

template <class Element>
Fixed fixed_of_element(std::uint32_t x, const Rules& rules, LaneFlags& flags)
{
    const std::uint32_t magnitude = x & ~Element::sign_bit;
    const bool negative = (x & Element::sign_bit) != 0;
    constexpr unsigned number = not_all_plus_zero | not_all_minus_zero;
    if (Element::is_nan(x)) {
        if (Element::is_signalling(x))
            flags |= flag_invalid;
        return {0, number | both_infinities};
    }
    if (Element::has_infinity && magnitude == Element::overflow)
        return {0, number | (negative ? minus_infinity : plus_infinity)};
    if (magnitude == 0 || (rules.variant.flush && magnitude <= Element::fraction_mask))
        return {0, negative ? not_all_plus_zero : not_all_minus_zero};
    const std::uint32_t exponent = magnitude >> Element::fraction_bits;
    const std::uint64_t significand =
        (magnitude & Element::fraction_mask) | (exponent != 0 ? Element::fraction_mask + 1 : 0);
    const auto value = static_cast<std::int64_t>(significand << (exponent != 0 ? exponent - 1 : 0));
    return {negative ? -value : value, number};
}

inline Fixed sum_of_fixed(Fixed a, Fixed b, LaneFlags& flags)
{
    const unsigned seen = a.seen | b.seen;
    const auto is_nan = [](unsigned bits) { return (bits & both_infinities) == both_infinities; };
    if (is_nan(seen) && !is_nan(a.seen) && !is_nan(b.seen))
        flags |= flag_invalid;
    const auto sum = static_cast<std::uint64_t>(a.value) + static_cast<std::uint64_t>(b.value);
    return {static_cast<std::int64_t>(sum), seen};
}

template <class Element>
std::uint32_t rounded_fixed(Fixed f, const Rules& rules, std::uint32_t random, LaneFlags& flags)
{
    if ((f.seen & both_infinities) == both_infinities)
        return Element::quiet_nan;
    if ((f.seen & both_infinities) != 0)
        return ((f.seen & minus_infinity) != 0 ? Element::sign_bit : 0) | Element::overflow;
    if (f.value == 0) {
        const bool minus = (f.seen & not_all_minus_zero) == 0 ||
                           ((f.seen & not_all_plus_zero) != 0 && rules.rounding == Rounding::down);
        return minus ? Element::sign_bit : 0;
    }
    const bool negative = f.value < 0;
    const auto bits = static_cast<std::uint64_t>(f.value);
    return (negative ? Element::sign_bit : 0) |
           round_and_pack<Element>(negative ? 0 - bits : bits, 1, 0, negative, rules, random, flags);
}

// `operand` is an element, or a slot where Merge.
template <class Element, bool Merge>
std::uint64_t exact_step(std::uint64_t slot, std::uint64_t operand, SlotStep step, bool rounds,
                         const Rules& rules, LaneFlags& flags)
{
    if (!Merge && step.first && step.last && rounds)
        return operand;
    Fixed sum = step.first ? Fixed{} : fixed_of_slot<Element>(slot);
    if (step.first || !step.masked) {
        const Fixed more = Merge
                               ? fixed_of_slot<Element>(operand)
                               : fixed_of_element<Element>(static_cast<std::uint32_t>(operand), rules, flags);
        sum = sum_of_fixed(sum, more, flags);
    }
    sum = fixed_of_slot<Element>(slot_of_fixed<Element>(sum)); // wraps as the slot does
    return step.last && rounds ? rounded_fixed<Element>(sum, rules, step.random, flags)
                               : slot_of_fixed<Element>(sum);
}

} // namespace sharpsim::reduction
