// SPDX-License-Identifier: Apache-2.0
// Operands that adders and comparators of others have got wrong, and the corners of our own rules, with
// results that were found by hand or come from where the bug was reported: they check the oracle too.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/element.h"

namespace sharpsim::tb {

struct DirectedCase {
    const char* reason;
    Type type;
    Operator op;
    Rounding rounding;
    std::uint8_t variant;
    Element a;
    Element b;
    Element result;
    std::uint8_t flags;
};

const std::vector<DirectedCase>& directed_list();

} // namespace sharpsim::tb
