// SPDX-License-Identifier: Apache-2.0
// The fabric.* keys: which fabric a run is built on.
#pragma once

#include <string>

#include "base/keys.h"
#include "topology/fabric.h"

namespace sharpsim::topology {

enum class FabricKind : std::uint8_t { spine_leaf, single_switch, file };

struct FabricConfig {
    FabricKind kind{FabricKind::spine_leaf};
    std::string file; // not empty: overrides `kind`
    unsigned hosts{128};
    unsigned leaves{0};
    unsigned spines{0};
    unsigned switch_ports{64};
    unsigned uplinks_per_leaf{0};
    LinkWidth width{LinkWidth::x4};
    LinkSpeed speed{LinkSpeed::ndr};
    double host_cable{2};
    double switch_cable{10};
    bool aggregation_nodes{true};
};

void declare(KeyTable& table, FabricConfig& config);

// Reads or generates. Throws InputError.
Fabric make_fabric(const FabricConfig& config);

} // namespace sharpsim::topology
