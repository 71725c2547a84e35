// SPDX-License-Identifier: Apache-2.0
#include "workload/program_runner.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "unit/workload/temp_file.h"
#include "workload/ranks_reader.h"

namespace sharpsim {
namespace {

constexpr RankId rank0{0};

// Notes what was begun, in order, and completes nothing by itself.
class Recorder : public Executor {
public:
    void begin_compute(RankId, NodeIndex node, Picoseconds duration) override
    {
        note(node, "compute " + std::to_string(duration.count()));
    }
    void begin_send(RankId, NodeIndex node, RankId to, Bytes bytes, std::uint32_t tag) override
    {
        note(node, "send " + std::to_string(bytes.count()) + " to " + std::to_string(to.value()) + " tag " +
                       std::to_string(tag));
    }
    void begin_recv(RankId, NodeIndex node, RankId from, Bytes bytes, std::uint32_t tag) override
    {
        note(node, "recv " + std::to_string(bytes.count()) + " from " + std::to_string(from.value()) +
                       " tag " + std::to_string(tag));
    }
    void begin_recv_any(RankId, NodeIndex node, Bytes bytes, std::uint32_t tag) override
    {
        note(node, "recv " + std::to_string(bytes.count()) + " tag " + std::to_string(tag));
    }
    void begin_collective(RankId, NodeIndex node, std::uint32_t order, const CollectiveCall& call) override
    {
        note(node, std::to_string(order) + " " + to_text(call));
    }
    void marker(RankId, NodeIndex node, std::string_view text) override
    {
        note(node, "marker " + std::string{text});
    }

