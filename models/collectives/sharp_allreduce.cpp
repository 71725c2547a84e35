// SPDX-License-Identifier: Apache-2.0
#include "collectives/sharp_allreduce.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "reduction/capabilities.h"

namespace sharpsim {

namespace {

reduction::Precision precision_of(const SharpGroup& group, const ReductionCall& call)
{
    return reduction::effective(group.precision, call.type, call.op);
}

// An operation holds whole elements, all along its way.
std::uint64_t elements_per_operation(const SharpGroup& group, const ReductionCall& call)
{
    const bool wide = precision_of(group, call) == reduction::Precision::exact_wire;
    return group.payload_per_ost /
           (wide ? reduction::wire_bytes(call.type) : reduction::element_bytes(call.type, call.op));
}

} // namespace

std::uint64_t sharp_operations(const SharpGroup& group, const ReductionCall& call)
{
    const std::uint64_t each = elements_per_operation(group, call);
    return std::max<std::uint64_t>((call.elements() + each - 1) / each, 1);
}

SharpAllreduce::SharpAllreduce(const SharpGroup& group, const PayloadSource& source, ReductionOracle& oracle,
                               RankId rank, RankEndpoint& endpoint) :
    group_{group},
    source_{source},
    oracle_{oracle},
    rank_{rank},
    endpoint_{endpoint},
    returned_(group.osts_per_group, false)
{
}

void SharpAllreduce::begin(const ReductionCall& call, std::uint32_t first)
{
    const auto n = static_cast<std::uint32_t>(sharp_operations(group_, call));
    running_.emplace(first, Running{call, n});
    send_more();
}

SharpAllreduce::ByFirst::iterator SharpAllreduce::of(std::uint32_t operation)
{
    auto it = running_.upper_bound(operation);
    if (it == running_.begin())
        return running_.end();
    --it;
    return operation - it->first < it->second.operations ? it : running_.end();
}

void SharpAllreduce::send_more()
{
    while (next_ < in_flight_limit()) {
        const auto it = of(next_);
        if (it == running_.end())
            return;
        request(next_, it->first, it->second);
        ++next_;
    }
}

ReductionOracle::Part SharpAllreduce::part(const ReductionCall& call, std::uint32_t operation,
                                           std::uint32_t first) const
{
    const std::uint64_t each = elements_per_operation(group_, call);
    const std::uint64_t begin = each * (operation - first);
    return {operation, begin, std::min(each, call.elements() - begin)};
}

void SharpAllreduce::request(std::uint32_t operation, std::uint32_t first, const Running& running)
{
    const ReductionOracle::Part p = part(running.call, operation, first);
    Message message;
    message.payload = source_.part(rank_, running.call, p.first_element, p.count);
    message.has_sharp = true;
    SharpHeader& h = message.sharp;
    h.kind = SharpKind::request;
    h.tree = group_.tree.value();
    h.job = group_.job;
    h.type = static_cast<std::uint8_t>(running.call.type);
    h.group = group_.group.value();
    h.op = static_cast<std::uint8_t>(running.call.op);
    h.rounding = static_cast<std::uint8_t>(group_.rounding);
    h.precision = static_cast<std::uint8_t>(precision_of(group_, running.call));
    h.operation = operation;
    h.fragment = operation - first;
    h.first = operation == first;
    h.last = operation - first + 1 == running.operations;
    h.child = group_.members[rank_.value()].child;
    h.length = static_cast<std::uint16_t>(message.payload.size());
    endpoint_.sharp_request(std::move(message));
}

std::optional<SharpAllreduce::Completed> SharpAllreduce::on_result(Message&& message)
{
    const SharpHeader& h = message.sharp;
    const std::uint32_t operation = h.operation;
    const auto text = [&] {
        return "group " + std::to_string(h.group) + ", operation " + std::to_string(operation) + ", " +
               std::to_string(message.payload.size()) + " B, kind " +
               std::to_string(static_cast<unsigned>(h.kind)) + ", status " + std::to_string(h.status) +
               "; group " + std::to_string(group_.group.value()) + " has operations " +
               std::to_string(oldest_) + " up to " + std::to_string(next_) + " in flight";
    };
    const auto who = [&] { return "rank " + std::to_string(rank_.value()); };
    SHARPSIM_CHECK(h.kind == SharpKind::result && h.status == 0 && h.group == group_.group.value() &&
                       operation < next_,
                   endpoint_.now(), who(), text());
    const std::uint32_t slot = operation % group_.osts_per_group;
    if (operation < oldest_ || returned_[slot])
        return std::nullopt; // came the other way before
    const auto it = of(operation);
    SHARPSIM_CHECK(it != running_.end(), endpoint_.now(), who(), text());
    Running& running = it->second;
    const ReductionOracle::Part p = part(running.call, operation, it->first);
    SHARPSIM_CHECK(message.payload.size() ==
                       p.count * reduction::element_bytes(running.call.type, running.call.op),
                   endpoint_.now(), who(), text());
    running.hash += oracle_.check(rank_, running.call, p, message.payload);
    returned_[slot] = true;
    while (oldest_ < next_ && returned_[oldest_ % group_.osts_per_group]) {
        returned_[oldest_ % group_.osts_per_group] = false;
        ++oldest_;
    }
    std::optional<Completed> completed;
    if (++running.returned == running.operations) {
        completed = Completed{running.call.collective, running.hash};
        running_.erase(it);
    }
    send_more();
    return completed;
}

std::optional<std::uint32_t> SharpAllreduce::oldest_in_flight() const
{
    return oldest_ < next_ ? std::optional<std::uint32_t>{oldest_} : std::nullopt;
}

std::string SharpAllreduce::waiting_for(std::uint32_t collective) const
{
    for (const auto& [first, running] : running_) {
        if (running.call.collective != collective)
            continue;
        if (next_ < first)
            return "its first operation " + std::to_string(first) + " goes after operation " +
                   std::to_string(next_) + " of an earlier collective, which is not sent";
        for (std::uint32_t operation = std::max(first, oldest_); operation < first + running.operations;
             ++operation)
            if (operation < next_ && !returned_[operation % group_.osts_per_group])
                return "operation " + std::to_string(operation) + " not returned (" +
                       std::to_string(running.returned) + " of " + std::to_string(running.operations) +
                       " are)";
        return "operation " + std::to_string(next_) + " waits for operation " + std::to_string(oldest_) +
               ", of an earlier collective, to return";
    }
    return {};
}

} // namespace sharpsim
