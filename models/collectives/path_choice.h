// SPDX-License-Identifier: Apache-2.0
// Which way a collective takes, and why. A function of what all ranks know, so that all decide alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "collectives/collectives_config.h"
#include "collectives/reduction_call.h"
#include "reduction/capabilities.h"

namespace sharpsim {

enum class Path : std::uint8_t { sharp, ring };
std::string_view name(Path path);

struct PathFacts {
    std::uint32_t ranks{1};
    bool tree{false};           // there is an aggregation tree over all ranks
    std::string no_tree_reason; // why not
    reduction::Profile profile{reduction::Profile::quantum2};
    reduction::Precision precision{reduction::Precision::native};
    bool real_bytes{true};
    bool rtl{false}; // the aggregation nodes compute with the RTL
};

struct PathChoice {
    Path path{Path::ring};
    bool fallback{false}; // `auto` would have preferred the tree, but something stands against it
    std::string reason;   // one clause
    std::string refusal;  // not empty: this cannot run at all, and why
};

// A call without bytes (a barrier) depends on neither type nor size.
PathChoice choose_path(const CollectivesConfig& config, const PathFacts& facts, const ReductionCall& call);

} // namespace sharpsim
