// SPDX-License-Identifier: Apache-2.0
#include "oracle/float_value.h"

#include <array>
#include <cstdio>

#include "oracle/element.h"

namespace sharpsim::tb {

void set(Number& to, const Format& f, std::uint64_t code)
{
    const std::uint64_t magnitude = f.magnitude(code);
    const std::uint64_t field = magnitude >> f.fraction_bits();
    std::uint64_t significand = magnitude & (f.smallest_normal() - 1);
    int exponent = f.least;
    if (field > 0) {
        significand |= f.smallest_normal();
        exponent += static_cast<int>(field) - 1;
    }
    mpfr_set_ui_2exp(to.get(), significand, exponent, MPFR_RNDN);
    if (f.is_negative(code))
        mpfr_neg(to.get(), to.get(), MPFR_RNDN);
}

int compare_floats(const Format& f, std::uint64_t a, std::uint64_t b)
{
    const auto side = [&f](std::uint64_t code) {
        return f.is_infinite(code) ? (f.is_negative(code) ? -1 : 1) : 0;
    };
    if (side(a) != 0 || side(b) != 0)
        return side(a) < side(b) ? -1 : side(a) > side(b) ? 1 : 0;
    static thread_local Number x{64};
    static thread_local Number y{64};
    set(x, f, a);
    set(y, f, b);
    const int order = mpfr_cmp(x.get(), y.get());
    return order < 0 ? -1 : order > 0 ? 1 : 0;
}

std::string decimal(const Format& f, std::uint64_t code)
{
    const std::string sign = f.is_negative(code) ? "-" : "+";
    if (f.is_nan(code))
        return sign + (f.is_signalling(code) ? "sNaN" : "NaN");
    if (f.is_infinite(code))
        return sign + "inf";
    if (f.magnitude(code) == 0)
        return sign + "0";
    Number x{64};
    set(x, f, code);
    std::array<char, 64> text{};
    mpfr_snprintf(text.data(), text.size(), "%+.17Rg", x.get());
    return std::string{text.data()} + (f.is_subnormal(code) ? " (subnormal)" : "");
}

std::string decimal(Type type, std::uint64_t code)
{
    const unsigned bits = 8 * reduction::element_bytes(type);
    if (reduction::is_float(type))
        return decimal(format_of(type), code);
    if (signed_integer(type))
        return std::to_string(static_cast<std::int64_t>(code << (64 - bits)) >> (64 - bits));
    return std::to_string(code);
}

} // namespace sharpsim::tb
