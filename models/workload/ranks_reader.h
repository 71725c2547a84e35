// SPDX-License-Identifier: Apache-2.0
// Our own text form of rank programs (*.ranks): docs/rank_programs.md.
#pragma once

#include <string>

#include "workload/rank_program.h"

namespace sharpsim {

RankProgram read_ranks(const std::string& path);

} // namespace sharpsim
