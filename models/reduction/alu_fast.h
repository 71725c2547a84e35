// SPDX-License-Identifier: Apache-2.0
// One element to nearest even without variants, in forms that compilers turn into vector code. Sums of
// float32 and float64 use the host's adder, with flags from the error of the rounding; 16-bit sums are
// float32 sums rounded once more, which is exact to the bit because 24 >= 2p + 2 (Figueroa 1995); 8-bit sums
// are looked up.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "reduction/float_format.h"

namespace sharpsim::reduction {

inline float float_of(std::uint32_t bits)
{
    float f;
    std::memcpy(&f, &bits, sizeof f);
    return f;
}
inline std::uint32_t bits_of(float f)
{
    std::uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    return bits;
}

inline std::uint32_t fast_add_float32(std::uint32_t a, std::uint32_t b)
{
    const std::uint32_t s = bits_of(float_of(a) + float_of(b));
    return (s & 0x7FFFFFFF) > Float32::overflow ? Float32::quiet_nan : s;
}

inline std::uint64_t fast_add_float64(std::uint64_t a, std::uint64_t b)
{
    double x;
    double y;
    std::memcpy(&x, &a, sizeof x);
    std::memcpy(&y, &b, sizeof y);
    const double sum = x + y;
    std::uint64_t s;
    std::memcpy(&s, &sum, sizeof s);
    return sum != sum ? Float64::quiet_nan : s;
}

inline std::uint16_t fast_add_bfloat16(std::uint16_t a, std::uint16_t b)
{
    const std::uint32_t s = bits_of(float_of(static_cast<std::uint32_t>(a) << 16) +
                                    float_of(static_cast<std::uint32_t>(b) << 16));
    const std::uint32_t rounded = (s + 0x7FFF + ((s >> 16) & 1)) >> 16;
    return static_cast<std::uint16_t>((s & 0x7FFFFFFF) > Float32::overflow ? Bfloat16::quiet_nan : rounded);
}

// The number itself, times 2^-112 for finite values: the fields of float16 are then those of float32,
// subnormals too.
inline float float_of_half(std::uint16_t h)
{
    const auto s = static_cast<std::uint32_t>(static_cast<std::int32_t>(static_cast<std::int16_t>(h)));
    const std::uint32_t fields = (s << 13) & 0x8FFFFFFF;
    const float finite = float_of(fields) * 0x1p112F;
    return (fields & 0x0F800000) == 0x0F800000 ? float_of(fields | 0x7F800000) : finite;
}

inline std::uint16_t fast_add_float16(std::uint16_t a, std::uint16_t b)
{
    const float sum = float_of_half(a) + float_of_half(b);
    const std::uint32_t s = bits_of(sum);
    const std::uint32_t magnitude = s & 0x7FFFFFFF;
    // Adding and taking away 2^13 ulps' worth of the leading bit leaves 11 bits, rounded by the host's adder.
    // Below 2^-14 the grid stays that of 2^-14.
    const std::uint32_t leading = magnitude & 0x7F800000;
    const std::uint32_t anchor = (leading < (113U << 23) ? 113U << 23 : leading) + (13U << 23);
    const float rounded = (float_of(magnitude) + float_of(anchor)) - float_of(anchor);
    const std::uint32_t finite = bits_of(rounded * 0x1p-112F) >> 13;
    std::uint32_t r = magnitude >= 0x477FF000 ? Float16::overflow : finite; // 65520 rounds to infinity
    r |= (s >> 16) & 0x8000;
    return static_cast<std::uint16_t>(magnitude > Float32::overflow ? Float16::quiet_nan : r);
}

// All sums of two 8-bit floats, the first operand in the high byte.
template <class F>
const std::array<std::uint8_t, 65536>& sums_of_8_bits()
{
    static const std::array<std::uint8_t, 65536> table = [] {
        std::array<std::uint8_t, 65536> t{};
        LaneFlags ignored = 0;
        for (std::uint32_t i = 0; i < t.size(); ++i)
            t[i] = static_cast<std::uint8_t>(add<F>(i >> 8, i & 0xFF, Rules{}, 0, ignored));
        return t;
    }();
    return table;
}

// All ones where x < y. Both are magnitudes, so that the difference does not overflow; a comparison could
// become a branch, which does not go into vectors.
template <class Bits>
Bits less(Bits x, Bits y)
{
    using Signed = std::make_signed_t<Bits>;
    return static_cast<Bits>(static_cast<Signed>(x - y) >> (8 * sizeof(Bits) - 1));
}

// A sum, and what its rounding lost: Fast2Sum of the operands in the order of their magnitudes, exact as long
// as the sum is finite (Dekker 1971; nothing but the sum can overflow: Boldo et al. 2017).
template <class Float, class F>
typename F::Bits add_with_error(typename F::Bits a, typename F::Bits b, Float& lost)
{
    using Bits = typename F::Bits;
    constexpr auto magnitude = static_cast<Bits>(F::sign_bit - 1);
    const Bits swap = (a ^ b) & less<Bits>(a & magnitude, b & magnitude);
    const Bits large = a ^ swap;
    const Bits small = b ^ swap;
    Float x;
    Float y;
    std::memcpy(&x, &large, sizeof x);
    std::memcpy(&y, &small, sizeof y);
    const Float sum = x + y;
    lost = y - (sum - x);
    Bits s;
    std::memcpy(&s, &sum, sizeof s);
    return s;
}

template <class F>
typename F::Bits fast_add(typename F::Bits a, typename F::Bits b)
{
    if constexpr (F::fraction_bits == 52)
        return fast_add_float64(a, b);
    else if constexpr (F::fraction_bits == 23)
        return fast_add_float32(a, b);
    else if constexpr (F::fraction_bits == 10)
        return fast_add_float16(a, b);
    else
        return fast_add_bfloat16(a, b);
}

template <class F, bool Min>
typename F::Bits fast_select(typename F::Bits a, typename F::Bits b)
{
    using Bits = typename F::Bits;
    using Signed = std::make_signed_t<Bits>;
    constexpr auto magnitude = static_cast<Bits>(F::sign_bit - 1);
    const auto key = [](Bits x) {
        const auto s = static_cast<Signed>(x);
        const auto all = static_cast<Bits>(s < 0 ? magnitude : 0);
        return static_cast<Signed>(x ^ all);
    };
    // A NaN gets the key that loses; two of them keep the canonical bits.
    constexpr auto loser = static_cast<Signed>(Min ? magnitude : static_cast<Bits>(~magnitude));
    const bool nan_a = static_cast<Bits>(a & magnitude) > static_cast<Bits>(F::last_number);
    const bool nan_b = static_cast<Bits>(b & magnitude) > static_cast<Bits>(F::last_number);
    const Signed ka = nan_a ? loser : key(a);
    const Signed kb = nan_b ? loser : key(b);
    const Signed k = Min ? (kb < ka ? kb : ka) : (kb > ka ? kb : ka);
    const auto r = static_cast<Bits>(k ^ (k < 0 ? static_cast<Signed>(magnitude) : Signed{0}));
    return k == loser ? static_cast<Bits>(F::quiet_nan) : r;
}

} // namespace sharpsim::reduction
