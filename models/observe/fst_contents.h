// SPDX-License-Identifier: Apache-2.0
// What a finished FST file contains: names and times. Internal to this folder.
#pragma once

#include <string>
#include <vector>

#include "base/units.h"

namespace sharpsim {

struct FstVariable {
    std::string scope;
    std::string name; // with its range, as GTKWave writes it: "count[15:0]"
    unsigned bits;
    bool output;
    bool input;
};

struct FstContents {
    Picoseconds begin;
    Picoseconds end;
    std::vector<FstVariable> variables; // in the order of the file
};

// Throws InputError if the file is no complete FST file.
[[nodiscard]] FstContents read_fst_contents(const std::string& path);

} // namespace sharpsim
