// SPDX-License-Identifier: Apache-2.0
#include "workload/rank_program.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/error.h"

namespace sharpsim {

namespace {

// One send or receive of one rank.
struct Message {
    std::uint32_t to;
    std::uint32_t tag;
    std::uint32_t from; // any_source of a receive that takes any
    NodeIndex node;     // in the graph of the rank whose node it is
    bool is_send;
};
constexpr std::uint32_t any_source = ~std::uint32_t{0};

// Those of one destination and tag stand together, ordered by source, receives from anybody last.
bool by_place(const Message& a, const Message& b)
{
    return std::tie(a.to, a.tag, a.from, a.is_send, a.node) <
           std::tie(b.to, b.tag, b.from, b.is_send, b.node);
}

std::string plural(std::size_t n, const char* what)
{
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

} // namespace

ProgramBuilder::ProgramBuilder(std::string file, std::uint32_t ranks) : begun_(ranks, 0)
{
    program_.graphs_.push_back(GraphBuilder{file}.finish());
    program_.file_ = std::move(file);
    program_.graph_of_.assign(ranks, 0);
}

void ProgramBuilder::assign(ProgramGraph graph, const std::vector<std::uint32_t>& ranks, std::uint32_t line)
{
    const auto index = static_cast<std::uint32_t>(program_.graphs_.size());
    program_.graphs_.push_back(std::move(graph));
    for (const std::uint32_t rank : ranks) {
        program_.graph_of_[rank] = index;
        begun_[rank] = line;
    }
}

RankProgram ProgramBuilder::finish()
{
    const auto has_nodes = [](const ProgramGraph& g) { return g.size() != 0; };
    if (std::none_of(program_.graphs_.begin(), program_.graphs_.end(), has_nodes))
        throw InputError(program_.file_, 0, "no rank has anything to do");
    check_peers();
    check_collectives();
    check_messages();
    return std::move(program_);
}

void ProgramBuilder::check_peers() const
{
    for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
        const ProgramGraph& g = program_.graph(RankId{rank});
        for (NodeIndex n = 0; n < g.size(); ++n) {
            const ProgramNode& node = g[n];
            if ((node.kind == NodeKind::send || node.kind == NodeKind::recv) &&
                node.peer_kind != PeerKind::any && program_.peer(RankId{rank}, node).value() == rank)
                throw InputError(program_.file_, node.line,
                                 "rank " + std::to_string(rank) +
                                     " exchanges a message with itself: " + g.describe(n));
        }
    }
}

void ProgramBuilder::check_collectives() const
{
    const auto& expected = program_.collectives();
    std::vector<bool> seen(program_.graphs_.size(), false);
    for (std::uint32_t rank = 1; rank < ranks(); ++rank) {
        if (seen[program_.graph_of_[rank]])
            continue;
        seen[program_.graph_of_[rank]] = true;
        const ProgramGraph& g = program_.graph(RankId{rank});
        const auto& found = g.collectives();
        for (std::size_t k = 0; k < std::max(found.size(), expected.size()); ++k) {
            if (k < found.size() && k < expected.size() && found[k] == expected[k])
                continue;
            const auto text = [k](const std::vector<CollectiveCall>& calls) {
                return k < calls.size() ? to_text(calls[k]) : std::string{"none"};
            };
            // The line of the collective on the side that has one.
            const ProgramGraph& with = k < found.size() ? g : program_.graph(RankId{0});
            const auto at = std::find_if(with.nodes().begin(), with.nodes().end(), [k](const ProgramNode& n) {
                return n.kind == NodeKind::collective && n.order == k;
            });
            throw InputError(program_.file_, at->line,
                             "collective " + std::to_string(k) + " differs: rank 0 has " + text(expected) +
                                 ", rank " + std::to_string(rank) + " has " + text(found) +
                                 "; it must be equal on all ranks");
        }
    }
}

// Per destination, tag and source there are as many sends as receives; receives from anybody take what is
// over.
void ProgramBuilder::check_messages() const
{
    std::vector<Message> messages;
    for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
        const ProgramGraph& g = program_.graph(RankId{rank});
        for (NodeIndex n = 0; n < g.size(); ++n) {
            const ProgramNode& node = g[n];
            if (node.kind == NodeKind::send)
                messages.push_back({program_.peer(RankId{rank}, node).value(), node.tag, rank, n, true});
            else if (node.kind == NodeKind::recv)
                messages.push_back(
                    {rank, node.tag,
                     node.peer_kind == PeerKind::any ? any_source : program_.peer(RankId{rank}, node).value(),
                     n, false});
        }
    }
    std::sort(messages.begin(), messages.end(), by_place);

    std::vector<const Message*> alone;
    const Message* const end = messages.data() + messages.size();
    for (const Message* place = messages.data(); place != end;) {
        const Message* const place_end = std::find_if(
            place, end, [place](const Message& m) { return m.to != place->to || m.tag != place->tag; });
        std::vector<const Message*> spare; // sends without a receive that names their source
        while (place != place_end) {
            const Message* const next =
                std::find_if(place, place_end, [place](const Message& m) { return m.from != place->from; });
            const Message* const sends =
                std::find_if(place, next, [](const Message& m) { return m.is_send; });
            const auto n_recvs = static_cast<std::size_t>(sends - place);
            const auto n_sends = static_cast<std::size_t>(next - sends);
            if (place->from == any_source) {
                const std::size_t taken = std::min(n_recvs, spare.size());
                spare.erase(spare.begin(), spare.begin() + static_cast<std::ptrdiff_t>(taken));
                for (std::size_t i = taken; i < n_recvs; ++i)
                    alone.push_back(place + i);
            } else {
                for (std::size_t i = n_sends; i < n_recvs; ++i)
                    alone.push_back(place + i);
                for (std::size_t i = n_recvs; i < n_sends; ++i)
                    spare.push_back(sends + i);
            }
            place = next;
        }
        alone.insert(alone.end(), spare.begin(), spare.end());
    }
    if (alone.empty())
        return;
    const auto owner = [](const Message& m) { return m.is_send ? m.from : m.to; };
    const auto n_sends = static_cast<std::size_t>(
        std::count_if(alone.begin(), alone.end(), [](const Message* m) { return m->is_send; }));
    std::string list;
    constexpr std::size_t shown = 4;
    for (std::size_t i = 0; i < std::min(alone.size(), shown); ++i)
        list += (i == 0 ? "" : "; ") + ("rank " + std::to_string(owner(*alone[i])) + " ") +
                program_.graph(RankId{owner(*alone[i])}).describe(alone[i]->node);
    if (alone.size() > shown)
        list += "; and " + std::to_string(alone.size() - shown) + " more";
    throw InputError(program_.file_, program_.graph(RankId{owner(*alone[0])})[alone[0]->node].line,
                     plural(n_sends, "send") + " without a receive, " +
                         plural(alone.size() - n_sends, "receive") + " without a send: " + list);
}

} // namespace sharpsim
