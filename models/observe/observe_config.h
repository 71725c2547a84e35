// SPDX-License-Identifier: Apache-2.0
// What is recorded beside the results, and its keys.
#pragma once

#include <string>
#include <vector>

#include "base/keys.h"
#include "base/units.h"

namespace sharpsim {

struct WaveConfig {
    bool enable{false};
    Picoseconds from{0};
    Picoseconds to{1'000'000'000'000'000}; // 1000 s: later than the end of any run
    std::string scope{"*"};                // instances by name, fnmatch patterns separated by commas
    unsigned rtl_levels{99};
    Bytes max_size{Bytes{50} * (1024 * 1024)};
};

// Declares the `wave.` keys.
void declare_keys(KeyTable& table, WaveConfig& config);

// What no single key can tell: throws InputError.
void check(const WaveConfig& config);

// The patterns of wave.scope, one by one.
[[nodiscard]] std::vector<std::string> scope_patterns(const WaveConfig& config);

// True if one of the patterns matches the instance or one of the instances that contain it: "leaf0" and
// "leaf*" both take leaf0.port3.
[[nodiscard]] bool selects(const WaveConfig& config, const std::string& instance);

} // namespace sharpsim
