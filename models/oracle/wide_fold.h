// SPDX-License-Identifier: Apache-2.0
// What an aggregation node must give where it keeps float sums in more bits than the element type has
// (docs/reduction_alu.md, "Precision"): over all its operands, in the order in which it took them. Host
// doubles and integers; no code is shared with the model.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/fold.h"
#include "reduction/types.h"

namespace sharpsim::oracle {

// Sums of `bytes` bytes of elements of every operand, rounded to the element type once at the end. A single
// operand passes as it is. exact_wire: the operands are those of the whole tree. Throws ModelError for what
// has no rule: a precision that does not keep the type, native, stochastic rounding (fold down and up enclose
// it).
void fold_wide(reduction::Type type, reduction::Precision precision,
               const std::vector<const std::uint8_t*>& operands, std::size_t bytes, std::uint8_t* result,
               const Rules& rules = {});

} // namespace sharpsim::oracle
