// SPDX-License-Identifier: Apache-2.0
// What to say of a pattern of instance names that matches nothing.
#pragma once

#include <string>
#include <vector>

namespace sharpsim {

// After "matches no ": "`what`; did you mean leaf3?", or what there is: "`what`; there are spine0 to spine3,
// leaf0 to leaf7, with leaf0.port1, leaf0.an inside them". `instances`: all of them, in any order.
[[nodiscard]] std::string unmatched_text(const std::string& pattern, const std::string& what,
                                         std::vector<std::string> instances);

} // namespace sharpsim
