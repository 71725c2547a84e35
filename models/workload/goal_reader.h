// SPDX-License-Identifier: Apache-2.0
// GOAL, the input of LogGOPSim, in its text form (T. Hoefler, T. Schneider, A. Lumsdaine: "LogGOPSim -
// Simulating Large-Scale Applications in the LogGOPS Model", 2010): calc, send and recv with dependencies,
// per rank.
#pragma once

#include <string>

#include "workload/rank_program.h"

namespace sharpsim {

// calc is in nanoseconds; "recv from -1" takes from any rank; cpu and nic numbers are checked and not used.
RankProgram read_goal(const std::string& path);

} // namespace sharpsim
