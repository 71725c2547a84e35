// SPDX-License-Identifier: Apache-2.0
// What one element of a reduction has to be, by exact arithmetic: floats in MPFR with a rounding of our own,
// integers in 128 bits.
#pragma once

#include <cstdint>

#include "oracle/format.h"

namespace sharpsim::tb {

constexpr std::uint8_t inexact = 1;
constexpr std::uint8_t underflow = 2;
constexpr std::uint8_t overflow = 4;
constexpr std::uint8_t invalid = 16;

struct Element {
    std::uint64_t value{0};
    std::uint64_t index{0}; // minloc and maxloc only
};

struct Expected {
    Element element;
    std::uint8_t flags{0};
};

struct Task {
    Type type{Type::int8};
    Operator op{Operator::sum};
    Rounding rounding{Rounding::nearest_even};
    Variant variant{};
};

// `draw`: the 20 bits of stochastic rounding.
Expected expect(const Task& task, const Element& a, const Element& b, std::uint32_t draw);

// Parts of it.
// The sum of two codes of one format, rounded to another that is not wider.
Expected expect_float_sum(const Format& f, const Format& to, Rounding rounding, Variant variant,
                          std::uint64_t a, std::uint64_t b, std::uint32_t draw);
int compare_floats(const Format& f, std::uint64_t a, std::uint64_t b); // -1, 0, 1; -0 = +0

} // namespace sharpsim::tb
