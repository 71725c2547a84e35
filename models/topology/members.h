// SPDX-License-Identifier: Apache-2.0
// The HCAs of a job, gathered by the switch they hang on.
#pragma once

#include <string>
#include <vector>

#include "topology/fabric.h"

namespace sharpsim::topology {

struct LeafGroup {
    NodeIndex sw;
    std::vector<NodeIndex> hcas; // in the order of the members
    std::vector<PortId> ports;   // of the switch, one for each HCA
};

struct LeafGroups {
    std::vector<LeafGroup> groups; // by first member
    std::string reason;            // why the members cannot be used; empty when they can
};

// An HCA with several cabled ports takes part with its first one.
LeafGroups group_by_switch(const Fabric& fabric, const std::vector<NodeIndex>& members);

} // namespace sharpsim::topology
