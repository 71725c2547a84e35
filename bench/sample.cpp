// SPDX-License-Identifier: Apache-2.0
#include "sample.h"

#include <cstdio>
#include <sstream>

namespace sharpsim::bench {

void Sample::set(const std::string& name, double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.17g", value);
    values_[name] = text;
}

std::string Sample::lines() const
{
    std::string out;
    for (const auto& [name, value] : values_)
        out += name + " " + value + "\n";
    return out;
}

Sample Sample::parse(const std::string& lines)
{
    Sample sample;
    std::istringstream in{lines};
    for (std::string line; std::getline(in, line);) {
        const std::size_t blank = line.find(' ');
        if (blank != std::string::npos)
            sample.set(line.substr(0, blank), line.substr(blank + 1));
    }
    return sample;
}

} // namespace sharpsim::bench
