// SPDX-License-Identifier: Apache-2.0
// An MPFR number with an owner, and the way from a code to its value.
#pragma once

#include <mpfr.h>

#include <cstdint>

#include "oracle/element.h"

namespace sharpsim::tb {

// Holds the exact sum of any two numbers of every format: 2^1024 down to 2^-1074.
constexpr mpfr_prec_t exact_bits = 2112;

class Number {
public:
    explicit Number(mpfr_prec_t bits = exact_bits) { mpfr_init2(value_, bits); }
    ~Number() { mpfr_clear(value_); }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;
    mpfr_ptr get() { return value_; }

private:
    mpfr_t value_;
};

// A finite code, exactly. The sign of a zero is lost.
void set(Number& to, const Format& f, std::uint64_t code);

// An exact number that is not zero, rounded; it holds something else afterwards.
Expected expect_rounded(const Format& f, Rounding rounding, Variant variant, Number& exact,
                        std::uint32_t draw);

} // namespace sharpsim::tb
