// SPDX-License-Identifier: Apache-2.0
// The programs of all ranks of a workload. Once built it is consistent: collectives match in order and
// arguments on all ranks, and every send has its receive.
#pragma once

#include <string>
#include <vector>

#include "workload/program_graph.h"

namespace sharpsim {

constexpr std::uint32_t max_ranks = 0xBFFF; // unicast LIDs of a subnet
constexpr Bytes max_message{1ULL << 31};    // the largest message of InfiniBand
constexpr Picoseconds max_compute{
    86'400'000'000'000'000ULL}; // of one node: a day, so that 200 in a row fit 64 bits

class RankProgram {
public:
    [[nodiscard]] std::uint32_t ranks() const { return static_cast<std::uint32_t>(graph_of_.size()); }
    [[nodiscard]] const ProgramGraph& graph(RankId rank) const { return graphs_[graph_of_[rank.value()]]; }
    // Graphs that are not shared twice, in file order; the first is empty and that of ranks without a
    // program.
    [[nodiscard]] const std::vector<ProgramGraph>& graphs() const { return graphs_; }
    [[nodiscard]] std::uint32_t graph_index(RankId rank) const { return graph_of_[rank.value()]; }
    // The other side of a send or receive; not for `any`.
    [[nodiscard]] RankId peer(RankId rank, const ProgramNode& node) const
    {
        if (node.peer_kind == PeerKind::absolute)
            return RankId{node.peer};
        const std::uint64_t sum = std::uint64_t{rank.value()} + node.peer;
        return RankId{static_cast<std::uint32_t>(sum % graph_of_.size())};
    }
    // The collectives of the workload, in order; equal on every rank.
    [[nodiscard]] const std::vector<CollectiveCall>& collectives() const
    {
        return graphs_[graph_of_.front()].collectives();
    }
    [[nodiscard]] const std::string& file() const { return file_; }

private:
    friend class ProgramBuilder;
    std::string file_;
    std::vector<ProgramGraph> graphs_;
    std::vector<std::uint32_t> graph_of_; // per rank
};

class ProgramBuilder {
public:
    ProgramBuilder(std::string file, std::uint32_t ranks);

    [[nodiscard]] std::uint32_t ranks() const { return program_.ranks(); }
    // Whether the rank has a program already, and on which line it began (0: none).
    [[nodiscard]] std::uint32_t taken_at(std::uint32_t rank) const { return begun_[rank]; }
    void assign(ProgramGraph graph, const std::vector<std::uint32_t>& ranks, std::uint32_t line);
    // Checks self-sends, collectives and sends against receives; throws InputError.
    RankProgram finish();

private:
    void check_collectives() const;
    void check_peers() const;
    void check_messages() const;

    RankProgram program_;
    std::vector<std::uint32_t> begun_;
};

} // namespace sharpsim
