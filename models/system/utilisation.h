// SPDX-License-Identifier: Apache-2.0
// What limited a collective: the busiest resource between its first start and its last end.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/units.h"

namespace sharpsim {

class System;

class Utilisation {
public:
    explicit Utilisation(const System& system);

    void begin(std::uint32_t collective, Picoseconds now);
    // "the port of leaf0.an (leaf0.port65), 97 %", "the ALU of leaf0.an, 99 %", or "latency (busiest: ..., 12
    // %)".
    [[nodiscard]] std::string end(std::uint32_t collective, Picoseconds now);
    // Over all of the run so far.
    [[nodiscard]] std::string overall(Picoseconds now) const;

private:
    struct Resource {
        std::string name;
        std::function<std::uint64_t()> busy_ps;
    };
    struct Snapshot {
        Picoseconds time;
        std::vector<std::uint64_t> busy;
    };
    [[nodiscard]] std::string verdict(const std::vector<std::uint64_t>& before, Picoseconds elapsed) const;

    std::vector<Resource> resources_;
    std::unordered_map<std::uint32_t, Snapshot> open_;
};

} // namespace sharpsim
