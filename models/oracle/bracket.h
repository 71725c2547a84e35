// SPDX-License-Identifier: Apache-2.0
// The judge of stochastic rounding. Every rounding of a sum lies between the sum rounded down and the sum
// rounded up, and both grow with the operands; so the result of a chain or tree of sums lies between the same
// chain or tree folded down and folded up. Which of the numbers between them it is, is the draws' business.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reduction/types.h"

namespace sharpsim::oracle {

// Whether every element of `got` lies between those of `low` and `high`. Where both are NaN it must be the
// canonical NaN; where one of them is, overflow has decided between NaN and a number, and anything passes.
[[nodiscard]] bool between(reduction::Type type, const std::uint8_t* low, const std::uint8_t* high,
                           const std::uint8_t* got, std::size_t bytes);

} // namespace sharpsim::oracle
