// SPDX-License-Identifier: Apache-2.0
// A fabric in a screenful of text.
#pragma once

#include <string>

#include "topology/routing.h"

namespace sharpsim::topology {

// Nodes by kind, cables by rate, switch levels, uplinks and oversubscription of the leaves, parallel cables,
// shared descriptions. Equal fabrics give equal texts.
std::string describe(const Fabric& fabric, const RoutingTables& tables);

} // namespace sharpsim::topology
