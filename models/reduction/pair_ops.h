// SPDX-License-Identifier: Apache-2.0
// minloc and maxloc: the element is a pair of a value and an unsigned index of the same width. The better
// value wins with its index, the lower index among equal values; the result does not depend on which of the
// two pairs is the accumulator.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "reduction/beat_access.h"
#include "reduction/float_format.h"

namespace sharpsim::reduction {

template <class Value>
struct Pair {
    Value value;
    std::make_unsigned_t<Value> index;
};

template <class Integer>
Pair<Integer> better_pair(bool low, Pair<Integer> a, Pair<Integer> b)
{
    if (a.value == b.value)
        return b.index < a.index ? b : a;
    return (b.value < a.value) == low ? b : a;
}

template <class Integer>
void reduce_integer_pairs(bool low, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    using P = Pair<Integer>;
    each<P>(acc, operand, bytes, [low](P a, P b) { return better_pair(low, a, b); });
}

// -0 and +0 are equal here.
template <class F>
constexpr auto value_order_of(typename F::Word x)
{
    return (x & ~F::sign_bit) == 0 ? 0 : order_of<F>(x);
}

template <class F>
Pair<typename F::Word> better_float_pair(bool low, Pair<typename F::Word> a, Pair<typename F::Word> b,
                                         Variant variant, LaneFlags& flags)
{
    if (F::is_signalling(a.value) || F::is_signalling(b.value))
        flags |= flag_invalid;
    const bool nan_a = F::is_nan(a.value);
    const bool nan_b = F::is_nan(b.value);
    if (nan_a && nan_b)
        return {F::quiet_nan, std::min(a.index, b.index)};
    if ((nan_a || nan_b) && variant.nan_wins)
        return {F::quiet_nan, nan_a ? a.index : b.index};
    if (variant.flush) { // leaves NaN alone
        a.value = F::flushed(a.value);
        b.value = F::flushed(b.value);
    }
    if (nan_a || nan_b)
        return nan_a ? b : a;
    const auto order_a = value_order_of<F>(a.value);
    const auto order_b = value_order_of<F>(b.value);
    if (order_a != order_b)
        return (order_b < order_a) == low ? b : a;
    if (a.index != b.index)
        return b.index < a.index ? b : a;
    // The same value twice, or zeros: -0 is the union of their bits, +0 the intersection.
    return {low ? a.value | b.value : a.value & b.value, a.index};
}

template <class F>
void reduce_float_pairs(bool low, Variant variant, std::uint8_t* acc, const std::uint8_t* operand,
                        std::size_t bytes, LaneFlags* flags)
{
    using P = Pair<typename F::Word>;
    each_flagged<P>(acc, operand, bytes, flags, [=](P a, P b, std::size_t, LaneFlags& raised) {
        return better_float_pair<F>(low, a, b, variant, raised);
    });
}

} // namespace sharpsim::reduction
