// SPDX-License-Identifier: Apache-2.0
#include "topology/describe.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <sstream>

#include "topology/up_down.h"

namespace sharpsim::topology {

namespace {

std::string plural(std::size_t n, const std::string& one, const std::string& many)
{
    return std::to_string(n) + " " + (n == 1 ? one : many);
}

// "1, 14 to 18"
std::string span(std::size_t low, std::size_t high)
{
    return low == high ? std::to_string(low) : std::to_string(low) + " to " + std::to_string(high);
}

std::string gigabits(KbitPerSecond rate)
{
    char text[32];
    std::snprintf(text, sizeof text, "%.6g Gb/s", static_cast<double>(rate.count()) / 1e6);
    return text;
}

struct LeafLine {
    unsigned hosts{0};
    std::uint64_t down{0}; // kb/s to HCAs
    std::uint64_t up{0};   // kb/s to higher levels
    unsigned uplinks{0};
};

void show_nodes(const Fabric& fabric, std::ostream& out)
{
    out << "nodes        " << plural(fabric.nodes_of(NodeKind::switch_chip).size(), "switch", "switches")
        << ", " << plural(fabric.nodes_of(NodeKind::hca).size(), "HCA", "HCAs") << ", "
        << plural(fabric.nodes_of(NodeKind::aggregation_node).size(), "aggregation node", "aggregation nodes")
        << ", " << plural(fabric.nodes_of(NodeKind::router).size(), "router", "routers") << "\n";
    std::map<unsigned, unsigned> ports;
    for (const Node& node : fabric.nodes())
        if (node.is_switch())
            ++ports[node.ports];
    for (const auto& p : ports)
        out << "             " << plural(p.second, "switch", "switches") << " of " << p.first << " ports\n";
}

void show_links(const Fabric& fabric, std::ostream& out)
{
    std::map<std::pair<LinkSpeed, LinkWidth>, std::size_t> rates;
    for (const Link& link : fabric.links())
        ++rates[{link.speed, link.width}];
    out << "cables       " << fabric.links().size() << "\n";
    for (const auto& r : rates)
        out << "             " << r.second << " of " << rate_name(r.first.second, r.first.first) << " ("
            << gigabits(link_rate(r.first.second, r.first.first).data()) << " data)\n";
}

void show_levels(const Fabric& fabric, const RoutingTables& tables, std::ostream& out)
{
    std::map<std::uint32_t, std::vector<NodeIndex>> levels;
    for (std::size_t s = 0; s < tables.switches.size(); ++s)
        levels[tables.level[s]].push_back(tables.switches[s]);
    for (const auto& level : levels)
        out << "level " << level.first << "      " << plural(level.second.size(), "switch", "switches")
            << ", first " << fabric.node(level.second.front()).name << "\n";
}

void show_leaves(const Fabric& fabric, const RoutingTables& tables, std::ostream& out)
{
    std::vector<LeafLine> leaves;
    for (std::size_t s = 0; s < tables.switches.size(); ++s) {
        LeafLine leaf;
        for (const LinkEnd end : fabric.cabled_ports(tables.switches[s])) {
            const NodeIndex far = fabric.peer(end)->node;
            const std::uint64_t rate = fabric.link(fabric.link_at(end)).rate().data().count();
            if (fabric.node(far).kind == NodeKind::hca) {
                ++leaf.hosts;
                leaf.down += rate;
            } else if (fabric.node(far).is_switch() && tables.place[tables.slots[far]] > tables.place[s]) {
                ++leaf.uplinks;
                leaf.up += rate;
            }
        }
        if (leaf.hosts != 0)
            leaves.push_back(leaf);
    }
    if (leaves.empty())
        return;
    const auto by = [&leaves](auto key) {
        const auto less = [&key](const LeafLine& x, const LeafLine& y) { return key(x) < key(y); };
        const auto ends = std::minmax_element(leaves.begin(), leaves.end(), less);
        return std::make_pair(key(*ends.first), key(*ends.second));
    };
    const auto hosts = by([](const LeafLine& l) { return l.hosts; });
    const auto uplinks = by([](const LeafLine& l) { return l.uplinks; });
    out << "with HCAs    " << plural(leaves.size(), "switch", "switches") << "; HCAs on each "
        << span(hosts.first, hosts.second) << ", uplinks " << span(uplinks.first, uplinks.second) << "\n";
    if (uplinks.first == 0)
        return;
    const auto ratio =
        by([](const LeafLine& l) { return static_cast<double>(l.down) / static_cast<double>(l.up); });
    char text[64];
    std::snprintf(text, sizeof text, "%.3f to %.3f", ratio.first, ratio.second);
    out << "oversubscr.  " << text << " (rate of a switch to its HCAs / rate of its uplinks)\n";
}

void show_parallel(const Fabric& fabric, std::ostream& out)
{
    const SwitchGraph graph{fabric};
    std::map<std::size_t, std::size_t> pairs;
    for (std::uint32_t s = 0; s < graph.size(); ++s)
        for (const SwitchGraph::Edge& e : graph.edges(s))
            if (s < e.to)
                ++pairs[e.ports.size()];
    for (const auto& p : pairs)
        out << "cabled pairs " << plural(p.second, "pair", "pairs") << " of switches with "
            << plural(p.first, "cable", "cables") << "\n";
}

void show_names(const Fabric& fabric, std::ostream& out)
{
    std::map<std::string, unsigned> uses;
    for (const Node& node : fabric.nodes())
        if (node.kind != NodeKind::aggregation_node)
            ++uses[node.description];
    for (const auto& use : uses)
        if (use.second > 1)
            out << "shared name  " << use.second << " nodes are described as \"" << use.first << "\"\n";
}

} // namespace

std::string describe(const Fabric& fabric, const RoutingTables& tables)
{
    std::ostringstream out;
    show_nodes(fabric, out);
    show_links(fabric, out);
    show_levels(fabric, tables, out);
    show_leaves(fabric, tables, out);
    show_parallel(fabric, out);
    show_names(fabric, out);
    return out.str();
}

} // namespace sharpsim::topology
