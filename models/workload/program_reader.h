// SPDX-License-Identifier: Apache-2.0
// Rank programs from a file, read as a stream. Throws InputError (file:line) on anything that
// docs/rank_programs.md does not allow.
#pragma once

#include <string>

#include "workload/rank_program.h"

namespace sharpsim {

// Tells the format by the first word: sharpsim-ranks (ours) or num_ranks (GOAL).
RankProgram read_rank_program(const std::string& path);

} // namespace sharpsim
