// SPDX-License-Identifier: Apache-2.0
// Walks one rank's graph: hands out each node once its predecessors allow it, in file order among those that
// become ready together. Knows no kernel and no calendar; times only pass through.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workload/rank_program.h"

namespace sharpsim {

// Does the work. Each begin_ is answered by one ProgramRunner::complete(), at once (inside the call) or
// later. Where work waits for a resource after begin_, started() says when it really begins; without it a
// node counts as started when it completes. Markers need no answer.
class Executor {
public:
    virtual void begin_compute(RankId rank, NodeIndex node, Picoseconds duration) = 0;
    virtual void begin_send(RankId rank, NodeIndex node, RankId to, Bytes bytes, std::uint32_t tag) = 0;
    virtual void begin_recv(RankId rank, NodeIndex node, RankId from, Bytes bytes, std::uint32_t tag) = 0;
    virtual void begin_recv_any(RankId rank, NodeIndex node, Bytes bytes, std::uint32_t tag) = 0;
    // `order`: which of the workload's collectives; ranks may begin them in another order than that.
    virtual void begin_collective(RankId rank, NodeIndex node, std::uint32_t order,
                                  const CollectiveCall& call) = 0;
    virtual void marker(RankId rank, NodeIndex node, std::string_view text) = 0;

protected:
    Executor() = default;
    Executor(const Executor&) = default;
    Executor& operator=(const Executor&) = default;
    ~Executor() = default;
};

class ProgramRunner {
public:
    ProgramRunner(const RankProgram& program, RankId rank, Executor& executor);

    void start(Picoseconds now);
    // A node that was begun: has started; has finished. Both may begin further nodes before they return,
    // unless the call comes from within a begin_: then the outer call does it.
    void started(NodeIndex node, Picoseconds now);
    void complete(NodeIndex node, Picoseconds now);

    [[nodiscard]] bool done() const { return completed_ == graph_.size(); }
    [[nodiscard]] std::uint32_t completed() const { return completed_; }
    [[nodiscard]] RankId rank() const { return rank_; }
    // When a node was last begun, started or completed.
    [[nodiscard]] Picoseconds last_progress() const { return last_progress_; }
    // Nodes that were begun and are not complete: what the rank waits for.
    [[nodiscard]] std::vector<NodeIndex> running() const;
    // "rank 3 since 1200000 ps: a1: allreduce ... (line 7); 4 nodes behind it". Empty when done. Names at
    // most `most` nodes.
    [[nodiscard]] std::string waiting_for(std::size_t most = 4) const;

private:
    enum class State : std::uint8_t { waiting, begun, started, complete };

    void release(NodeIndex node, EdgeKind kind);
    void drain();
    void begin(NodeIndex node);
    void mark_started(NodeIndex node);
    void mark_complete(NodeIndex node);

    const RankProgram& program_;
    const ProgramGraph& graph_;
    RankId rank_;
    Executor& executor_;
    std::vector<std::uint32_t> missing_; // predecessors that have not yet started or finished
    std::vector<State> states_;
    std::vector<NodeIndex> ready_; // heap, lowest index first
    std::uint32_t completed_{0};
    Picoseconds last_progress_;
    bool draining_{false};
};

} // namespace sharpsim
