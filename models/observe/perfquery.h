// SPDX-License-Identifier: Apache-2.0
// Port counters in the form that `perfquery -x` of infiniband-diags prints, for scripts that read it.
#pragma once

#include <string>
#include <vector>

#include "observe/counters_csv.h"

namespace sharpsim {

// All ports, one after the other as perfquery -x would be called for each. Counters of what the model does
// not have (symbol errors, constraint errors) are 0.
std::string perfquery_text(const std::vector<PortRow>& rows);

} // namespace sharpsim
