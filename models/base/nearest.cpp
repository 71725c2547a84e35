// SPDX-License-Identifier: Apache-2.0
#include "base/nearest.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace sharpsim {

unsigned edit_distance(std::string_view a, std::string_view b)
{
    // Three rows of the distance table: two back (for swaps), previous, current.
    std::vector<unsigned> two(b.size() + 1), one(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j)
        row[j] = static_cast<unsigned>(j);
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::swap(two, one);
        std::swap(one, row);
        row[0] = static_cast<unsigned>(i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({one[j] + 1, row[j - 1] + 1, one[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], two[j - 2] + 1);
        }
    }
    return row[b.size()];
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates)
{
    constexpr std::size_t longest = 200; // the table is quadratic; no known name is near that long
    if (name.size() > longest)
        return {};
    unsigned best = static_cast<unsigned>(std::max<std::size_t>(2, name.size() / 3)) + 1;
    const std::string* found = nullptr;
    for (const std::string& candidate : candidates) {
        const unsigned distance = edit_distance(name, candidate);
        if (distance < best && distance < candidate.size()) {
            best = distance;
            found = &candidate;
        }
    }
    return found != nullptr ? *found : std::string{};
}

} // namespace sharpsim
