// SPDX-License-Identifier: Apache-2.0
// What one rank does: a directed graph without cycles whose nodes are pieces of work. Ranks that do the same
// share one graph (peers may be given relative to the rank).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "reduction/types.h"

namespace sharpsim {

enum class NodeKind : std::uint8_t { compute, send, recv, collective, marker };
enum class CollectiveKind : std::uint8_t { allreduce, barrier };
enum class PeerKind : std::uint8_t { absolute, relative, any };

std::string_view name(CollectiveKind kind);

// A collective that all ranks take part in.
struct CollectiveCall {
    CollectiveKind kind{CollectiveKind::barrier};
    reduction::Type type{reduction::Type::int8};      // of an allreduce; a barrier keeps the default
    reduction::Operator op{reduction::Operator::sum}; // likewise
    Bytes bytes{0};                                   // of one rank's vector; a barrier has none

    friend bool operator==(const CollectiveCall& a, const CollectiveCall& b)
    {
        return a.kind == b.kind && a.type == b.type && a.op == b.op && a.bytes == b.bytes;
    }
    friend bool operator!=(const CollectiveCall& a, const CollectiveCall& b) { return !(a == b); }
};
std::string to_text(const CollectiveCall& call); // "allreduce 4MiB bfloat16 sum"

using NodeIndex = std::uint32_t; // within its graph, in file order
constexpr NodeIndex no_node = ~NodeIndex{0};

struct ProgramNode {
    NodeKind kind{NodeKind::compute};
    PeerKind peer_kind{PeerKind::absolute};
    std::uint32_t peer{0};   // send, recv: a rank, or what to add to one's own, modulo the number of ranks
    std::uint32_t tag{0};    // send, recv
    std::uint32_t order{0};  // collective: how many the rank has before it in file order
    std::uint32_t line{0};   // of the file; 0: of none
    std::uint64_t amount{0}; // compute: ps; send, recv: bytes

    [[nodiscard]] Picoseconds duration() const { return Picoseconds{amount}; }
    [[nodiscard]] Bytes bytes() const { return Bytes{amount}; }
};

// When a successor may start. `finish`: the predecessor has finished; `start`: it has started.
// "line 7"; "built-in" for line 0: a workload that comes from no file.
[[nodiscard]] std::string place_of(std::uint32_t line);

enum class EdgeKind : std::uint8_t { finish, start };

class ProgramGraph {
public:
    struct Range {
        const NodeIndex* first;
        const NodeIndex* last;
        [[nodiscard]] const NodeIndex* begin() const { return first; }
        [[nodiscard]] const NodeIndex* end() const { return last; }
    };

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
    [[nodiscard]] const ProgramNode& operator[](NodeIndex n) const { return nodes_[n]; }
    [[nodiscard]] const std::vector<ProgramNode>& nodes() const { return nodes_; }
    // Edges of both kinds that come in.
    [[nodiscard]] std::uint32_t predecessors(NodeIndex n) const { return predecessors_[n]; }
    [[nodiscard]] Range successors(NodeIndex n, EdgeKind kind) const
    {
        const Csr& c = kind == EdgeKind::finish ? finish_ : start_;
        return {c.targets.data() + c.first[n], c.targets.data() + c.first[n + 1]};
    }
    // The rank's collectives in file order.
    [[nodiscard]] const std::vector<CollectiveCall>& collectives() const { return collectives_; }
    [[nodiscard]] const CollectiveCall& collective(NodeIndex n) const
    {
        return collectives_[nodes_[n].order];
    }
    // Label in the file, a marker's text or a collective's name; empty where there is none.
    [[nodiscard]] std::string_view label(NodeIndex n) const { return labels_.at(n); }
    [[nodiscard]] std::string_view text(NodeIndex n) const { return texts_.at(n); }
    // For people: "a1: allreduce 4MiB bfloat16 sum \"mlp\" (line 7)"; "(built-in)" where no file has it.
    [[nodiscard]] std::string describe(NodeIndex n) const;

private:
    friend class GraphBuilder;
    struct Csr {
        std::vector<std::uint32_t> first; // nodes + 1
        std::vector<NodeIndex> targets;
    };
    // One string per node, end to end.
    struct Strings {
        std::string all;
        std::vector<std::uint32_t> first{0};
        void add(std::string_view s);
        [[nodiscard]] std::string_view at(NodeIndex n) const
        {
            return std::string_view{all}.substr(first[n], first[n + 1] - first[n]);
        }
    };

    std::vector<ProgramNode> nodes_;
    std::vector<std::uint32_t> predecessors_;
    Csr finish_;
    Csr start_;
    std::vector<CollectiveCall> collectives_;
    Strings labels_;
    Strings texts_;
};

// Collects nodes and edges in any order, then checks and packs them.
class GraphBuilder {
public:
    explicit GraphBuilder(std::string file) : file_{std::move(file)} {}

    NodeIndex add(const ProgramNode& node, std::string_view label = {}, std::string_view text = {});
    NodeIndex add_collective(const CollectiveCall& call, std::uint32_t line, std::string_view label = {},
                             std::string_view text = {});
    void add_edge(NodeIndex from, NodeIndex to, EdgeKind kind) { edges_.push_back({from, to, kind}); }
    [[nodiscard]] NodeIndex size() const { return graph_.size(); }
    // Throws InputError where the edges form a cycle, and names it.
    ProgramGraph finish();

private:
    struct Edge {
        NodeIndex from;
        NodeIndex to;
        EdgeKind kind;
    };
    ProgramGraph::Csr pack(EdgeKind kind) const;
    void check_cycles() const;
    [[noreturn]] void fail_cycle(const std::vector<std::uint32_t>& waiting) const;

    std::string file_;
    ProgramGraph graph_;
    std::vector<Edge> edges_;
};

} // namespace sharpsim
