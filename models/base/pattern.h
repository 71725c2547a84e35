// SPDX-License-Identifier: Apache-2.0
// Shell patterns over instance names, as in [override "leaf3*"]: '*', '?' and '[...]', case-sensitive.
#pragma once

#include <fnmatch.h>

#include <string>

namespace sharpsim {

// '*' also matches '/' and a leading '.'; the whole name must match.
inline bool matches(const std::string& pattern, const std::string& name)
{
    return ::fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

} // namespace sharpsim
