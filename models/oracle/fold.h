// SPDX-License-Identifier: Apache-2.0
// What one reduction step must give, computed with the host's own arithmetic. It is the judge of the
// reduction model and of the RTL and shares no code with either; only the codes of types and operators are
// common.
//
// Rules (docs/reduction_alu.md): sums are rounded once, to the element type, subnormals included; min and max
// are minimumNumber and maximumNumber of IEEE 754-2019 with -0 < +0; a NaN result is the canonical quiet NaN.
// Integers wrap. Rules change what they name. Stochastic rounding is not known here: two folds, down and up,
// enclose it, because every step is monotone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reduction/types.h"

namespace sharpsim::oracle {

struct Rules {
    reduction::Rounding rounding{reduction::Rounding::nearest_even};
    reduction::Variant variant{};
};

// True for the types and operators that fold() knows.
[[nodiscard]] bool knows(reduction::Type type, reduction::Operator op);

// acc = acc op operand, element by element, little-endian, in place. `bytes` is a whole number of elements
// (pairs for minloc and maxloc). Throws ModelError for what knows() refuses and for stochastic sums.
void fold(reduction::Type type, reduction::Operator op, std::uint8_t* acc, const std::uint8_t* operand,
          std::size_t bytes, const Rules& rules = {});

} // namespace sharpsim::oracle
