// SPDX-License-Identifier: Apache-2.0
#include "workload/program_runner.h"

#include <algorithm>
#include <functional>

#include "base/error.h"

namespace sharpsim {

ProgramRunner::ProgramRunner(const RankProgram& program, RankId rank, Executor& executor) :
    program_{program},
    graph_{program.graph(rank)},
    rank_{rank},
    executor_{executor},
    states_(graph_.size(), State::waiting)
{
    missing_.reserve(graph_.size());
    for (NodeIndex n = 0; n < graph_.size(); ++n)
        missing_.push_back(graph_.predecessors(n));
}

void ProgramRunner::start(Picoseconds now)
{
    last_progress_ = now;
    for (NodeIndex n = 0; n < graph_.size(); ++n)
        if (missing_[n] == 0)
            ready_.push_back(n); // ascending, and so a heap
    drain();
}

void ProgramRunner::started(NodeIndex node, Picoseconds now)
{
    SHARPSIM_CHECK(node < graph_.size() && states_[node] == State::begun, now,
                   "rank " + std::to_string(rank_.value()),
                   "node " + std::to_string(node) + " cannot start now");
    last_progress_ = now;
    mark_started(node);
    drain();
}

void ProgramRunner::complete(NodeIndex node, Picoseconds now)
{
    SHARPSIM_CHECK(node < graph_.size() && (states_[node] == State::begun || states_[node] == State::started),
                   now, "rank " + std::to_string(rank_.value()),
                   "node " + std::to_string(node) + " completes but is not under way");
    last_progress_ = now;
    mark_complete(node);
    drain();
}

void ProgramRunner::mark_started(NodeIndex node)
{
    states_[node] = State::started;
    release(node, EdgeKind::start);
}

void ProgramRunner::mark_complete(NodeIndex node)
{
    if (states_[node] == State::begun)
        mark_started(node);
    states_[node] = State::complete;
    ++completed_;
    release(node, EdgeKind::finish);
}

void ProgramRunner::release(NodeIndex node, EdgeKind kind)
{
    for (const NodeIndex next : graph_.successors(node, kind))
        if (--missing_[next] == 0) {
            ready_.push_back(next);
            std::push_heap(ready_.begin(), ready_.end(), std::greater<>{});
        }
}

// An executor may complete nodes within begin_: these calls only add to ready_, so the stack stays flat
// however long a chain of such nodes is.
void ProgramRunner::drain()
{
    if (draining_)
        return;
    draining_ = true;
    while (!ready_.empty()) {
        std::pop_heap(ready_.begin(), ready_.end(), std::greater<>{});
        const NodeIndex n = ready_.back();
        ready_.pop_back();
        begin(n);
    }
    draining_ = false;
}

void ProgramRunner::begin(NodeIndex n)
{
    const ProgramNode& node = graph_[n];
    states_[n] = State::begun;
    switch (node.kind) {
    case NodeKind::compute:
        executor_.begin_compute(rank_, n, node.duration());
        break;
    case NodeKind::send:
        executor_.begin_send(rank_, n, program_.peer(rank_, node), node.bytes(), node.tag);
        break;
    case NodeKind::recv:
        if (node.peer_kind == PeerKind::any)
            executor_.begin_recv_any(rank_, n, node.bytes(), node.tag);
        else
            executor_.begin_recv(rank_, n, program_.peer(rank_, node), node.bytes(), node.tag);
        break;
    case NodeKind::collective:
        executor_.begin_collective(rank_, n, node.order, graph_.collective(n));
        break;
    case NodeKind::marker:
        executor_.marker(rank_, n, graph_.text(n));
        mark_complete(n);
        break;
    }
}

std::vector<NodeIndex> ProgramRunner::running() const
{
    std::vector<NodeIndex> nodes;
    for (NodeIndex n = 0; n < graph_.size(); ++n)
        if (states_[n] == State::begun || states_[n] == State::started)
            nodes.push_back(n);
    return nodes;
}

std::string ProgramRunner::waiting_for(std::size_t most) const
{
    if (done())
        return {};
    const std::vector<NodeIndex> nodes = running();
    std::string out = "rank " + std::to_string(rank_.value()) + " since " +
                      std::to_string(last_progress_.count()) + " ps: ";
    for (std::size_t i = 0; i < std::min(nodes.size(), most); ++i)
        out += (i == 0 ? "" : ", ") + graph_.describe(nodes[i]);
    if (nodes.empty())
        out += "not started";
    if (nodes.size() > most)
        out += " and " + std::to_string(nodes.size() - most) + " more";
    const std::size_t behind = graph_.size() - completed_ - nodes.size();
    if (behind != 0)
        out += "; " + std::to_string(behind) + (behind == 1 ? " node" : " nodes") + " behind it";
    return out;
}

} // namespace sharpsim
