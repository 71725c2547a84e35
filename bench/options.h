// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/keys.h"

namespace sharpsim::bench {

struct Options {
    bool help{false};
    bool quick{false};
    unsigned rounds{3};
    std::string only; // fabric cases whose names begin with this, and nothing else; empty: everything
    std::string csv;  // file
    std::vector<Setting> settings; // --section.key value: for all cases, over the bench's own

    // One measurement in this process: what the whole bench starts itself with, and what a profiler wants.
    std::string one;
    Picoseconds window{100'000'000}; // of traffic
    double seconds{1};               // of a loop that runs by the clock
};

extern const char* const usage;

// Throws InputError.
Options parse_options(int argc, char** argv);
// The settings as arguments again.
std::vector<std::string> as_arguments(const std::vector<Setting>& settings);

} // namespace sharpsim::bench
