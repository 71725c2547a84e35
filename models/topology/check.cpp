// SPDX-License-Identifier: Apache-2.0
#include "topology/check.h"

#include <algorithm>
#include <map>

#include "topology/route_check.h"
#include "topology/up_down.h"

namespace sharpsim::topology {

namespace {

// "12 nodes have no cable: a, b, c, ..."
std::string listed(const std::vector<std::string>& names, const std::string& what)
{
    std::string out = std::to_string(names.size()) + " " + what + ": ";
    for (std::size_t i = 0; i < names.size() && i < 4; ++i)
        out += (i != 0 ? ", " : "") + names[i];
    return names.size() > 4 ? out + ", ..." : out;
}

class Checker {
public:
    Checker(const Fabric& fabric, const RoutingTables& tables) : fabric_{fabric}, tables_{tables} {}

    std::vector<Finding> run()
    {
        parts();
        paths();
        loops();
        for (const std::string& remark : fabric_.remarks())
            add(Severity::warning, remark);
        nodes();
        descriptions();
        std::stable_sort(out_.begin(), out_.end(),
                         [](const Finding& x, const Finding& y) { return x.severity > y.severity; });
        return std::move(out_);
    }

private:
    void add(Severity severity, std::string text) { out_.push_back(Finding{severity, std::move(text)}); }
    void add_list(Severity severity, const std::vector<std::string>& names, const std::string& what)
    {
        if (!names.empty())
            add(severity, listed(names, what));
    }

    void parts()
    {
        const SwitchGraph graph{fabric_};
        if (graph.size() == 0) {
            add(Severity::error, "no switch");
            return;
        }
        std::vector<bool> seen(graph.size(), false);
        std::vector<std::string> firsts;
        for (std::uint32_t s = 0; s < graph.size(); ++s) {
            if (seen[s])
                continue;
            firsts.push_back(fabric_.node(graph.node(s)).name);
            const std::vector<std::uint32_t> hops = graph.distance_from({s});
            for (std::uint32_t t = 0; t < graph.size(); ++t)
                seen[t] = seen[t] || hops[t] != unreachable;
        }
        if (firsts.size() > 1)
            add(Severity::error, listed(firsts, "parts without a cable between them, with switches"));
    }

    void paths()
    {
        const std::vector<MissingPath> missing = find_missing_paths(fabric_, tables_);
        if (missing.empty())
            return;
        const MissingPath& m = missing.front();
        add(Severity::error,
            std::to_string(missing.size()) +
                " of the paths from a switch with HCAs to an HCA are missing, the first from " +
                fabric_.node(m.from).name + " to " + fabric_.node(fabric_.by_lid(m.to)->node).name +
                " (LID " + std::to_string(m.to.value()) + ")");
    }

    void loops()
    {
        for (const CreditLoop& loop : check_credit_loops(fabric_, tables_)) {
            std::string text = "credit loop over " + std::to_string(loop.size()) + " cables:";
            for (const LinkEnd end : loop)
                text += " " + fabric_.text(end);
            add(Severity::error, text);
        }
    }

    void nodes()
    {
        std::vector<std::string> bare;
        std::vector<std::string> no_an;
        std::vector<std::string> lmc;
        std::vector<std::string> direct;
        for (NodeIndex n = 0; n < fabric_.nodes().size(); ++n) {
            const Node& node = fabric_.node(n);
            const std::vector<LinkEnd> ports = fabric_.cabled_ports(n);
            if (ports.empty())
                bare.push_back(node.name);
            bool hosts = false;
            bool end_to_end = false;
            bool many_lids = node.lmc != 0;
            for (const LinkEnd end : ports) {
                const Node& far = fabric_.node(fabric_.peer(end)->node);
                hosts = hosts || far.kind == NodeKind::hca;
                end_to_end = end_to_end || (!node.is_switch() && !far.is_switch());
                many_lids = many_lids ||
                            (!node.is_switch() && node.end_ports[end.port.value() - std::size_t{1}].lmc != 0);
            }
            if (node.is_switch() && hosts && fabric_.aggregation_node_of(n) == no_node)
                no_an.push_back(node.name);
            if (end_to_end)
                direct.push_back(node.name);
            if (many_lids)
                lmc.push_back(node.name);
        }
        add_list(Severity::warning, bare, "nodes have no cable");
        add_list(Severity::warning, no_an, "switches with HCAs have no aggregation node");
        add_list(Severity::warning, lmc, "nodes have an LMC above 0, of whose LIDs only the first is routed");
        add_list(Severity::warning, direct, "end nodes are cabled to each other without a switch");
    }

    void descriptions()
    {
        std::map<std::string, unsigned> uses;
        for (const Node& node : fabric_.nodes())
            if (node.kind != NodeKind::aggregation_node)
                ++uses[node.description];
        for (const auto& use : uses)
            if (use.second > 1)
                add(Severity::note, std::to_string(use.second) + " nodes share the description \"" +
                                        use.first + "\"; their names end in their GUID");
    }

    const Fabric& fabric_;
    const RoutingTables& tables_;
    std::vector<Finding> out_;
};

} // namespace

const char* name(Severity severity)
{
    constexpr const char* names[] = {"note", "warning", "error"};
    return names[static_cast<unsigned>(severity)];
}

std::vector<Finding> check(const Fabric& fabric, const RoutingTables& tables)
{
    return Checker{fabric, tables}.run();
}

} // namespace sharpsim::topology
