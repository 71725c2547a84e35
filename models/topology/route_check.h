// SPDX-License-Identifier: Apache-2.0
// What forwarding tables do: the way of a packet, destinations out of reach, and cables that can wait for
// each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topology/routing.h"

namespace sharpsim::topology {

struct Hop {
    NodeIndex sw;
    PortId in;
    PortId out;
};

struct Route {
    std::vector<Hop> hops; // switches on the way; none between two end ports on one cable
    bool arrived{false};
    std::string reason; // why not
};

// From an end port, or from the management port of a switch, to any LID. Follows the tables and the cables
// only.
Route trace_route(const Fabric& fabric, const RoutingTables& tables, Lid from, Lid to);

// HCA ports that some switch with an HCA of its own cannot reach: (source switch, LID), in order of LID, then
// switch.
struct MissingPath {
    NodeIndex from;
    Lid to;
};
std::vector<MissingPath> find_missing_paths(const Fabric& fabric, const RoutingTables& tables);

// A circle of cables, each of which can be full of packets that want the next: named by the sending switch
// ports.
using CreditLoop = std::vector<LinkEnd>;

// Builds the channel dependency graph (Dally and Seitz, 1987) of all traffic from end ports to end ports, and
// returns one circle for each strongly connected part of it; none means that no deadlock is possible on one
// virtual lane.
std::vector<CreditLoop> check_credit_loops(const Fabric& fabric, const RoutingTables& tables);

} // namespace sharpsim::topology
