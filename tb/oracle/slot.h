// SPDX-License-Identifier: Apache-2.0
// What has to become of one element's accumulator in a slot of 64 bits: sums in a wider float or in fixed
// point, from docs/reduction_alu.md, "Precision".
#pragma once

#include <cstdint>
#include <string>

#include "oracle/element.h"

namespace sharpsim::tb {

using reduction::Precision;

// The contract has sums of this type in this precision, native apart.
constexpr bool has_slots(Type type, Operator op, std::uint8_t precision)
{
    const bool fp8 = type == Type::float8_e4m3 || type == Type::float8_e5m2;
    if (op != Operator::sum)
        return false;
    switch (precision) {
    case 1:
        return type == Type::float16 || type == Type::bfloat16;
    case 2:
        return fp8 || type == Type::float16 || type == Type::bfloat16;
    case 3:
    case 4:
    case 5:
    case 6:
        return fp8 || type == Type::float16;
    default:
        return false;
    }
}
constexpr bool in_fixed_point(std::uint8_t precision) { return precision >= 3; }
constexpr bool takes_slots(std::uint8_t precision) { return precision >= 5; } // operands too
constexpr bool rounds(std::uint8_t precision) { return precision != 4 && precision != 6; }

// The accumulator of wide19 or fp32.
Format wide_format(Type type, std::uint8_t precision);
std::uint64_t widened(const Format& from, const Format& to, std::uint64_t code);

// A sum in fixed point, in units of the least subnormal number of the type.
struct FixedPoint {
    std::int64_t value{0};
    bool plus_infinity{false};
    bool minus_infinity{false};
    bool not_all_minus_zero{false};
    bool not_all_plus_zero{false};
};
// For people, as decimal() has it.
std::string decimal_of_slot(Type type, std::uint8_t precision, std::uint64_t slot);
unsigned fixed_bits(Type type); // of the value in a slot
FixedPoint fixed_point(Type type, std::uint64_t slot);
std::uint64_t slot_of(Type type, const FixedPoint& sum);

struct SlotStep {
    std::uint8_t precision{1};
    bool first{false};
    bool last{false};
    bool takes_part{true};
};

// The slot afterwards, or the rounded element where the step rounds.
Expected expect_slot(const Task& task, const SlotStep& step, std::uint64_t acc, std::uint64_t operand,
                     std::uint32_t draw);

} // namespace sharpsim::tb
