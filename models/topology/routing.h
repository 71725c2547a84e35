// SPDX-License-Identifier: Apache-2.0
// Linear forwarding tables as a subnet manager computes them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topology/fabric.h"

namespace sharpsim::topology {

constexpr std::uint8_t no_path = 255;

enum class RoutingEngine : std::uint8_t {
    up_down, // legal up*/down* paths only: no credit loops (up_down.h)
    min_hop, // shortest paths; can lock up on rings
};

struct RoutingTables {
    std::vector<NodeIndex> switches;            // document order; a position here is a "slot"
    std::vector<std::uint32_t> slots;           // [node] -> slot; other nodes: ~0
    std::vector<std::vector<std::uint8_t>> lft; // [slot][lid] -> port; 0 = the switch itself
    std::vector<std::uint32_t> level;           // [slot] 0 = leaf
    std::vector<std::uint32_t> place;           // [slot] a hop to a higher place goes up

    [[nodiscard]] std::uint8_t port(NodeIndex sw, Lid lid) const { return lft[slots[sw]][lid.value()]; }
};

// Destinations are taken by switch in document order, at each switch its HCAs by LID, then aggregation nodes,
// then routers and the switch; each gets, of the ports that begin a path of the right length, the one with
// the fewest destinations of its kind so far, of equals the lowest port. So parallel cables share evenly, and
// the hosts of one leaf spread over all uplinks of every other. Two switches at the top (spines) have no
// up*/down* path between them, nor have the aggregation nodes on them, which no tree needs. Only base LIDs
// are routed. Work: switches * (cables + LIDs * candidate ports).
RoutingTables compute_routes(const Fabric& fabric, RoutingEngine engine = RoutingEngine::up_down);

} // namespace sharpsim::topology
