// SPDX-License-Identifier: Apache-2.0
// Runs one measurement in a fresh process of this same program.
#pragma once

#include <string>
#include <vector>

#include "sample.h"

namespace sharpsim::bench {

// Starts this program with `arguments` and reads its standard output. A process that fails gives a sample
// with a fault. What it writes to standard error goes to ours.
Sample run_child(const std::vector<std::string>& arguments);

} // namespace sharpsim::bench
