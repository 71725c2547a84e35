// SPDX-License-Identifier: Apache-2.0
#include "base/unmatched.h"

#include <cstddef>
#include <set>

#include "base/nearest.h"

namespace sharpsim {

namespace {

// "leaf12" is number 12 of "leaf".
struct Numbered {
    std::string stem;
    std::string digits;

    explicit Numbered(const std::string& name)
    {
        const std::size_t last = name.find_last_not_of("0123456789");
        const std::size_t begin = last == std::string::npos ? 0 : last + 1;
        stem = name.substr(0, begin);
        digits = name.substr(begin);
    }
    [[nodiscard]] bool follows(const Numbered& before) const
    {
        constexpr std::size_t longest = 9; // digits of a number that is looked into
        if (stem != before.stem || digits.empty() || before.digits.empty() || digits.size() > longest ||
            before.digits.size() > longest)
            return false;
        return std::stoul(digits) == std::stoul(before.digits) + 1;
    }
};

// Neighbours that count up are told as one range.
std::vector<std::string> ranges(const std::vector<std::string>& names)
{
    std::vector<std::string> out;
    for (std::size_t i = 0; i < names.size();) {
        std::size_t last = i;
        while (last + 1 < names.size() && Numbered{names[last + 1]}.follows(Numbered{names[last]}))
            ++last;
        out.push_back(last == i ? names[i] : names[i] + " to " + names[last]);
        i = last + 1;
    }
    return out;
}

// One example of each kind of what is inside an instance: leaf0.port1 of all ports.
std::vector<std::string> examples(const std::vector<std::string>& instances)
{
    std::vector<std::string> out;
    std::set<std::string> kinds;
    for (const std::string& name : instances) {
        const std::size_t dot = name.find('.');
        if (dot != std::string::npos && kinds.insert(Numbered{name.substr(dot)}.stem).second)
            out.push_back(name);
    }
    return out;
}

std::string joined(const std::vector<std::string>& parts, std::size_t most)
{
    std::string out;
    for (std::size_t i = 0; i < parts.size() && i < most; ++i)
        out += (i == 0 ? "" : ", ") + parts[i];
    return parts.size() <= most ? out : out + " and " + std::to_string(parts.size() - most) + " more";
}

} // namespace

std::string unmatched_text(const std::string& pattern, const std::string& what,
                           std::vector<std::string> instances)
{
    // The outermost instances, each once, in the order in which they come first.
    std::vector<std::string> outer;
    std::set<std::string> seen;
    for (const std::string& name : instances)
        if (std::string first = name.substr(0, name.find('.')); seen.insert(first).second)
            outer.push_back(std::move(first));
    const std::vector<std::string> inner = examples(instances);
    if (pattern.find_first_of("*?[") == std::string::npos) {
        instances.insert(instances.begin(), outer.begin(), outer.end());
        if (const std::string near = nearest_name(pattern, instances); !near.empty())
            return what + "; did you mean " + near + "?";
    }
    if (outer.empty())
        return what + "; there is none";
    return what + "; there are " + joined(ranges(outer), 8) +
           (inner.empty() ? "" : ", with " + joined(inner, 4) + " inside them");
}

} // namespace sharpsim
