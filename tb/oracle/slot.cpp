// SPDX-License-Identifier: Apache-2.0
#include "oracle/slot.h"

#include "oracle/float_value.h"

namespace sharpsim::tb {

namespace {

std::uint64_t bits_below(unsigned n) { return (std::uint64_t{1} << n) - 1; }

FixedPoint fixed_point_of_element(const Format& f, Variant variant, std::uint64_t code)
{
    static thread_local Number units{64};
    FixedPoint p;
    p.not_all_minus_zero = true;
    p.not_all_plus_zero = true;
    if (f.is_nan(code) || f.is_infinite(code)) {
        p.plus_infinity = f.is_nan(code) || !f.is_negative(code);
        p.minus_infinity = f.is_nan(code) || f.is_negative(code);
        return p;
    }
    if (f.magnitude(code) == 0 || (variant.flush && f.is_subnormal(code))) {
        p.not_all_minus_zero = !f.is_negative(code);
        p.not_all_plus_zero = f.is_negative(code);
        return p;
    }
    set(units, f, code);
    mpfr_mul_2si(units.get(), units.get(), -f.least, MPFR_RNDN);
    p.value = mpfr_get_si(units.get(), MPFR_RNDN);
    return p;
}

Expected round_fixed_point(const Task& task, const FixedPoint& p, std::uint32_t draw)
{
    static thread_local Number sum;
    const Format f = format_of(task.type);
    if (p.plus_infinity && p.minus_infinity)
        return {{f.quiet_nan(), 0}, 0};
    if (p.plus_infinity || p.minus_infinity)
        return {{f.infinity() | (p.minus_infinity ? f.sign() : 0), 0}, 0};
    if (p.value != 0) {
        mpfr_set_si_2exp(sum.get(), p.value, f.least, MPFR_RNDN);
        return expect_rounded(f, task.rounding, task.variant, sum, draw);
    }
    if (!p.not_all_minus_zero)
        return {{f.sign(), 0}, 0};
    return {{p.not_all_plus_zero && task.rounding == Rounding::down ? f.sign() : 0, 0}, 0};
}

Expected expect_fixed_point(const Task& task, const SlotStep& step, std::uint64_t acc, std::uint64_t operand,
                            std::uint32_t draw)
{
    const Format f = format_of(task.type);
    const bool slots = takes_slots(step.precision);
    if (!slots && step.first && step.last && rounds(step.precision))
        return {{operand, 0}, 0};
    FixedPoint sum;
    if (!step.first)
        sum = fixed_point(task.type, acc);
    std::uint8_t flags = 0;
    if (step.first || step.takes_part) {
        const FixedPoint more =
            slots ? fixed_point(task.type, operand) : fixed_point_of_element(f, task.variant, operand);
        const bool was_nan = sum.plus_infinity && sum.minus_infinity;
        const bool is_nan = more.plus_infinity && more.minus_infinity;
        sum.value += more.value;
        sum.plus_infinity |= more.plus_infinity;
        sum.minus_infinity |= more.minus_infinity;
        sum.not_all_minus_zero |= more.not_all_minus_zero;
        sum.not_all_plus_zero |= more.not_all_plus_zero;
        if ((!slots && f.is_signalling(operand)) ||
            (sum.plus_infinity && sum.minus_infinity && !was_nan && !is_nan))
            flags = invalid;
    }
    if (!step.last || !rounds(step.precision))
        return {{slot_of(task.type, sum), 0}, flags};
    Expected rounded = round_fixed_point(task, sum, draw);
    rounded.flags |= flags;
    return rounded;
}

Expected expect_wide(const Task& task, const SlotStep& step, std::uint64_t acc, std::uint64_t operand,
                     std::uint32_t draw)
{
    const Format f = format_of(task.type);
    const Format wide = wide_format(task.type, step.precision);
    if (step.first)
        return {{step.last ? operand : widened(f, wide, operand), 0}, 0};
    if (!step.takes_part && !step.last)
        return {{acc, 0}, 0};
    const std::uint64_t sum = acc & bits_below(static_cast<unsigned>(wide.bits));
    const std::uint64_t more = step.takes_part ? widened(f, wide, operand) : sum & wide.sign();
    return expect_float_sum(wide, step.last ? f : wide, task.rounding, task.variant, sum, more, draw);
}

} // namespace

// The exponent of one unit of a subnormal number shrinks by as many bits as the fraction grows.
Format wide_format(Type type, std::uint8_t precision)
{
    const Format f = format_of(type);
    const int significant = precision == 2 ? 24 : f.precision + 3;
    return {precision == 2 ? 32 : 19, significant, f.least - (significant - f.precision), true};
}

std::uint64_t widened(const Format& from, const Format& to, std::uint64_t code)
{
    const std::uint64_t sign = from.is_negative(code) ? to.sign() : 0;
    if (!from.has_infinity && from.is_nan(code))
        return sign | (to.sign() - 1);
    const std::uint64_t fraction = (code & bits_below(static_cast<unsigned>(from.fraction_bits())))
                                   << (to.fraction_bits() - from.fraction_bits());
    if (from.is_nan(code) || from.is_infinite(code))
        return sign | to.infinity() | fraction;
    return sign | from.magnitude(code) >> from.fraction_bits() << to.fraction_bits() | fraction;
}

unsigned fixed_bits(Type type) { return type == Type::float16 ? 60 : type == Type::float8_e5m2 ? 52 : 36; }

FixedPoint fixed_point(Type type, std::uint64_t slot)
{
    const unsigned bits = fixed_bits(type);
    const std::uint64_t value = slot & bits_below(bits);
    FixedPoint p;
    p.value = static_cast<std::int64_t>(value);
    if ((value >> (bits - 1)) != 0)
        p.value -= std::int64_t{1} << bits;
    p.plus_infinity = (slot >> (bits + 3) & 1) != 0;
    p.minus_infinity = (slot >> (bits + 2) & 1) != 0;
    p.not_all_minus_zero = (slot >> (bits + 1) & 1) != 0;
    p.not_all_plus_zero = (slot >> bits & 1) != 0;
    return p;
}

std::uint64_t slot_of(Type type, const FixedPoint& sum)
{
    const unsigned bits = fixed_bits(type);
    const std::uint64_t marks = (sum.plus_infinity ? 8U : 0U) | (sum.minus_infinity ? 4U : 0U) |
                                (sum.not_all_minus_zero ? 2U : 0U) | (sum.not_all_plus_zero ? 1U : 0U);
    return (static_cast<std::uint64_t>(sum.value) & bits_below(bits)) | marks << bits;
}

std::string decimal_of_slot(Type type, std::uint8_t precision, std::uint64_t slot)
{
    if (!in_fixed_point(precision)) {
        const Format wide = wide_format(type, precision);
        return decimal(wide, slot & bits_below(static_cast<unsigned>(wide.bits)));
    }
    const FixedPoint p = fixed_point(type, slot);
    std::string text = std::to_string(p.value) + " x 2^" + std::to_string(format_of(type).least);
    if (p.plus_infinity || p.minus_infinity)
        text += p.plus_infinity && p.minus_infinity ? ", nan" : p.plus_infinity ? ", inf" : ", -inf";
    if (p.value == 0 && !p.not_all_minus_zero)
        text += ", all -0";
    return text;
}

Expected expect_slot(const Task& task, const SlotStep& step, std::uint64_t acc, std::uint64_t operand,
                     std::uint32_t draw)
{
    return in_fixed_point(step.precision) ? expect_fixed_point(task, step, acc, operand, draw)
                                          : expect_wide(task, step, acc, operand, draw);
}

} // namespace sharpsim::tb
