// SPDX-License-Identifier: Apache-2.0
// Multicast forwarding for one MLID: the ports a packet is copied to, at each switch that it passes.
#pragma once

#include <bitset>
#include <map>
#include <string>
#include <vector>

#include "topology/routing.h"

namespace sharpsim::topology {

using PortMask = std::bitset<256>; // [port]

struct MulticastTree {
    NodeIndex root{no_node};
    std::map<NodeIndex, PortMask> masks; // switches on the tree only
    std::string reason;                  // why there is none

    [[nodiscard]] bool ok() const { return reason.empty(); }
};

// The spanning tree made of the routes from the members' switches to the root, both directions of each cable
// set. A switch copies a packet to all set ports but the one it came in on, so that one from the root's
// aggregation node reaches each member once, and so does one from a member all the others.
MulticastTree build_multicast(const Fabric& fabric, const RoutingTables& tables, NodeIndex root_switch,
                              const std::vector<NodeIndex>& members);

} // namespace sharpsim::topology
