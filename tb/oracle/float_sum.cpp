// SPDX-License-Identifier: Apache-2.0
// The sum of two floats: exact in MPFR, then rounded here, with the exponent range, the subnormal numbers and
// the overflow rules of the format.
#include <algorithm>

#include "oracle/element.h"
#include "oracle/float_value.h"

namespace sharpsim::tb {

namespace {

constexpr int draw_bits = 20;

// The exact magnitude as n units in the last place of the result, each 2^exponent, and what is left of it.
struct Split {
    std::uint64_t units;
    int exponent;
};

// `rest` gets the discarded part in units of the last place, in [0, 1).
Split split(Number& magnitude, const Format& f, Number& rest)
{
    const int exponent = std::max(static_cast<int>(mpfr_get_exp(magnitude.get())) - f.precision, f.least);
    mpfr_mul_2si(magnitude.get(), magnitude.get(), -exponent, MPFR_RNDN);
    const std::uint64_t units = mpfr_get_ui(magnitude.get(), MPFR_RNDZ);
    mpfr_sub_ui(rest.get(), magnitude.get(), units, MPFR_RNDN);
    return {units, exponent};
}

bool rounds_up(Rounding rounding, bool negative, std::uint64_t units, Number& rest, std::uint32_t draw)
{
    switch (rounding) {
    case Rounding::toward_zero:
        return false;
    case Rounding::down:
        return negative && mpfr_sgn(rest.get()) != 0;
    case Rounding::up:
        return !negative && mpfr_sgn(rest.get()) != 0;
    case Rounding::stochastic: {
        mpfr_mul_2si(rest.get(), rest.get(), draw_bits, MPFR_RNDN);
        return mpfr_get_ui(rest.get(), MPFR_RNDZ) + draw >= (1UL << draw_bits);
    }
    default: {
        const int half = mpfr_cmp_ui_2exp(rest.get(), 1, -1);
        return half > 0 || (half == 0 && (units & 1) != 0);
    }
    }
}

// Directed roundings toward zero, for this sign, stay at the largest number.
std::uint64_t overflowed(const Format& f, Rounding rounding, bool saturate, bool negative)
{
    const bool toward_zero = rounding == Rounding::toward_zero || (rounding == Rounding::down && !negative) ||
                             (rounding == Rounding::up && negative);
    if (saturate || toward_zero)
        return f.largest();
    return f.has_infinity ? f.infinity() : f.quiet_nan();
}

bool zero_sum_is_negative(const Format& f, Rounding rounding, std::uint64_t a, std::uint64_t b)
{
    const bool both_zero = f.magnitude(a) == 0 && f.magnitude(b) == 0;
    if (both_zero && f.is_negative(a) == f.is_negative(b))
        return f.is_negative(a);
    return rounding == Rounding::down;
}

} // namespace

Expected expect_rounded(const Format& f, Rounding rounding, Variant variant, Number& sum, std::uint32_t draw)
{
    const bool negative = mpfr_sgn(sum.get()) < 0;
    const std::uint64_t sign = negative ? f.sign() : 0;
    mpfr_abs(sum.get(), sum.get(), MPFR_RNDN);
    if (variant.flush && mpfr_cmp_ui_2exp(sum.get(), 1, f.least + f.fraction_bits()) < 0)
        return {{sign, 0}, underflow | inexact};

    static thread_local Number rest;
    Split s = split(sum, f, rest);
    std::uint8_t flags = mpfr_sgn(rest.get()) != 0 ? inexact : 0;
    if (rounds_up(rounding, negative, s.units, rest, draw))
        ++s.units;
    // A carry into a further bit moves into the exponent field by itself.
    const auto top_exponent = static_cast<int>(f.largest() >> f.fraction_bits()) - 1 + f.least;
    const std::uint64_t field = static_cast<std::uint64_t>(s.exponent - f.least);
    const std::uint64_t code = (field << f.fraction_bits()) + s.units;
    if (s.exponent > top_exponent || code > f.largest()) {
        flags = overflow | inexact;
        return {{sign | overflowed(f, rounding, variant.saturate, negative), 0}, flags};
    }
    return {{sign | code, 0}, flags};
}

Expected expect_float_sum(const Format& f, const Format& to, Rounding rounding, Variant variant,
                          std::uint64_t a, std::uint64_t b, std::uint32_t draw)
{
    if (f.is_nan(a) || f.is_nan(b))
        return {{to.quiet_nan(), 0}, f.is_signalling(a) || f.is_signalling(b) ? invalid : std::uint8_t{0}};
    if (f.is_infinite(a) && f.is_infinite(b) && a != b)
        return {{to.quiet_nan(), 0}, invalid};
    if (f.is_infinite(a) || f.is_infinite(b))
        return {{to.infinity() | (f.is_negative(f.is_infinite(a) ? a : b) ? to.sign() : 0), 0}, 0};
    if (variant.flush) {
        a = f.is_subnormal(a) ? a & f.sign() : a;
        b = f.is_subnormal(b) ? b & f.sign() : b;
    }
    static thread_local Number x{64};
    static thread_local Number y{64};
    static thread_local Number sum;
    set(x, f, a);
    set(y, f, b);
    mpfr_add(sum.get(), x.get(), y.get(), MPFR_RNDN); // exact: sum has room for it
    if (mpfr_zero_p(sum.get()) != 0)
        return {{zero_sum_is_negative(f, rounding, a, b) ? to.sign() : 0, 0}, 0};
    return expect_rounded(to, rounding, variant, sum, draw);
}

} // namespace sharpsim::tb
