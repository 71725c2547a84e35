// SPDX-License-Identifier: Apache-2.0
// What one reduction step must give, computed with the host's own arithmetic. It is the judge of the
// reduction model and of the RTL and shares no code with either; only the codes of types and operators are
// common.
//
// Rules (IEEE 754-2019): sums round to nearest even in the element type, subnormals included; min and max are
// minimumNumber and maximumNumber with -0 < +0; a NaN result is the canonical quiet NaN (float16 7E00,
// bfloat16 7FC0, float32 7FC00000). Integers wrap.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reduction/types.h"

namespace sharpsim::oracle {

// True for the types and operators that fold() knows.
[[nodiscard]] bool knows(reduction::Type type, reduction::Operator op);

// acc = acc op operand, element by element, little-endian, in place. `bytes` is a whole number of elements.
// Throws ModelError for what knows() refuses.
void fold(reduction::Type type, reduction::Operator op, std::uint8_t* acc, const std::uint8_t* operand,
          std::size_t bytes);

} // namespace sharpsim::oracle
