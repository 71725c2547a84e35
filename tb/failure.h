// SPDX-License-Identifier: Apache-2.0
// What an engineer wants to know about a wrong result.
#pragma once

#include <string>

#include "bench.h"

namespace sharpsim::tb {

// Beat, lane, element, codes by name, operands, what was expected and what came, one thing a line.
std::string describe(const Mismatch& mismatch);

std::string hex(std::uint64_t code, unsigned bytes);
std::string flag_names(std::uint8_t flags);  // "OF NX", "none"
std::string variant_name(std::uint8_t code); // "saturate+flush", "none"
const char* rounding_name(Rounding rounding);
const char* precision_name(Precision precision);

} // namespace sharpsim::tb
