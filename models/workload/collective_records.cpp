// SPDX-License-Identifier: Apache-2.0
#include "workload/collective_records.h"

#include <algorithm>
#include <ostream>

#include "base/quantity_text.h"
#include "base/random.h"

namespace sharpsim {

std::string CollectiveRecord::describe() const
{
    std::string out = std::string{sharpsim::name(kind)} + ' ' + std::to_string(index) + " (";
    if (kind == CollectiveKind::allreduce)
        out += to_text(bytes) + ' ' + std::string{reduction::name(type)} + ' ' +
               std::string{reduction::name(op)} + ", ";
    return out + std::string{sharpsim::name(path)} + ')';
}

CollectiveRecords::CollectiveRecords(const RankProgram& program, const CollectivePlan& plan, Digest& digest) :
    digest_{digest}
{
    const ProgramGraph& graph = program.graph(RankId{0});
    for (const CollectivePlan::Entry& entry : plan.entries()) {
        CollectiveRecord r;
        r.index = entry.call.collective;
        r.kind = entry.kind;
        r.bytes = Bytes{entry.call.bytes};
        r.type = entry.call.type;
        r.op = entry.call.op;
        r.path = entry.choice.path;
        r.reason = entry.choice.reason;
        if (entry.choice.fallback)
            r.fallback_reason = entry.choice.reason;
        r.ranks = program.ranks();
        records_.push_back(std::move(r));
    }
    for (NodeIndex n = 0; n < graph.size(); ++n)
        if (graph[n].kind == NodeKind::collective)
            records_[graph[n].order].name =
                std::string{graph.text(n).empty() ? graph.label(n) : graph.text(n)};
    has_begun_.resize(records_.size());
}

void CollectiveRecords::begin(std::uint32_t index, RankId rank, Picoseconds now)
{
    CollectiveRecord& r = records_[index];
    if (r.begun++ == 0) {
        r.first_start = now;
        r.latencies.assign(r.ranks, never);
        has_begun_[index].assign(r.ranks, false);
        if (observer_)
            observer_(index, false, now);
    }
    has_begun_[index][rank.value()] = true;
    r.last_start = now;
}

// The digest's record: what (collective, path, rank), when, and the hash of the result.
void CollectiveRecords::end(std::uint32_t index, RankId rank, Picoseconds start, Picoseconds now,
                            std::uint64_t result_hash)
{
    CollectiveRecord& r = records_[index];
    r.latencies[rank.value()] = now - start;
    r.last_end = now;
    if (r.ended == 0)
        r.result_hash = result_hash;
    if (++r.ended == r.ranks) {
        has_begun_[index] = {};
        if (observer_)
            observer_(index, true, now);
    }
    const std::uint64_t what =
        (static_cast<std::uint64_t>(r.path) << 56) | (std::uint64_t{rank.value()} << 32) | index;
    digest_.add(hash_text("collective") ^ what, now.count(), result_hash);
}

void CollectiveRecords::describe_unfinished(std::ostream& os) const
{
    constexpr std::uint32_t most = 8;
    for (const CollectiveRecord& r : records_) {
        if (r.begun == 0 || r.ended == r.ranks)
            continue;
        os << r.describe() << ": begun by " << r.begun << " of " << r.ranks << " ranks, ended by " << r.ended;
        std::uint32_t named = 0;
        for (std::uint32_t rank = 0; rank < r.ranks && named < most; ++rank)
            if (!has_begun_[r.index][rank])
                os << (named++ == 0 ? "; not begun by rank " : ", ") << rank;
        if (r.ranks - r.begun > most)
            os << " and " << r.ranks - r.begun - most << " more";
        os << '\n';
    }
}

} // namespace sharpsim
