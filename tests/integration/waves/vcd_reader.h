// SPDX-License-Identifier: Apache-2.0
// Reads what fst2vcd makes of an FST file: names, and every value change with its time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace sharpsim::test {

struct VcdChange {
    std::uint64_t time;
    std::string value; // binary digits without leading zeros, at least one
};

struct Vcd {
    std::string timescale;
    std::vector<std::string> scope_kinds;
    std::vector<std::uint64_t> times;                      // every #time, in order
    std::map<std::string, std::string> ranges;             // full name -> "[15:0]", or ""
    std::map<std::string, std::vector<VcdChange>> changes; // full name -> changes
    std::vector<std::string> repeated_scopes;              // entered more than once

    // The changes of one signal as "time:value time:value", values in decimal.
    [[nodiscard]] std::string history(const std::string& name) const;
};

// Converts and parses; an empty Vcd (no timescale) if fst2vcd fails.
Vcd read_fst(const std::string& path);

} // namespace sharpsim::test
