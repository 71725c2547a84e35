// SPDX-License-Identifier: Apache-2.0
// Operands that look for trouble: special values, near-cancellation, ties, carries, the borders of the
// subnormal numbers and of overflow.
#pragma once

#include <cstdint>
#include <utility>

#include "oracle/element.h"
#include "random.h"

namespace sharpsim::tb {

constexpr unsigned pair_kinds = 12;

// Both operands of one element. `kind` below pair_kinds says which trouble.
std::pair<Element, Element> draw_operands(const Task& task, unsigned kind, Random& random);

} // namespace sharpsim::tb
