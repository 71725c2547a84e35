// SPDX-License-Identifier: Apache-2.0
// The oracle's own description of the element types. Of the code under test it shares nothing but the codes
// of reduction/types.h.
#pragma once

#include <cstdint>
#include <string>

#include "reduction/types.h"

namespace sharpsim::tb {

using reduction::Operator;
using reduction::Rounding;
using reduction::Type;
using reduction::Variant;

// A binary floating-point format: sign, biased exponent, fraction.
struct Format {
    int bits;
    int precision;     // significant bits, the hidden one included
    int least;         // exponent of one unit in the last place of a subnormal number
    bool has_infinity; // else the all-ones code of each sign is the only NaN, and nothing is infinite

    [[nodiscard]] constexpr int fraction_bits() const { return precision - 1; }
    [[nodiscard]] constexpr std::uint64_t sign() const { return std::uint64_t{1} << (bits - 1); }
    [[nodiscard]] constexpr std::uint64_t infinity() const
    {
        return (sign() - 1) & ~((std::uint64_t{1} << fraction_bits()) - 1);
    }
    [[nodiscard]] constexpr std::uint64_t quiet_nan() const
    {
        return has_infinity ? infinity() | std::uint64_t{1} << (fraction_bits() - 1) : sign() - 1;
    }
    [[nodiscard]] constexpr std::uint64_t largest() const
    {
        return has_infinity ? infinity() - 1 : sign() - 2;
    }
    [[nodiscard]] constexpr std::uint64_t smallest_normal() const
    {
        return std::uint64_t{1} << fraction_bits();
    }

    [[nodiscard]] constexpr std::uint64_t magnitude(std::uint64_t code) const { return code & (sign() - 1); }
    [[nodiscard]] constexpr bool is_nan(std::uint64_t code) const
    {
        return has_infinity ? magnitude(code) > infinity() : magnitude(code) == quiet_nan();
    }
    [[nodiscard]] constexpr bool is_signalling(std::uint64_t code) const
    {
        return has_infinity && is_nan(code) && (code >> (fraction_bits() - 1) & 1) == 0;
    }
    [[nodiscard]] constexpr bool is_infinite(std::uint64_t code) const
    {
        return has_infinity && magnitude(code) == infinity();
    }
    [[nodiscard]] constexpr bool is_subnormal(std::uint64_t code) const
    {
        return magnitude(code) != 0 && magnitude(code) < smallest_normal();
    }
    [[nodiscard]] constexpr bool is_negative(std::uint64_t code) const { return (code & sign()) != 0; }
};

constexpr Format format_of(Type type)
{
    switch (type) {
    case Type::float16:
        return {16, 11, -24, true};
    case Type::bfloat16:
        return {16, 8, -133, true};
    case Type::float32:
        return {32, 24, -149, true};
    case Type::float8_e4m3:
        return {8, 4, -9, false};
    case Type::float8_e5m2:
        return {8, 3, -16, true};
    default: // float64
        return {64, 53, -1074, true};
    }
}

constexpr bool signed_integer(Type type)
{
    return type == Type::int8 || type == Type::int16 || type == Type::int32 || type == Type::int64;
}

// What the table of types and operators has.
constexpr bool is_defined(Type type, Operator op)
{
    const bool pair = op == Operator::minloc || op == Operator::maxloc;
    const bool wide = type == Type::int32 || type == Type::uint32 || type == Type::int64 ||
                      type == Type::uint64 || type == Type::float32 || type == Type::float64;
    if (pair)
        return wide;
    return op == Operator::sum || op == Operator::min || op == Operator::max || !reduction::is_float(type);
}

// For people: "-1.5", "0x1.8p-130 (4.4e-40)" is not attempted, 17 digits say it.
std::string decimal(const Format& format, std::uint64_t code);
std::string decimal(Type type, std::uint64_t code);

} // namespace sharpsim::tb
