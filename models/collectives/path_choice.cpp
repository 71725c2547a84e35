// SPDX-License-Identifier: Apache-2.0
#include "collectives/path_choice.h"

#include "collectives/ring_allreduce.h"
#include "oracle/fold.h"

namespace sharpsim {

std::string_view name(Path path) { return path == Path::sharp ? "sharp" : "ring"; }

namespace {

std::string why_no_tree(const PathFacts& facts, const ReductionCall& call)
{
    if (!facts.tree)
        return "no aggregation tree" + (facts.no_tree_reason.empty() ? "" : ": " + facts.no_tree_reason);
    if (call.bytes == 0)
        return {};
    std::string refusal = reduction::refusal(facts.profile, call.type, call.op);
    if (refusal.empty())
        refusal = reduction::refusal(facts.precision, call.type, call.op);
    if (refusal.empty())
        refusal = reduction::room_refusal(facts.precision, call.type, call.op, facts.ranks, facts.rtl);
    if (refusal.empty() && facts.rtl)
        refusal = reduction::rtl_refusal(facts.precision, call.type, call.op);
    return refusal;
}

std::string why_not_worth_it(const CollectivesConfig& config, const PathFacts& facts,
                             const ReductionCall& call)
{
    if (facts.ranks < config.sharp_min_ranks)
        return "group of " + std::to_string(facts.ranks) + " below collective.sharp_min_ranks " +
               std::to_string(config.sharp_min_ranks);
    if (call.bytes > config.sharp_max.count())
        return "size " + std::to_string(call.bytes) + " B above collective.sharp_max " +
               std::to_string(config.sharp_max.count()) + " B";
    return {};
}

std::string why_no_ring(const CollectivesConfig& config, const PathFacts& facts, const ReductionCall& call)
{
    if (facts.real_bytes && call.bytes != 0 && !oracle::knows(call.type, call.op))
        return "hosts do not reduce " + std::string{name(call.op)} + " of " + std::string{name(call.type)};
    const RingLayout layout{facts.ranks, call, config.ring_segment.count()};
    if (layout.segments(0) > RingTag::max_segments)
        return std::to_string(layout.segments(0)) + " segments of collective.ring_segment " +
               std::to_string(config.ring_segment.count()) + " B in a chunk; at most " +
               std::to_string(RingTag::max_segments) + " are possible";
    return {};
}

} // namespace

PathChoice choose_path(const CollectivesConfig& config, const PathFacts& facts, const ReductionCall& call)
{
    PathChoice choice;
    const std::string no_tree = why_no_tree(facts, call);
    if (config.path == PathKey::sharp) {
        choice.path = Path::sharp;
        choice.reason = "workload.path = sharp";
        choice.refusal = no_tree.empty() ? "" : choice.reason + ": " + no_tree;
        return choice;
    }
    if (config.path == PathKey::ring) {
        choice.reason = "workload.path = ring";
    } else {
        choice.reason = no_tree.empty() ? why_not_worth_it(config, facts, call) : no_tree;
        choice.fallback = !choice.reason.empty();
        if (!choice.fallback) {
            choice.path = Path::sharp;
            choice.reason = "size " + std::to_string(call.bytes) + " B within collective.sharp_max " +
                            std::to_string(config.sharp_max.count()) + " B";
            return choice;
        }
    }
    const std::string no_ring = why_no_ring(config, facts, call);
    choice.refusal = no_ring.empty() ? "" : choice.reason + ", and " + no_ring;
    return choice;
}

} // namespace sharpsim
