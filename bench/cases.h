// SPDX-License-Identifier: Apache-2.0
// The cases of the whole-run benchmark. Each runs in a process of its own: SystemC has one kernel a process.
#pragma once

#include <string>
#include <vector>

#include "sample.h"
#include "system/config.h"

namespace sharpsim::bench {

struct FabricCase {
    std::string name;   // "switch36-30"
    std::string fabric; // "switch36"
    unsigned load;      // percent of the line rate
    std::vector<Setting> settings;
};

// Packet hops on a 36-port switch, a 64-port switch and a two-level fat tree of 144 hosts (12 leaves of 24
// ports, 12 spines of 12), at 30, 60 and 90 %. `extra` comes last, so that it wins.
std::vector<FabricCase> fabric_cases(const std::vector<Setting>& extra);

// A configuration and the table that shows it.
struct Effective {
    explicit Effective(const std::vector<Setting>& settings);
    Effective(const Effective&) = delete; // the table refers to the values
    Effective& operator=(const Effective&) = delete;

    Config values;
    KeyTable table;
};

// Simulates `window` of traffic after a warm-up that is not timed, then what is still on its way. Gives hops,
// entries and seconds of the window, rates of the raw heap before and after, the run's digest, and a fault
// where packets are lost or the calendar does not run empty.
Sample run_fabric(const std::vector<Setting>& settings, Picoseconds window, double raw_seconds);

// A fabric of HCAs and aggregation nodes with nothing to do: gives the calendar entries of 10 ms.
Sample run_idle(const std::vector<Setting>& settings);

// One ReductionEngine with the Verilated ALU, clocked through a calendar and kept full, beside the Verilated
// ALU in a plain loop over the same beats, in turns.
Sample run_alu(const std::vector<Setting>& settings, double seconds);

} // namespace sharpsim::bench
