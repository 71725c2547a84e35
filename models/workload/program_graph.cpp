// SPDX-License-Identifier: Apache-2.0
#include "workload/program_graph.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/quantity_text.h"

namespace sharpsim {

std::string_view name(CollectiveKind kind)
{
    return kind == CollectiveKind::allreduce ? "allreduce" : "barrier";
}

std::string to_text(const CollectiveCall& call)
{
    std::string out{name(call.kind)};
    if (call.kind == CollectiveKind::barrier)
        return out;
    out += ' ';
    out += to_text(call.bytes);
    out += ' ';
    out += reduction::name(call.type);
    out += ' ';
    out += reduction::name(call.op);
    return out;
}

void ProgramGraph::Strings::add(std::string_view s)
{
    all += s;
    if (all.size() > std::numeric_limits<std::uint32_t>::max())
        throw InputError("labels and names of one rank exceed 4GiB");
    first.push_back(static_cast<std::uint32_t>(all.size()));
}

std::string place_of(std::uint32_t line)
{
    return line == 0 ? std::string{"built-in"} : "line " + std::to_string(line);
}

std::string ProgramGraph::describe(NodeIndex n) const
{
    const ProgramNode& node = nodes_[n];
    std::string out;
    if (!label(n).empty())
        out += std::string{label(n)} + ": ";
    switch (node.kind) {
    case NodeKind::compute:
        out += "compute " + to_text(node.duration());
        break;
    case NodeKind::send:
    case NodeKind::recv:
        out += node.kind == NodeKind::send ? "send " : "recv ";
        out += to_text(node.bytes()) + (node.kind == NodeKind::send ? " to " : " from ");
        if (node.peer_kind == PeerKind::any)
            out += "any";
        else
            out += (node.peer_kind == PeerKind::relative ? "+" : "") + std::to_string(node.peer);
        out += " tag " + std::to_string(node.tag);
        break;
    case NodeKind::collective:
        out += to_text(collective(n));
        break;
    case NodeKind::marker:
        out += "marker";
        break;
    }
    if (!text(n).empty())
        out += " \"" + std::string{text(n)} + "\"";
    return out + " (" + place_of(node.line) + ")";
}

NodeIndex GraphBuilder::add(const ProgramNode& node, std::string_view label, std::string_view text)
{
    if (graph_.nodes_.size() == no_node)
        throw InputError(file_, node.line, "a rank has at most 4294967295 nodes");
    graph_.nodes_.push_back(node);
    graph_.labels_.add(label);
    graph_.texts_.add(text);
    return graph_.size() - 1;
}

NodeIndex GraphBuilder::add_collective(const CollectiveCall& call, std::uint32_t line, std::string_view label,
                                       std::string_view text)
{
    ProgramNode node;
    node.kind = NodeKind::collective;
    node.order = static_cast<std::uint32_t>(graph_.collectives_.size());
    node.line = line;
    graph_.collectives_.push_back(call);
    return add(node, label, text);
}

ProgramGraph::Csr GraphBuilder::pack(EdgeKind kind) const
{
    ProgramGraph::Csr csr;
    csr.first.assign(graph_.nodes_.size() + 1, 0);
    for (const Edge& e : edges_)
        if (e.kind == kind)
            ++csr.first[e.from + 1];
    for (std::size_t i = 1; i < csr.first.size(); ++i)
        csr.first[i] += csr.first[i - 1];
    csr.targets.resize(csr.first.back());
    std::vector<std::uint32_t> at{csr.first.begin(), csr.first.end() - 1};
    for (const Edge& e : edges_)
        if (e.kind == kind)
            csr.targets[at[e.from]++] = e.to;
    return csr;
}

ProgramGraph GraphBuilder::finish()
{
    if (edges_.size() > std::numeric_limits<std::uint32_t>::max())
        throw InputError(file_, 0, "a rank has at most 4294967295 dependencies");
    graph_.finish_ = pack(EdgeKind::finish);
    graph_.start_ = pack(EdgeKind::start);
    graph_.predecessors_.assign(graph_.nodes_.size(), 0);
    for (const Edge& e : edges_)
        ++graph_.predecessors_[e.to];
    check_cycles();
    edges_.clear();
    return std::exchange(graph_, ProgramGraph{});
}

// Both kinds of edge say "starts later", so any cycle, mixed ones too, never starts.
void GraphBuilder::check_cycles() const
{
    std::vector<std::uint32_t> waiting = graph_.predecessors_;
    std::vector<NodeIndex> ready;
    for (NodeIndex n = 0; n < graph_.size(); ++n)
        if (waiting[n] == 0)
            ready.push_back(n);
    NodeIndex done = 0;
    while (!ready.empty()) {
        const NodeIndex n = ready.back();
        ready.pop_back();
        ++done;
        for (const EdgeKind kind : {EdgeKind::finish, EdgeKind::start})
            for (const NodeIndex next : graph_.successors(n, kind))
                if (--waiting[next] == 0)
                    ready.push_back(next);
    }
    if (done != graph_.size())
        fail_cycle(waiting);
}

// `waiting` > 0 for the nodes on cycles and all behind them; each of these has a predecessor among them.
void GraphBuilder::fail_cycle(const std::vector<std::uint32_t>& waiting) const
{
    std::vector<NodeIndex> before(graph_.nodes_.size(), no_node);
    for (const Edge& e : edges_)
        if (waiting[e.from] > 0 && waiting[e.to] > 0)
            before[e.to] = e.from;
    NodeIndex n = 0;
    while (before[n] == no_node)
        ++n;
    for (std::size_t i = 0; i < graph_.nodes_.size(); ++i) // after so many steps back it stands on a cycle
        n = before[n];
    NodeIndex first = n;
    std::size_t length = 1;
    for (NodeIndex k = before[n]; k != n; k = before[k], ++length)
        first = std::min(first, k);
    const auto name_of = [this](NodeIndex k) {
        const std::string_view label = graph_.label(k);
        return label.empty() ? place_of(graph_[k].line) : std::string{label};
    };
    constexpr std::size_t shown = 6;
    std::string text = name_of(first);
    n = first;
    for (std::size_t i = 0; i < std::min(length, shown); ++i) {
        n = before[n];
        text += " waits for " + name_of(n);
    }
    if (length > shown)
        text += " and so on, " + std::to_string(length) + " nodes";
    throw InputError(file_, graph_[first].line, "dependencies form a cycle: " + text);
}

} // namespace sharpsim
