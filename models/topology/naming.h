// SPDX-License-Identifier: Apache-2.0
// Printable names of nodes: unique in the fabric and legal in statistics paths, SystemC and wave files.
#pragma once

#include <string>

#include "topology/fabric.h"

namespace sharpsim::topology {

// A text as a legal name: a run of anything but letters, digits and '_' becomes one '_', none stay at the
// ends, and 'n' goes before a leading digit. Empty when nothing is left.
std::string legal_name(const std::string& text);

// Names every node by this rule, which looks at nothing but the node itself and the nodes of equal
// description:
//  1. Switch: the description; of "MF0;NAME:MODEL/CHIP" (managed switches) only NAME.
//     HCA and router: the description. Nothing legal left: the id.
//     Aggregation node: the name of its switch and "_an".
//  2. All nodes that would share a name get "_" and the 16 hexadecimal digits of their GUID.
//  3. A name that still collides gets "_2", "_3", ... in document order.
void assign_names(Fabric& fabric);

} // namespace sharpsim::topology
