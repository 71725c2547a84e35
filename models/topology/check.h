// SPDX-License-Identifier: Apache-2.0
// What a person should know about a fabric before running on it.
#pragma once

#include <string>
#include <vector>

#include "topology/routing.h"

namespace sharpsim::topology {

enum class Severity : std::uint8_t { note, warning, error };
const char* name(Severity severity);

struct Finding {
    Severity severity;
    std::string text; // one line
};

// Errors: no switch, parts of the fabric not connected, HCAs out of each other's reach, credit loops.
// Warnings: nodes without cables, ends that disagree on the rate, HCAs on a switch without aggregation node,
// LMC above 0, end nodes cabled to each other. Notes: shared descriptions. Most severe first.
std::vector<Finding> check(const Fabric& fabric, const RoutingTables& tables);

} // namespace sharpsim::topology
