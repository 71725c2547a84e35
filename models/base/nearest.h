// SPDX-License-Identifier: Apache-2.0
// "Did you mean": the known name that a mistyped one is closest to.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sharpsim {

// Smallest number of single-character insertions, deletions, replacements and swaps of neighbours that turn a
// into b (optimal string alignment distance).
unsigned edit_distance(std::string_view a, std::string_view b);

// The candidate with the smallest distance, the first one on a tie; empty when all are further away than a
// third of the name's length (at least 2), where a suggestion would only confuse.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

} // namespace sharpsim
