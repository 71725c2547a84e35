// SPDX-License-Identifier: Apache-2.0
// The judge of stochastic rounding. Every rounding of a sum lies between the sum rounded down and the sum
// rounded up, and both grow with the operands; so the result of a chain or tree of sums lies between the same
// chain or tree folded down and folded up. Which of the numbers between them it is, is the draws' business.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reduction/types.h"

namespace sharpsim::oracle {

// Whether every element of `got` lies between those of `low` and `high`. Overflow to infinity is one of the
// two roundings of a large sum, so infinities of both signs can meet in one of the chains and not in the
// others: a bound that is NaN bounds nothing, and NaN is possible where the bounds are infinite or NaN. Where
// both are NaN, so is the result. In E4M3, where overflow itself is NaN, nothing is known once a bound is
// NaN.
[[nodiscard]] bool between(reduction::Type type, const std::uint8_t* low, const std::uint8_t* high,
                           const std::uint8_t* got, std::size_t bytes);

} // namespace sharpsim::oracle