    std::vector<NodeIndex> begun;
    std::vector<std::string> what;

private:
    void note(NodeIndex node, std::string text)
    {
        begun.push_back(node);
        what.push_back(std::move(text));
    }
};

RankProgram single(ProgramGraph graph)
{
    ProgramBuilder b{"test", 1};
    b.assign(std::move(graph), {0}, 1);
    return b.finish();
}

TEST(ProgramRunner, HandsOutWhatTheFileSays)
{
    const test::TempFile file{
        "sharpsim-ranks 1\nranks 3\nrank * {\n"
        "recv 5B from -1 tag 2\nsend 5B to +1 tag 2\nc: compute 2ns\nmarker \"m\" requires c\n"
        "allreduce 8B int32 max after\nbarrier after\n}\n"};
    const RankProgram p = read_ranks(file.path());
    Recorder e;
    ProgramRunner runner{p, RankId{2}, e};
    runner.start(Picoseconds{10});
    EXPECT_EQ(e.what, (std::vector<std::string>{"recv 5 from 1 tag 2", "send 5 to 0 tag 2", "compute 2000"}));
    EXPECT_EQ(runner.waiting_for(2),
              "rank 2 since 10 ps: recv 5B from +2 tag 2 (line 4), send 5B to +1 tag 2 (line 5) "
              "and 1 more; 3 nodes behind it");
    runner.complete(2, Picoseconds{2010});
    EXPECT_EQ(e.what.size(), 5U);
    EXPECT_EQ(e.what[3], "marker m"); // completes by itself
    EXPECT_EQ(e.what[4], "0 allreduce 8B int32 max");
    runner.complete(4, Picoseconds{3000});
    EXPECT_EQ(e.what.back(), "1 barrier");
    EXPECT_EQ(runner.running(), (std::vector<NodeIndex>{0, 1, 5}));
    EXPECT_EQ(runner.last_progress(), Picoseconds{3000});
    for (const NodeIndex n : {5U, 0U, 1U}) {
        EXPECT_FALSE(runner.done());
        runner.complete(n, Picoseconds{4000});
    }
    EXPECT_TRUE(runner.done());
    EXPECT_EQ(runner.waiting_for(), "");
}

TEST(ProgramRunner, RefusesAnswersThatNobodyAsked)
{
    GraphBuilder b{"test"};
    b.add({});
    b.add({});
    b.add_edge(0, 1, EdgeKind::finish);
    const RankProgram p = single(b.finish());
    Recorder e;
    ProgramRunner runner{p, rank0, e};
    EXPECT_THROW(runner.complete(0, Picoseconds{1}), ModelError);
    runner.start(Picoseconds{0});
    EXPECT_THROW(runner.complete(1, Picoseconds{1}), ModelError);
    EXPECT_THROW(runner.complete(2, Picoseconds{1}), ModelError);
    runner.started(0, Picoseconds{1});
    EXPECT_THROW(runner.started(0, Picoseconds{1}), ModelError);
    runner.complete(0, Picoseconds{1});
    EXPECT_THROW(runner.complete(0, Picoseconds{1}), ModelError);
    EXPECT_THROW(runner.started(0, Picoseconds{1}), ModelError);
}

TEST(ProgramRunner, ReadyTogetherMeansFileOrder)
{
    GraphBuilder b{"test"};
    for (int i = 0; i < 6; ++i)
        b.add({});
    for (const NodeIndex n : {4U, 1U, 3U, 2U})
        b.add_edge(5, n, EdgeKind::finish);
    const RankProgram p = single(b.finish());
    Recorder e;
    ProgramRunner runner{p, rank0, e};
    runner.start(Picoseconds{0});
    runner.complete(5, Picoseconds{1});
    EXPECT_EQ(e.begun, (std::vector<NodeIndex>{0, 5, 1, 2, 3, 4}));
}

struct Edge {
    NodeIndex from;
    NodeIndex to;
    EdgeKind kind;
};

struct RandomGraph {
    std::vector<Edge> edges;
    RankProgram program;
};

// Edges follow a hidden random order of the nodes, so file order and dependencies disagree.
RandomGraph random_graph(RandomStream& r)
{
    const auto size = static_cast<NodeIndex>(1 + r.below(60));
    std::vector<NodeIndex> order(size);
    for (NodeIndex i = 0; i < size; ++i)
        order[i] = i;
    for (NodeIndex i = size - 1; i > 0; --i)
        std::swap(order[i], order[r.below(i + 1)]);
    GraphBuilder b{"test"};
    for (NodeIndex i = 0; i < size; ++i) {
        ProgramNode n;
        n.kind = r.below(4) == 0 ? NodeKind::marker : NodeKind::compute;
        b.add(n);
    }
    std::vector<Edge> edges;
    for (std::uint64_t k = r.below(4 * size); k > 0 && size > 1; --k) {
        std::uint64_t from = r.below(size);
        std::uint64_t to = r.below(size);
        if (from == to)
            continue;
        if (from > to)
            std::swap(from, to);
        const Edge e{order[from], order[to], r.below(3) == 0 ? EdgeKind::start : EdgeKind::finish};
        b.add_edge(e.from, e.to, e.kind);
        edges.push_back(e);
    }
    return {edges, single(b.finish())};
}

// Checks every dependency at the moment a node is begun, and completes some nodes within the call.
class Checker : public Executor {
public:
    Checker(const RandomGraph& graph, RandomStream& r) :
        graph_{graph},
        random_{r},
        began(graph.program.graph(rank0).size(), 0),
        started(began.size(), false),
        finished(began.size(), false)
    {
    }
    void begin_compute(RankId, NodeIndex node, Picoseconds) override
    {
        check(node);
        if (random_.below(4) == 0) {
            started[node] = finished[node] = true;
            runner->complete(node, Picoseconds{0});
        } else {
            open.push_back(node);
        }
    }
    void begin_send(RankId, NodeIndex, RankId, Bytes, std::uint32_t) override { FAIL(); }
    void begin_recv(RankId, NodeIndex, RankId, Bytes, std::uint32_t) override { FAIL(); }
    void begin_recv_any(RankId, NodeIndex, Bytes, std::uint32_t) override { FAIL(); }
    void begin_collective(RankId, NodeIndex, std::uint32_t, const CollectiveCall&) override { FAIL(); }
    void marker(RankId, NodeIndex node, std::string_view) override
    {
        check(node);
        started[node] = finished[node] = true;
    }

private:
    const RandomGraph& graph_;
    RandomStream& random_;

public:
    ProgramRunner* runner{nullptr};
    std::vector<unsigned> began;
    std::vector<bool> started;
    std::vector<bool> finished;
    std::vector<NodeIndex> open;

private:
    void check(NodeIndex node)
    {
        ++began[node];
        for (const Edge& e : graph_.edges)
            if (e.to == node) {
                EXPECT_TRUE(e.kind == EdgeKind::finish ? finished[e.from] : started[e.from]);
            }
    }
};

TEST(ProgramRunner, RandomGraphsBeginEveryNodeOnceAfterItsPredecessors)
{
    RandomStream r{2, "runner"};
    for (int round = 0; round < 2000; ++round) {
        const RandomGraph graph = random_graph(r);
        Checker e{graph, r};
        ProgramRunner runner{graph.program, rank0, e};
        e.runner = &runner;
        runner.start(Picoseconds{0});
        while (!e.open.empty()) {
            // Nothing more may be held back than the graph demands.
            for (NodeIndex n = 0; n < e.began.size(); ++n) {
                const bool free = std::all_of(graph.edges.begin(), graph.edges.end(), [&](const Edge& edge) {
                    return edge.to != n ||
                           (edge.kind == EdgeKind::finish ? e.finished[edge.from] : e.started[edge.from]);
                });
                ASSERT_EQ(e.began[n], free ? 1U : 0U);
            }
            const std::size_t k = r.below(e.open.size());
            const NodeIndex n = e.open[k];
            if (!e.started[n] && r.below(2) == 0) {
                e.started[n] = true;
                runner.started(n, Picoseconds{0});
                continue;
            }
            e.open[k] = e.open.back();
            e.open.pop_back();
            e.started[n] = e.finished[n] = true;
            runner.complete(n, Picoseconds{0});
        }
        ASSERT_TRUE(runner.done());
        for (const unsigned times : e.began)
            ASSERT_EQ(times, 1U);
    }
}

// An executor that completes at once must not nest: a chain of half a million nodes in one call.
class Immediate : public Executor {
public:
    void begin_compute(RankId, NodeIndex node, Picoseconds) override
    {
        runner->complete(node, Picoseconds{0});
    }
    void begin_send(RankId, NodeIndex, RankId, Bytes, std::uint32_t) override {}
    void begin_recv(RankId, NodeIndex, RankId, Bytes, std::uint32_t) override {}
    void begin_recv_any(RankId, NodeIndex, Bytes, std::uint32_t) override {}
    void begin_collective(RankId, NodeIndex, std::uint32_t, const CollectiveCall&) override {}
    void marker(RankId, NodeIndex, std::string_view) override {}
    ProgramRunner* runner{nullptr};
};

TEST(ProgramRunner, LongChainsNeedNoStack)
{
    GraphBuilder b{"test"};
    constexpr NodeIndex size = 500'000;
    for (NodeIndex i = 0; i < size; ++i) {
        b.add({});
        if (i > 0)
            b.add_edge(i - 1, i, EdgeKind::finish);
    }
    const RankProgram p = single(b.finish());
    Immediate e;
    ProgramRunner runner{p, rank0, e};
    e.runner = &runner;
    runner.start(Picoseconds{0});
    EXPECT_TRUE(runner.done());
}

} // namespace
} // namespace sharpsim
