// SPDX-License-Identifier: Apache-2.0
#include "oracle/fold.h"

#include <cstring>
#include <limits>
#include <string>

#include "base/error.h"

namespace sharpsim::oracle {

namespace {

using reduction::Operator;
using reduction::Type;

static_assert(std::numeric_limits<float>::is_iec559 && sizeof(float) == 4,
              "the host's float is the reference");

float as_float(std::uint32_t bits)
{
    float f;
    std::memcpy(&f, &bits, sizeof f);
    return f;
}

std::uint32_t as_bits(float f)
{
    std::uint32_t bits;
    std::memcpy(&bits, &f, sizeof bits);
    return bits;
}

// Each format: how its bits become a float without rounding, and how a float is rounded to it.
struct Single {
    using Bits = std::uint32_t;
    static constexpr Bits quiet_nan = 0x7FC00000;
    static float widen(Bits b) { return as_float(b); }
    static Bits narrow(float f) { return f != f ? quiet_nan : as_bits(f); }
};

struct Brain {
    using Bits = std::uint16_t;
    static constexpr Bits quiet_nan = 0x7FC0;
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
    static constexpr Bits quiet_nan = 0x7E00;
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

template <class Format>
typename Format::Bits sum(typename Format::Bits a, typename Format::Bits b)
{
    return Format::narrow(Format::widen(a) + Format::widen(b));
}

// Equal values differ at most in the sign of zero: -0 is the union of the bits, +0 the intersection.
template <class Format>
typename Format::Bits minimum_number(typename Format::Bits a, typename Format::Bits b)
{
    using Bits = typename Format::Bits;
    const float x = Format::widen(a);
    const float y = Format::widen(b);
    Bits r = static_cast<Bits>(a | b);
    r = x < y ? a : r;
    r = y < x ? b : r;
    r = x != x ? b : r;
    r = y != y ? a : r;
    return ((x != x) & (y != y)) ? Format::quiet_nan : r;
}

template <class Format>
typename Format::Bits maximum_number(typename Format::Bits a, typename Format::Bits b)
{
    using Bits = typename Format::Bits;
    const float x = Format::widen(a);
    const float y = Format::widen(b);
    Bits r = static_cast<Bits>(a & b);
    r = x > y ? a : r;
    r = y > x ? b : r;
    r = x != x ? b : r;
    r = y != y ? a : r;
    return ((x != x) & (y != y)) ? Format::quiet_nan : r;
}

template <class Bits, class Step>
void each(std::uint8_t* __restrict acc, const std::uint8_t* __restrict operand, std::size_t bytes, Step step)
{
    for (std::size_t i = 0; i < bytes / sizeof(Bits); ++i) {
        Bits a;
        Bits b;
        std::memcpy(&a, acc + i * sizeof(Bits), sizeof(Bits));
        std::memcpy(&b, operand + i * sizeof(Bits), sizeof(Bits));
        const Bits r = step(a, b);
        std::memcpy(acc + i * sizeof(Bits), &r, sizeof(Bits));
    }
}

template <class Format>
void fold_float(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    using Bits = typename Format::Bits;
    if (op == Operator::sum)
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return sum<Format>(a, b); });
    else if (op == Operator::min)
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return minimum_number<Format>(a, b); });
    else
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return maximum_number<Format>(a, b); });
}

template <class Integer>
void fold_integer(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    if (op == Operator::sum) // unsigned arithmetic wraps, and the bits are the same for signed numbers
        each<std::uint32_t>(acc, operand, bytes, [](std::uint32_t a, std::uint32_t b) { return a + b; });
    else if (op == Operator::min)
        each<Integer>(acc, operand, bytes, [](Integer a, Integer b) { return b < a ? b : a; });
    else
        each<Integer>(acc, operand, bytes, [](Integer a, Integer b) { return b > a ? b : a; });
}

} // namespace

bool knows(Type type, Operator op)
{
    const bool type_known = type == Type::int32 || type == Type::uint32 || type == Type::float16 ||
                            type == Type::bfloat16 || type == Type::float32;
    return type_known && (op == Operator::sum || op == Operator::min || op == Operator::max);
}

void fold(Type type, Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    if (!knows(type, op) || bytes % reduction::element_bytes(type) != 0)
        throw ModelError("oracle: no rule for " + std::string{name(op)} + " over " + std::to_string(bytes) +
                         " bytes of " + std::string{name(type)});
    if (type == Type::int32)
        fold_integer<std::int32_t>(op, acc, operand, bytes);
    else if (type == Type::uint32)
        fold_integer<std::uint32_t>(op, acc, operand, bytes);
    else if (type == Type::float32)
        fold_float<Single>(op, acc, operand, bytes);
    else if (type == Type::bfloat16)
        fold_float<Brain>(op, acc, operand, bytes);
    else
        fold_float<Half>(op, acc, operand, bytes);
}

} // namespace sharpsim::oracle
