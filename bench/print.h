// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "measure.h"

namespace sharpsim::bench {

// What was measured: the build, the keys of all cases, and what sets each fabric apart.
void print_configuration(std::ostream& os, const Options& options, const std::vector<FabricCase>& cases);
void print_table(std::ostream& os, const std::vector<Row>& rows);
// What is far too slow, and what is wrong, in lines that cannot be overlooked. True where something is wrong.
bool print_alarms(std::ostream& os, const std::vector<Row>& rows);
std::string render_csv(const std::vector<Row>& rows);

} // namespace sharpsim::bench
