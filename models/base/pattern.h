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

// True if the pattern matches the instance or one of the instances that contain it: "leaf0" and "leaf*" both
// take leaf0.port3.
inline bool matches_instance(const std::string& pattern, const std::string& instance)
{
    for (std::size_t end = instance.find('.');; end = instance.find('.', end + 1)) {
        if (matches(pattern, instance.substr(0, end)))
            return true;
        if (end == std::string::npos)
            return false;
    }
}

} // namespace sharpsim
