// SPDX-License-Identifier: Apache-2.0
#include "workload/trace_summary.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/quantity_text.h"

namespace sharpsim {

namespace {

struct Totals {
    std::array<std::uint64_t, 5> nodes{}; // by NodeKind
    std::uint64_t sent{0};
    std::uint64_t compute_most{0}; // ps, of the rank with the most
};

Totals add_up(const RankProgram& program)
{
    std::vector<Totals> per_graph;
    for (const ProgramGraph& g : program.graphs()) {
        Totals t;
        for (const ProgramNode& n : g.nodes()) {
            ++t.nodes[static_cast<std::size_t>(n.kind)];
            if (n.kind == NodeKind::send)
                t.sent += n.amount;
            else if (n.kind == NodeKind::compute)
                t.compute_most += n.amount;
        }
        per_graph.push_back(t);
    }
    Totals sum;
    for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
        const Totals& t = per_graph[program.graph_index(RankId{rank})];
        for (std::size_t k = 0; k < sum.nodes.size(); ++k)
            sum.nodes[k] += t.nodes[k];
        sum.sent += t.sent;
        sum.compute_most = std::max(sum.compute_most, t.compute_most);
    }
    return sum;
}

// Calls that differ in nothing, counted; largest first.
void list_collectives(const RankProgram& program, std::vector<std::string>& lines)
{
    std::map<std::pair<std::uint64_t, std::string>, std::uint64_t, std::greater<>> counts;
    std::uint64_t bytes = 0;
    for (const CollectiveCall& c : program.collectives()) {
        ++counts[{c.bytes.count(), to_text(c)}];
        bytes += c.bytes.count();
    }
    if (counts.empty())
        return;
    lines.push_back("collectives: " + std::to_string(program.collectives().size()) + ", " +
                    to_text(Bytes{bytes}) + " a rank");
    for (const auto& [call, count] : counts)
        lines.push_back("  " + std::to_string(count) + " x " + call.second + ", " +
                        to_text(Bytes{call.first * count}) + " a rank");
}

// A collective that waits for nothing although work stands before it: without dependencies it starts at time
// zero.
void warn(const ProgramGraph& g, std::vector<std::string>& warnings)
{
    bool work_before = false;
    for (NodeIndex n = 0; n < g.size(); ++n) {
        const NodeKind kind = g[n].kind;
        if (kind == NodeKind::collective && work_before && g.predecessors(n) == 0)
            warnings.push_back(place_of(g[n].line) + ": " + to_text(g.collective(n)) +
                               " depends on nothing and starts at once, although work stands before it");
        if (kind == NodeKind::compute || kind == NodeKind::collective)
            work_before = true;
    }
}

} // namespace

TraceSummary summarise(const RankProgram& program)
{
    TraceSummary s;
    const Totals t = add_up(program);
    const auto count = [&t](NodeKind kind) { return t.nodes[static_cast<std::size_t>(kind)]; };
    std::size_t programs = 0;
    std::uint32_t idle = 0;
    for (const ProgramGraph& g : program.graphs())
        programs += g.size() != 0 ? 1 : 0;
    for (std::uint32_t rank = 0; rank < program.ranks(); ++rank)
        idle += program.graph(RankId{rank}).size() == 0 ? 1 : 0;
    s.lines.push_back("file: " + program.file());
    s.lines.push_back("ranks: " + std::to_string(program.ranks()) + ", " + std::to_string(programs) +
                      " different programs" +
                      (idle == 0 ? "" : ", " + std::to_string(idle) + " ranks without any"));
    s.lines.push_back("nodes: " + std::to_string(count(NodeKind::compute)) + " compute, " +
                      std::to_string(count(NodeKind::send)) + " send, " +
                      std::to_string(count(NodeKind::recv)) + " recv, " +
                      std::to_string(count(NodeKind::collective)) + " collective, " +
                      std::to_string(count(NodeKind::marker)) + " marker");
    if (count(NodeKind::compute) != 0)
        s.lines.push_back("compute: at most " + to_text(Picoseconds{t.compute_most}) + " in one rank");
    if (count(NodeKind::send) != 0)
        s.lines.push_back("messages: " + to_text(Bytes{t.sent}) + " in " +
                          std::to_string(count(NodeKind::send)) + ", all with their receives");
    list_collectives(program, s.lines);
    for (const ProgramGraph& g : program.graphs())
        warn(g, s.warnings);
    return s;
}

} // namespace sharpsim
