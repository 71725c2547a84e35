// SPDX-License-Identifier: Apache-2.0
#include "workload/rank_host.h"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/random.h"

namespace sharpsim {

namespace {

// Timer tokens: what for in the two highest bits, then which node or collective.
enum class Timer : std::uint64_t { start, compute, reduction };
constexpr unsigned timer_shift = 62;
// Half of what a 64-bit count of picoseconds holds, so that no sum of two times wraps.
constexpr double end_of_time = 9.0e18;
constexpr std::uint64_t token(Timer timer, std::uint32_t which)
{
    return (static_cast<std::uint64_t>(timer) << timer_shift) | which;
}

} // namespace

RankHost::RankHost(WorkloadState& state, RankId rank, RankEndpoint& endpoint) :
    state_{state}, rank_{rank}, endpoint_{state, endpoint}, runner_{state.program, rank, *this}
{
    endpoint_.set_handler(this);
    if (state_.group != nullptr)
        sharp_ = std::make_unique<SharpAllreduce>(*state_.group, state_.source, *state_.reduction_oracle,
                                                  rank_, endpoint_);
}

void RankHost::start(Picoseconds delay) { endpoint_.after(delay, token(Timer::start, 0)); }

void RankHost::on_timer(std::uint64_t value)
{
    const auto which = static_cast<std::uint32_t>(value);
    --state_.timers;
    switch (static_cast<Timer>(value >> timer_shift)) {
    case Timer::start:
        started_ = true;
        runner_.start(endpoint_.now());
        note_done(); // there may be nothing to do, or only what takes no time
        break;
    case Timer::compute:
        complete(which);
        break;
    case Timer::reduction:
        active_.at(which).ring->on_reduced();
        end_if_done(which);
        break;
    }
}

// Called from within a begin_ too: the runner then goes on when that has returned.
void RankHost::complete(NodeIndex node)
{
    ++state_.progress;
    runner_.complete(node, endpoint_.now());
    note_done();
}

void RankHost::note_done()
{
    if (done_ || !runner_.done())
        return;
    done_ = true;
    if (--state_.unfinished == 0 && state_.on_finished)
        state_.on_finished();
}

void RankHost::marker(RankId, NodeIndex, std::string_view text)
{
    if (state_.on_marker)
        state_.on_marker(rank_, text, endpoint_.now());
}

// ---- Computations and messages
// ----------------------------------------------------------------------------------

void RankHost::begin_compute(RankId, NodeIndex node, Picoseconds duration)
{
    runner_.started(node, endpoint_.now());
    const double scaled = static_cast<double>(duration.count()) * state_.compute_scale;
    if (scaled + static_cast<double>(endpoint_.now().count()) > end_of_time)
        throw InputError("workload: rank " + std::to_string(rank_.value()) +
                         " computes past the end of simulated time, 9e18 ps (104 days)");
    const Picoseconds time =
        state_.compute_scale == 1 ? duration : Picoseconds{static_cast<std::uint64_t>(std::llround(scaled))};
    if (time == Picoseconds{0}) {
        complete(node);
        return;
    }
    endpoint_.after(time, token(Timer::compute, node));
}

void RankHost::begin_send(RankId, NodeIndex node, RankId to, Bytes bytes, std::uint32_t tag)
{
    runner_.started(node, endpoint_.now());
    Message message;
    message.payload = state_.source.message(rank_, to, sent_to_[to]++, 0, bytes.count());
    message.tag = tag;
    endpoint_.send(to, std::move(message), node, true);
}

void RankHost::on_completion(std::uint64_t work) { complete(static_cast<NodeIndex>(work)); }

void RankHost::begin_recv(RankId, NodeIndex node, RankId from, Bytes bytes, std::uint32_t tag)
{
    post_receive(tag, {node, bytes.count(), false, from});
}

void RankHost::begin_recv_any(RankId, NodeIndex node, Bytes bytes, std::uint32_t tag)
{
    post_receive(tag, {node, bytes.count(), true, RankId{0}});
}

void RankHost::post_receive(std::uint32_t tag, const MessageMatching::Receive& receive)
{
    runner_.started(receive.node, endpoint_.now());
    if (const auto arrival = matching_.post(tag, receive))
        complete_receive(receive, *arrival);
}

void RankHost::complete_receive(const MessageMatching::Receive& receive,
                                const MessageMatching::Arrival& arrival)
{
    if (arrival.bytes > receive.bytes) {
        const ProgramGraph& graph = state_.program.graph(rank_);
        throw InputError(state_.program.file(), graph[receive.node].line,
                         "rank " + std::to_string(rank_.value()) + ": " + graph.describe(receive.node) +
                             " meets a longer message: " + std::to_string(arrival.bytes) + " B from rank " +
                             std::to_string(arrival.from.value()));
    }
    const std::uint64_t what = (std::uint64_t{rank_.value()} << 32) | receive.node;
    state_.digest.add(hash_text("receive") ^ what, endpoint_.now().count(),
                      (std::uint64_t{arrival.from.value()} << 32) | arrival.bytes);
    complete(receive.node);
}

// In pieces, so that the check of a long message needs no second buffer of its size.
void RankHost::check_message(RankId from, const Payload& payload)
{
    constexpr std::uint64_t piece = 65536;
    const std::uint64_t n = received_from_[from]++;
    if (!payload.has_bytes())
        return;
    for (std::uint64_t at = 0; at < payload.size(); at += piece) {
        const std::uint64_t bytes = std::min(piece, payload.size() - at);
        const Payload expected = state_.source.message(from, rank_, n, at, bytes);
        state_.mismatches.compare({false, n, rank_}, reduction::Type::uint32, reduction::Operator::sum,
                                  at / 4, expected.data(), payload.data() + at, bytes);
    }
}

void RankHost::on_message(RankId from, Message&& message)
{
    ++state_.progress;
    state_.delivered_bytes += message.payload.size();
    if (!RingTag::is_one(message.tag)) {
        check_message(from, message.payload);
        const MessageMatching::Arrival arrival{from, message.payload.size()};
        if (const auto receive = matching_.arrive(static_cast<std::uint32_t>(message.tag), arrival))
            complete_receive(*receive, arrival);
        return;
    }
    const std::uint32_t order = RingTag::of(message.tag).collective;
    const auto it = active_.find(order);
    if (it == active_.end()) {
        early_[order].emplace_back(from, std::move(message));
        return;
    }
    it->second.ring->on_message(from, std::move(message));
    end_if_done(order);
}

// ---- Collectives
// --------------------------------------------------------------------------------------------------

void RankHost::begin_collective(RankId, NodeIndex node, std::uint32_t order, const CollectiveCall&)
{
    runner_.started(node, endpoint_.now());
    const CollectivePlan::Entry& entry = state_.plan[order];
    state_.records.begin(order, rank_, endpoint_.now());
    Active& active = active_[order];
    active.node = node;
    active.start = endpoint_.now();
    if (entry.choice.path == Path::sharp) {
        sharp_->begin(entry.call, entry.first_operation);
        return;
    }
    const RingAllreduce::Setup setup{state_.program.ranks(), state_.ring_segment, state_.source,
                                     state_.ring_oracle};
    active.ring =
        std::make_unique<RingAllreduce>(setup, rank_, entry.call, endpoint_, token(Timer::reduction, order));
    active.ring->start();
    const auto early = early_.find(order);
    if (early != early_.end()) {
        auto messages = std::move(early->second);
        early_.erase(early);
        for (auto& [from, message] : messages)
            active.ring->on_message(from, std::move(message));
    }
    end_if_done(order);
}

void RankHost::end_if_done(std::uint32_t order)
{
    const RingAllreduce& ring = *active_.at(order).ring;
    if (ring.done())
        end_collective(order, ring.result_hash());
}

void RankHost::on_sharp_result(Message&& message)
{
    ++state_.progress;
    SHARPSIM_CHECK(sharp_ != nullptr, endpoint_.now(), "rank " + std::to_string(rank_.value()),
                   "a SHARP result without a group");
    if (const auto completed = sharp_->on_result(std::move(message)))
        end_collective(completed->collective, completed->hash);
}

void RankHost::end_collective(std::uint32_t order, std::uint64_t hash)
{
    const auto it = active_.find(order);
    const NodeIndex node = it->second.node;
    if (it->second.ring == nullptr)
        state_.delivered_bytes += state_.plan[order].call.bytes;
    state_.records.end(order, rank_, it->second.start, endpoint_.now(), hash);
    active_.erase(it);
    complete(node);
}

// ---- Reports
// -------------------------------------------------------------------------------------------------------

bool RankHost::only_in_collectives() const { return started_ && runner_.running().size() == active_.size(); }

void RankHost::describe_waiting(std::ostream& os, const std::string& leaf) const
{
    if (!started_) {
        os << "rank " << rank_.value() << " has not started\n";
        return;
    }
    os << runner_.waiting_for() << '\n';
    std::vector<std::uint32_t> orders;
    for (const auto& entry : active_)
        orders.push_back(entry.first);
    std::sort(orders.begin(), orders.end());
    for (const std::uint32_t order : orders) {
        os << "  rank " << rank_.value() << " waits in " << state_.records.all()[order].describe() << ": ";
        if (const RingAllreduce* ring = active_.at(order).ring.get()) {
            os << ring->complete() << " of " << ring->segments()
               << " parts of the result are here; the next come from rank "
               << (rank_.value() + state_.program.ranks() - 1) % state_.program.ranks() << '\n';
        } else {
            os << sharp_->waiting_for(order);
            if (!leaf.empty())
                os << "; its aggregation node is " << leaf;
            os << '\n';
        }
    }
}

} // namespace sharpsim
