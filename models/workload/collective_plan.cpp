// SPDX-License-Identifier: Apache-2.0
#include "workload/collective_plan.h"

#include <algorithm>

#include "base/error.h"
#include "collectives/ring_allreduce.h"
#include "collectives/sharp_allreduce.h"

namespace sharpsim {

namespace {

std::uint32_t line_of(const ProgramGraph& graph, std::uint32_t order)
{
    for (const ProgramNode& node : graph.nodes())
        if (node.kind == NodeKind::collective && node.order == order)
            return node.line;
    return 0;
}

} // namespace

CollectivePlan::CollectivePlan(const RankProgram& program, const CollectivesConfig& config,
                               const PathFacts& facts, const SharpGroup* group)
{
    const std::vector<CollectiveCall>& calls = program.collectives();
    if (calls.size() > RingTag::max_collectives)
        throw InputError(program.file(), 0,
                         std::to_string(calls.size()) + " collectives; at most " +
                             std::to_string(RingTag::max_collectives) + " are possible");
    std::uint64_t operations = 0;
    for (std::uint32_t k = 0; k < calls.size(); ++k) {
        Entry e;
        e.kind = calls[k].kind;
        e.call = {k, calls[k].type, calls[k].op, calls[k].bytes.count()};
        e.choice = choose_path(config, facts, e.call);
        if (!e.choice.refusal.empty())
            throw InputError(program.file(), line_of(program.graph(RankId{0}), k),
                             to_text(calls[k]) + " cannot run: " + e.choice.refusal);
        if (e.choice.path == Path::sharp) {
            uses_tree_ = true;
            e.first_operation = static_cast<std::uint32_t>(operations);
            operations += sharp_operations(*group, e.call);
        }
        entries_.push_back(std::move(e));
    }
    if (operations >> 32 != 0)
        throw InputError(program.file(), 0,
                         "the collectives on the aggregation tree take " + std::to_string(operations) +
                             " operations; their number has 32 bits");
    for (const ProgramGraph& graph : program.graphs())
        check_order(graph, program.file());
}

// Walks the graph in an order in which predecessors come first, and carries along which is the latest
// collective on the tree among a node's ancestors.
void CollectivePlan::check_order(const ProgramGraph& graph, const std::string& file) const
{
    std::vector<std::uint32_t> missing;
    std::vector<std::int64_t> latest(graph.size(), -1); // order of a collective
    std::vector<NodeIndex> ready;
    for (NodeIndex n = 0; n < graph.size(); ++n) {
        missing.push_back(graph.predecessors(n));
        if (missing[n] == 0)
            ready.push_back(n);
    }
    while (!ready.empty()) {
        const NodeIndex n = ready.back();
        ready.pop_back();
        std::int64_t here = latest[n];
        const ProgramNode& node = graph[n];
        if (node.kind == NodeKind::collective && entries_[node.order].choice.path == Path::sharp) {
            if (here > node.order)
                throw InputError(
                    file, node.line,
                    graph.describe(n) + " can only begin after collective " + std::to_string(here) + " (" +
                        place_of(line_of(graph, static_cast<std::uint32_t>(here))) +
                        "), which comes later in the file; on the aggregation tree collectives go in "
                        "the order of the file");
            here = std::max<std::int64_t>(here, node.order);
        }
        for (const EdgeKind kind : {EdgeKind::finish, EdgeKind::start})
            for (const NodeIndex next : graph.successors(n, kind)) {
                latest[next] = std::max(latest[next], here);
                if (--missing[next] == 0)
                    ready.push_back(next);
            }
    }
}

} // namespace sharpsim
