// SPDX-License-Identifier: Apache-2.0
#include "workload/engine.h"

#include <algorithm>
#include <ostream>

#include "base/error.h"
#include "base/random.h"

namespace sharpsim {

namespace {

PathFacts facts_of(const WorkloadEngine::Setup& s)
{
    const auto precision = s.group != nullptr ? s.group->precision : reduction::Precision::native;
    return {
        s.program.ranks(), s.group != nullptr, s.no_tree_reason, s.profile, precision, s.real_payload, s.rtl};
}

} // namespace

WorkloadEngine::WorkloadEngine(const Setup& setup, const std::vector<RankEndpoint*>& endpoints) :
    setup_{setup},
    source_{setup.seed, setup.real_payload, setup.values},
    ring_oracle_{source_, mismatches_},
    plan_{setup.program, setup.collectives, facts_of(setup), setup.group},
    records_{setup.program, plan_, setup.digest},
    reduction_oracle_{setup.group == nullptr
                          ? nullptr
                          : std::make_unique<ReductionOracle>(*setup.group, source_, mismatches_)},
    state_{setup.program,
           plan_,
           source_,
           records_,
           mismatches_,
           ring_oracle_,
           reduction_oracle_.get(),
           setup.group,
           setup.digest,
           setup.collectives.ring_segment.count(),
           setup.compute_scale}
{
    const std::uint32_t ranks = setup.program.ranks();
    if (endpoints.size() < ranks)
        throw InputError(setup.program.file() + ": the workload has " + std::to_string(ranks) +
                         " ranks, the fabric " + std::to_string(endpoints.size()) + " HCAs");
    SHARPSIM_CHECK(setup.group == nullptr || setup.group->members.size() == ranks, Picoseconds{0}, "workload",
                   "the aggregation group has " + std::to_string(setup.group->members.size()) +
                       " members, the workload " + std::to_string(ranks) + " ranks");
    state_.unfinished = ranks;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        hosts_.push_back(std::make_unique<RankHost>(state_, RankId{rank}, *endpoints[rank]));
}

WorkloadEngine::~WorkloadEngine() = default;

void WorkloadEngine::start()
{
    for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank) {
        const double draw = RandomStream{setup_.seed, "workload.skew", rank}.unit();
        const double delay = draw * static_cast<double>(setup_.skew.count());
        hosts_[rank]->start(Picoseconds{static_cast<std::uint64_t>(delay)});
    }
}

void WorkloadEngine::describe_waiting(std::ostream& os, std::size_t most_ranks) const
{
    records_.describe_unfinished(os);
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t rank = 0; rank < hosts_.size(); ++rank)
        if (!hosts_[rank]->done())
            waiting.push_back(rank);
    std::stable_partition(waiting.begin(), waiting.end(),
                          [this](std::uint32_t rank) { return !hosts_[rank]->only_in_collectives(); });
    for (std::size_t i = 0; i < std::min(waiting.size(), most_ranks); ++i) {
        const std::uint32_t rank = waiting[i];
        std::string leaf;
        if (setup_.group != nullptr && !setup_.node_names.empty())
            leaf = setup_.node_names.at(setup_.group->members[rank].node);
        hosts_[rank]->describe_waiting(os, leaf);
    }
    if (waiting.size() > most_ranks)
        os << "and " << waiting.size() - most_ranks << " more ranks\n";
}

} // namespace sharpsim
