// SPDX-License-Identifier: Apache-2.0
// The configuration of a run: one struct a folder, and all keys in one table.
#pragma once

#include <string>
#include <vector>

#include "base/calendar.h"
#include "base/keys.h"
#include "collectives/collectives_config.h"
#include "hca/hca_config.h"
#include "link/link_config.h"
#include "observe/observe_config.h"
#include "packet/headers.h"
#include "reduction/reduction_config.h"
#include "reduction/sharp_config.h"
#include "switch/switch_config.h"
#include "topology/topology_config.h"
#include "workload/watchdog.h"
#include "workload/workload_config.h"

namespace sharpsim {

struct SimConfig {
    std::uint64_t seed{1};
    CalendarKind calendar{CalendarKind::wheel};
    bool strict{false};
    Picoseconds time_limit{0};
};

struct Config {
    SimConfig sim;
    WatchdogConfig watchdog;
    topology::FabricConfig fabric;
    LinkConfig link;
    SwitchConfig sw;
    HcaConfig hca;
    SharpConfig sharp;
    reduction::ReductionConfig alu;
    CollectivesConfig collective;
    WorkloadConfig workload;
    WaveConfig wave;
};

void declare(KeyTable& keys, Config& config);
// Rules between keys; throws InputError.
void check(const Config& config);

// The configuration of one instance: `settings` with those of every matching [override "pattern"] section.
class InstanceConfigs {
public:
    InstanceConfigs(const Config& plain, const std::vector<Setting>& settings);
    [[nodiscard]] Config of(const std::string& instance);
    // After all instances have asked: throws InputError for the first override section that concerned none.
    void refuse_unmatched() const;

private:
    const Config& plain_;
    const std::vector<Setting>& settings_;
    bool any_override_{false};
    std::vector<bool> matched_;          // by setting
    std::vector<std::string> instances_; // that asked, where there is an override
};

} // namespace sharpsim
