// SPDX-License-Identifier: Apache-2.0
// The float formats as the oracle sees them: how bits become a host number without rounding, and how a host
// number is rounded to the format.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

namespace sharpsim::oracle {

static_assert(std::numeric_limits<float>::is_iec559 && sizeof(float) == 4,
              "the host's float is the reference");

inline float as_float(std::uint32_t bits)
{
    float f;
    std::memcpy(&f, &bits, sizeof f);
    return f;
}

inline std::uint32_t as_bits(float f)
{
    std::uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    return bits;
}

// Each format: how its bits become a float without rounding, and how a float is rounded to it.
struct Single {
    using Bits = std::uint32_t;
    using Value = float;
    static constexpr Bits quiet_nan = 0x7FC00000;
    static constexpr int fraction_bits = 23;
    static constexpr int least_exponent = -126; // of normal numbers
    static constexpr Bits largest = 0x7F7FFFFF;
    static float widen(Bits b) { return as_float(b); }
    static Bits narrow(float f) { return f != f ? quiet_nan : as_bits(f); }
};

struct Double {
    using Bits = std::uint64_t;
    using Value = double;
    static constexpr Bits quiet_nan = 0x7FF8000000000000;
    static constexpr int fraction_bits = 52;
    static constexpr int least_exponent = -1022;
    static constexpr Bits largest = 0x7FEFFFFFFFFFFFFF;
    static double widen(Bits b)
    {
        double d;
        std::memcpy(&d, &b, sizeof d);
        return d;
    }
    static Bits narrow(double d)
    {
        Bits bits;
        std::memcpy(&bits, &d, sizeof bits);
        return d != d ? quiet_nan : bits;
    }
};

struct Brain {
    using Bits = std::uint16_t;
    using Value = float;
    static constexpr Bits quiet_nan = 0x7FC0;
    static constexpr int fraction_bits = 7;
    static constexpr int least_exponent = -126;
    static constexpr Bits largest = 0x7F7F;
    static float widen(Bits b) { return as_float(static_cast<std::uint32_t>(b) << 16); }
    // The float sum of two bfloat16 values, rounded once more, is the correctly rounded sum: 24 >= 2 * 8 + 2.
    static Bits narrow(float f)
    {
        const std::uint32_t bits = as_bits(f);
        const std::uint32_t kept = bits >> 16;
        const std::uint32_t lost = bits & 0xFFFF;
        const std::uint32_t up = (lost > 0x8000) | ((lost == 0x8000) & (kept & 1));
        return static_cast<Bits>(f != f ? std::uint32_t{quiet_nan} : kept + up);
    }
};

struct Half {
    using Bits = std::uint16_t;
    using Value = float;
    static constexpr Bits quiet_nan = 0x7E00;
    static constexpr int fraction_bits = 10;
    static constexpr int least_exponent = -14;
    static constexpr Bits largest = 0x7BFF;
    // A float with the same fields is too small by 2^112, subnormals included; infinity and NaN stand apart.
    static float widen(Bits b)
    {
        const std::uint32_t magnitude = b & 0x7FFFU;
        const std::uint32_t finite = as_bits(as_float(magnitude << 13) * 0x1p112F);
        const std::uint32_t special = (magnitude << 13) | 0x7F800000U;
        const std::uint32_t sign = static_cast<std::uint32_t>(b & 0x8000U) << 16;
        return as_float((magnitude >= 0x7C00 ? special : finite) | sign);
    }
    // Double rounding is harmless here too: 24 >= 2 * 11 + 2.
    static Bits narrow(float f)
    {
        const std::uint32_t bits = as_bits(f);
        const std::uint32_t sign = (bits >> 16) & 0x8000;
        const std::uint32_t magnitude = bits & 0x7FFFFFFF;
        const std::uint32_t normal = (magnitude + 0xFFF + ((magnitude >> 13) & 1) - (112U << 23)) >> 13;
        // Below 2^-14 the result is a multiple of 2^-24, the last bit of a float near 0.5.
        const std::uint32_t subnormal = as_bits(as_float(magnitude) + 0.5F) - 0x3F000000;
        std::uint32_t out = magnitude < 0x38800000 ? subnormal : normal;
        out = magnitude >= 0x477FF000 ? 0x7C00U : out; // 65520, half an ulp above the largest number
        return static_cast<Bits>(f != f ? std::uint32_t{quiet_nan} : out | sign);
    }
};

enum class Direction { nearest, down, zero, up };

// A finite number in the format, by the host's double; directions as in IEEE 754. Overflow gives the code
// after the largest number, which is infinity or, in E4M3, NaN.
template <class Format>
typename Format::Bits round_to(double value, Direction direction)
{
    using Bits = typename Format::Bits;
    const auto sign = static_cast<Bits>(std::signbit(value) ? Bits{1} << (8 * sizeof(Bits) - 1) : 0);
    const double size = std::fabs(value);
    const bool away = direction == (sign != 0 ? Direction::down : Direction::up);
    int exponent = Format::least_exponent;
    if (size >= std::ldexp(1.0, Format::least_exponent))
        exponent = std::ilogb(size);
    const double steps =
        std::ldexp(size, Format::fraction_bits - exponent); // exact, as all here but one step
    const double below = std::floor(steps);
    const double rest = steps - below;
    bool up = away && rest > 0;
    if (direction == Direction::nearest)
        up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2.0) != 0);
    const auto hidden = static_cast<std::uint64_t>(1) << Format::fraction_bits;
    const std::uint64_t code = static_cast<std::uint64_t>(below) + (up ? 1 : 0) +
                               static_cast<std::uint64_t>(exponent - Format::least_exponent) * hidden;
    if (code <= Format::largest)
        return static_cast<Bits>(code | sign);
    const bool to_largest = direction != Direction::nearest && !away;
    return static_cast<Bits>((to_largest ? Format::largest : Format::largest + 1) | sign);
}

