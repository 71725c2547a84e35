// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

namespace sharpsim::bench {

namespace {

using Pairs = std::vector<std::pair<const char*, std::string>>;

void add(std::vector<Setting>& to, const Pairs& pairs)
{
    for (const auto& [key, value] : pairs)
        to.push_back({"", key, value, Origin{"benchmark", 0}});
}

} // namespace

std::vector<FabricCase> fabric_cases(const std::vector<Setting>& extra)
{
    const auto one_switch = [](const char* ports) {
        return Pairs{
            {"fabric.kind", "single-switch"}, {"fabric.hosts", ports}, {"fabric.switch_ports", ports}};
    };
    const std::vector<std::pair<std::string, Pairs>> fabrics = {
        {"switch36", one_switch("36")},
        {"switch64", one_switch("64")},
        {"tree144",
         {{"fabric.kind", "spine-leaf"},
          {"fabric.hosts", "144"},
          {"fabric.leaves", "12"},
          {"fabric.spines", "12"},
          {"fabric.switch_ports", "24"}}},
    };
    std::vector<FabricCase> cases;
    for (const auto& [name, keys] : fabrics)
        for (const unsigned load : {30U, 60U, 90U}) {
            FabricCase c{name + "-" + std::to_string(load), name, load, {}};
            add(c.settings, keys);
            add(c.settings, {{"fabric.aggregation_nodes", "false"},
                             {"workload.kind", "synthetic"},
                             {"workload.pattern", "uniform"},
                             {"workload.arrival", "poisson"},
                             {"workload.packet_bytes", "512B"},
                             {"workload.load", "0." + std::to_string(load / 10)}});
            c.settings.insert(c.settings.end(), extra.begin(), extra.end());
            cases.push_back(std::move(c));
        }
    return cases;
}

Effective::Effective(const std::vector<Setting>& settings)
{
    declare(table, values);
    apply_settings(table, settings);
    check(values);
}

} // namespace sharpsim::bench
