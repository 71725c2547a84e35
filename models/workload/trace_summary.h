// SPDX-License-Identifier: Apache-2.0
// A rank program in a few lines for people, with what looks unintended.
#pragma once

#include <string>
#include <vector>

#include "workload/rank_program.h"

namespace sharpsim {

struct TraceSummary {
    std::vector<std::string> lines;
    std::vector<std::string> warnings; // "line 12: ..."
};
TraceSummary summarise(const RankProgram& program);

} // namespace sharpsim
