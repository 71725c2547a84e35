// SPDX-License-Identifier: Apache-2.0
// One run from a configuration to results.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "observe/collectives_csv.h"
#include "observe/counters_csv.h"
#include "observe/summary.h"
#include "system/config.h"

namespace sharpsim {

struct RunResult {
    Summary summary;
    std::vector<CollectiveRow> collectives;
    std::vector<PortRow> ports;
    std::string orders; // contents of orders.csv; empty: not asked for
    std::string text;   // for the terminal: what was measured, why it stopped
};

// Builds the fabric, runs it and collects. Waveforms go into `out_dir`; everything else is returned. A broken
// invariant, a wrong result and a stall are results too (status wrong, stalled, incomplete). Throws
// InputError for what cannot be built. One run per process: SystemC has one kernel.
RunResult run_simulation(const Config& config, const std::vector<Setting>& settings,
                         const std::string& out_dir, std::ostream& progress);

} // namespace sharpsim
