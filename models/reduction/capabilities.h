// SPDX-License-Identifier: Apache-2.0
// Which element types and operators each chip generation reduces, and which of them the datapath of this
// build has. What is missing is refused with a reason, never computed as something else.
//
// Types: switch-ib2 has the six that all SHARP devices support; quantum adds 16-bit integers and float16;
// quantum2 adds bfloat16 and 8-bit integers (SHARP 3.0.0; ANInfo type mask). FP8 is announced for no chip in
// a primary source and exists only in the profile "future".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "reduction/alu_variant.h"
#include "reduction/types.h"

namespace sharpsim::reduction {

enum class Profile : std::uint8_t { switch_ib2, quantum, quantum2, quantum_x800, future };
constexpr unsigned profile_count = 5;

std::string_view name(Profile profile);
std::optional<Profile> parse_profile(std::string_view text);

// The generation reduces this type.
[[nodiscard]] bool offers(Profile profile, Type type);
// The operator is defined on the type: bitwise and logical only on integers, minloc and maxloc
// only on 32- and 64-bit numbers.
[[nodiscard]] constexpr bool defined(Type type, Operator op)
{
    if (is_pair(op))
        return element_bytes(type) >= 4;
    return op <= Operator::max || !is_float(type);
}
// The model of this build computes it.
[[nodiscard]] constexpr bool in_datapath(Type type, Operator op) { return defined(type, op); }
// What a precision that was asked for comes to: it concerns sums of floats only, and float32 is kept in
// float32 anyway.
[[nodiscard]] constexpr Precision effective(Precision asked, Type type, Operator op)
{
    const bool matters =
        op == Operator::sum && is_float(type) && !(asked == Precision::fp32 && type == Type::float32);
    return matters ? asked : Precision::native;
}
// The RTL of this build computes it: all that is defined, but for what reduction_pkg.sv leaves out.
[[nodiscard]] constexpr bool in_rtl(Type type, Operator op)
{
    return defined(type, op) && (built_alu.float64 || type != Type::float64) &&
           (built_alu.fp8 || !is_float(type) || element_bytes(type) != 1) &&
           (built_alu.int8_16 || is_float(type) || element_bytes(type) >= 4) &&
           (built_alu.pairs || !is_pair(op));
}
[[nodiscard]] constexpr bool in_rtl(Precision precision)
{
    return precision == Precision::native || (is_exact(precision) ? built_alu.exact : built_alu.wide);
}
[[nodiscard]] constexpr bool in_rtl(Rounding rounding)
{
    return static_cast<unsigned>(rounding) < rounding_count;
}
[[nodiscard]] constexpr bool in_rtl(Variant variant) { return variant.code() <= 7; }

// Why this cannot be computed: one clause without a full stop, with type, operator and profile. Empty: it
// can.
[[nodiscard]] std::string refusal(Profile profile, Type type, Operator op);
[[nodiscard]] std::string refusal(Precision precision, Type type, Operator op);
// Why a fixed-point accumulator has no room for the sum of so many ranks, of a whole tree or, where every
// node rounds, of one node.
[[nodiscard]] std::string room_refusal(Precision precision, Type type, Operator op, std::uint32_t ranks,
                                       bool rtl);
// Why the RTL of this build cannot compute it.
[[nodiscard]] std::string rtl_refusal(Precision precision, Type type, Operator op);

} // namespace sharpsim::reduction
