// SPDX-License-Identifier: Apache-2.0
#include "system/utilisation.h"

#include <algorithm>

#include "system/system.h"

namespace sharpsim {

namespace {
constexpr std::uint64_t limiting_percent = 75; // product choice: below it, waiting is what takes the time
} // namespace

Utilisation::Utilisation(const System& system)
{
    const auto add_port = [&](const Port& port, const std::string& name) {
        if (port.cabled())
            resources_.push_back({name, [&port] { return port.tx_busy().count(); }});
    };
    for (const System::SwitchEntry& s : system.switches()) {
        const Switch& sw = *s.model;
        for (unsigned p = 0; p < sw.port_count(); ++p) {
            const auto peer = system.fabric().peer({s.node, PortId{static_cast<std::uint16_t>(p + 1)}});
            if (!peer)
                continue;
            std::string name = "link " + sw.port(p).name() + " to " + system.instance_of(peer->node);
            if (system.fabric().node(peer->node).kind == topology::NodeKind::aggregation_node)
                name = "port of " + system.instance_of(peer->node) + " (into it)";
            add_port(sw.port(p), name);
        }
    }
    for (const System::EndEntry& e : system.ends()) {
        const std::string name = system.instance_of(e.node);
        if (e.hca)
            add_port(e.hca->transport().port(), "link of " + name);
        if (e.traffic)
            add_port(e.traffic->port(), "link of " + name);
        if (e.aggregation_node) {
            const AggregationNode& an = *e.aggregation_node;
            add_port(an.transport().port(), "port of " + name + " (out of it)");
            const reduction::ReductionEngine& engine = an.engine();
            for (unsigned alu = 0; alu < engine.alus(); ++alu)
                resources_.push_back({"ALU " + std::to_string(alu) + " of " + name, [&engine, alu] {
                                          return engine.clock().edge(engine.busy_cycles(alu).count()).count();
                                      }});
        }
    }
}

void Utilisation::begin(std::uint32_t collective, Picoseconds now)
{
    Snapshot& s = open_[collective];
    s.time = now;
    s.busy.reserve(resources_.size());
    for (const Resource& r : resources_)
        s.busy.push_back(r.busy_ps());
}

std::string Utilisation::end(std::uint32_t collective, Picoseconds now)
{
    const auto found = open_.find(collective);
    if (found == open_.end())
        return {};
    const Snapshot s = std::move(found->second);
    open_.erase(found);
    return verdict(s.busy, now - s.time);
}

std::string Utilisation::overall(Picoseconds now) const
{
    return verdict(std::vector<std::uint64_t>(resources_.size(), 0), now);
}

std::string Utilisation::verdict(const std::vector<std::uint64_t>& before, Picoseconds elapsed) const
{
    std::uint64_t most = 0;
    std::size_t which = 0;
    for (std::size_t i = 0; i < resources_.size(); ++i) {
        const std::uint64_t busy = resources_[i].busy_ps() - before[i];
        if (busy > most) {
            most = busy;
            which = i;
        }
    }
    if (most == 0 || elapsed.count() == 0)
        return "latency";
    const auto percent =
        std::min<std::uint64_t>(100, static_cast<std::uint64_t>(static_cast<double>(most) * 100.0 /
                                                                static_cast<double>(elapsed.count())));
    const std::string text = resources_[which].name + ", " + std::to_string(percent) + " %";
    return percent >= limiting_percent ? text : "latency (busiest: " + text + ")";
}

} // namespace sharpsim