// The two 8-bit formats of the OCP: every code's value from its fields.
template <int ExponentBits, bool HasInfinity>
struct Octet {
    using Bits = std::uint8_t;
    using Value = float;
    static constexpr int fraction_bits = 7 - ExponentBits;
    static constexpr int least_exponent = 2 - (1 << (ExponentBits - 1));
    static constexpr Bits quiet_nan = HasInfinity ? 0x7E : 0x7F;
    static constexpr Bits largest = HasInfinity ? 0x7B : 0x7E;
    static float widen(Bits b)
    {
        static const std::array<float, 256> values = [] {
            std::array<float, 256> v{};
            for (int code = 0; code < 128; ++code) {
                const int exponent = code >> fraction_bits;
                const int fraction = code & ((1 << fraction_bits) - 1);
                const int significand = exponent == 0 ? fraction : fraction + (1 << fraction_bits);
                const int scale = (exponent == 0 ? 1 : exponent) - 1 + least_exponent - fraction_bits;
                float f = std::ldexp(static_cast<float>(significand), scale);
                if (code > largest)
                    f = HasInfinity && fraction == 0 ? std::numeric_limits<float>::infinity()
                                                     : std::numeric_limits<float>::quiet_NaN();
                v[static_cast<std::size_t>(code)] = f;
                v[static_cast<std::size_t>(code) + 128] = -f;
            }
            return v;
        }();
        return values[b];
    }
    // Sums of two such numbers are exact in float; infinity comes only from infinity.
    static Bits narrow(float f)
    {
        if (f != f)
            return quiet_nan;
        if (std::isinf(f))
            return static_cast<Bits>(0x7C | (f < 0 ? 0x80 : 0));
        return round_to<Octet>(static_cast<double>(f), Direction::nearest);
    }
};
using Octet43 = Octet<4, false>;
using Octet52 = Octet<5, true>;

} // namespace sharpsim::oracle
