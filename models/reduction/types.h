// SPDX-License-Identifier: Apache-2.0
// Element types, operators, roundings and precisions of the reduction, with the codes that the SHARP header
// and the pins of the ALU carry. Codes are stable: new ones go to the end.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sharpsim::reduction {

enum class Type : std::uint8_t {
    int8,
    uint8,
    int16,
    uint16,
    int32,
    uint32,
    int64,
    uint64,
    float16,
    bfloat16,
    float32,
    float64,
    float8_e4m3,
    float8_e5m2,
};
constexpr unsigned type_count = 14;

enum class Operator : std::uint8_t { sum, min, max, minloc, maxloc, band, bor, bxor, land, lor, lxor };
constexpr unsigned operator_count = 11;

enum class Rounding : std::uint8_t { nearest_even, down, toward_zero, up, stochastic };
// In what sums of floats are kept between two operands; docs/reduction_alu.md. The last two are of the ALU's
// pins only: exact_node and exact_wire with operands that are fixed-point numbers themselves.
enum class Precision : std::uint8_t {
    native,
    wide19,
    fp32,
    exact_node,
    exact_wire,
    exact_node_merge,
    exact_wire_merge,
};
constexpr unsigned rounding_count = 5;
constexpr unsigned precision_count = 5; // that can be asked for
constexpr unsigned precision_code_count = 7;

// Departures from the rules of IEEE 754, each a bit of in_variant_i.
struct Variant {
    bool saturate{false}; // bit 0: sums stay at the largest number instead of wrapping or becoming infinite
    bool nan_wins{false}; // bit 1: minimum and maximum instead of minimumNumber and maximumNumber
    bool flush{false};    // bit 2: subnormal operands and sums count as zero
    [[nodiscard]] constexpr std::uint8_t code() const
    {
        return static_cast<std::uint8_t>((saturate ? 1 : 0) | (nan_wins ? 2 : 0) | (flush ? 4 : 0));
    }
};
constexpr Variant variant_of(std::uint8_t code)
{
    return {(code & 1) != 0, (code & 2) != 0, (code & 4) != 0};
}

constexpr unsigned element_bytes(Type t)
{
    constexpr std::uint8_t bytes[type_count] = {1, 1, 2, 2, 4, 4, 8, 8, 2, 2, 4, 8, 1, 1};
    return bytes[static_cast<unsigned>(t)];
}
constexpr bool is_float(Type t) { return t >= Type::float16; }
constexpr bool is_pair(Operator op) { return op == Operator::minloc || op == Operator::maxloc; }
// minloc and maxloc work on pairs: a value, then an unsigned index of the same width.
constexpr unsigned element_bytes(Type t, Operator op) { return element_bytes(t) * (is_pair(op) ? 2 : 1); }

// The sum of this type can be kept so. native is for everything.
constexpr bool keeps(Precision p, Type t)
{
    switch (p) {
    case Precision::native:
        return true;
    case Precision::wide19:
        return t == Type::float16 || t == Type::bfloat16;
    case Precision::fp32:
        return is_float(t) && element_bytes(t) <= 2;
    default:
        return is_float(t) && element_bytes(t) <= 2 && t != Type::bfloat16;
    }
}
constexpr bool is_exact(Precision p) { return p >= Precision::exact_node; }
constexpr bool merges(Precision p) { return p >= Precision::exact_node_merge; }
// The last operand rounds to the element type.
constexpr bool rounds_at_last(Precision p)
{
    return p != Precision::exact_wire && p != Precision::exact_wire_merge;
}
// Bytes of a fixed-point sum between two nodes.
constexpr unsigned wire_bytes(Type t) { return t == Type::float8_e4m3 ? 5 : t == Type::float8_e5m2 ? 7 : 8; }

std::string_view name(Type t);
std::string_view name(Operator op);
std::string_view name(Precision p);
std::optional<Type> parse_type(std::string_view text);
std::optional<Operator> parse_operator(std::string_view text);

} // namespace sharpsim::reduction
