// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduction_oracle.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "oracle/bracket.h"
#include "oracle/fold.h"
#include "oracle/wide_fold.h"
#include "reduction/capabilities.h"

namespace sharpsim {

namespace {

bool is_permutation_of(const std::vector<std::uint16_t>& order, std::size_t children)
{
    std::vector<bool> seen(children, false);
    for (const std::uint16_t child : order) {
        if (child >= children || seen[child])
            return false;
        seen[child] = true;
    }
    return order.size() == children;
}

[[noreturn]] void fail(std::uint32_t operation, std::uint32_t node, const std::string& text)
{
    throw ModelError("reduction oracle: operation " + std::to_string(operation) + ", aggregation node " +
                     std::to_string(node) + " of the tree " + text);
}

} // namespace

void ReductionOracle::on_reduced(std::uint32_t node, GroupId group, std::uint32_t operation,
                                 const std::vector<std::uint16_t>& order)
{
    if (group != group_.group || node >= group_.nodes.size())
        fail(operation, node, "is not in group " + std::to_string(group_.group.value()));
    if (!is_permutation_of(order, group_.nodes[node].children.size()))
        fail(operation, node, "did not take each of its children once");
    Operation& op = held_[operation];
    op.order.resize(group_.nodes.size());
    if (!op.order[node].empty())
        fail(operation, node, "reduced it twice");
    op.order[node] = order;
    ++op.nodes;
}

std::uint32_t ReductionOracle::nodes_done(std::uint32_t operation) const
{
    const auto it = held_.find(operation);
    return it == held_.end() ? 0 : it->second.nodes;
}

std::uint64_t ReductionOracle::check(RankId rank, const ReductionCall& call, const Part& part,
                                     const Payload& got)
{
    const auto it = held_.find(part.operation);
    if (it == held_.end() || it->second.nodes != group_.nodes.size()) {
        std::uint32_t node = 0;
        while (it != held_.end() && !it->second.order[node].empty())
            ++node;
        fail(part.operation, node,
             "has not reduced it, yet its result is at rank " + std::to_string(rank.value()));
    }
    Operation& op = it->second;
    std::uint64_t hash = 0;
    if (got.size() != 0 && got.has_bytes()) {
        if (op.checked == 0) {
            judge(op, call, part, got);
            op.hash = content_hash(part.first_element, std::as_const(op.expected).data(), op.expected.size());
        }
        const bool equal =
            mismatches_.compare({true, call.collective, rank}, call.type, call.op, part.first_element,
                                std::as_const(op.expected).data(), got.data(), got.size());
        hash = equal ? op.hash : content_hash(part.first_element, got.data(), got.size());
    }
    if (++op.checked == group_.members.size())
        held_.erase(it);
    return hash;
}

void ReductionOracle::judge(Operation& op, const ReductionCall& call, const Part& part,
                            const Payload& got) const
{
    using reduction::Rounding;
    const bool drawn = group_.rounding == Rounding::stochastic && call.op == reduction::Operator::sum &&
                       reduction::is_float(call.type);
    op.expected = fold(op, group_.root, call, part, drawn ? Rounding::down : group_.rounding);
    if (!drawn)
        return;
    const Payload high = fold(op, group_.root, call, part, Rounding::up);
    if (oracle::between(call.type, std::as_const(op.expected).data(), high.data(), got.data(), got.size()))
        op.expected = got;
}

void ReductionOracle::gather(const Operation& op, std::uint32_t node, const ReductionCall& call,
                             const Part& part, std::vector<Payload>& operands) const
{
    for (const std::uint16_t child : op.order[node]) {
        const SharpGroup::Child& c = group_.nodes[node].children[child];
        if (c.is_rank)
            operands.push_back(source_.part(RankId{c.index}, call, part.first_element, part.count));
        else
            gather(op, c.index, call, part, operands);
    }
}

Payload ReductionOracle::value(const Operation& op, std::uint32_t node, std::uint16_t child,
                               const ReductionCall& call, const Part& part,
                               reduction::Rounding rounding) const
{
    const SharpGroup::Child& c = group_.nodes[node].children[child];
    return c.is_rank ? source_.part(RankId{c.index}, call, part.first_element, part.count)
                     : fold(op, c.index, call, part, rounding);
}

// A node with a single child passes it through.
Payload ReductionOracle::fold(const Operation& op, std::uint32_t node, const ReductionCall& call,
                              const Part& part, reduction::Rounding rounding) const
{
    using reduction::Precision;
    const std::vector<std::uint16_t>& order = op.order[node];
    const Precision precision = reduction::effective(group_.precision, call.type, call.op);
    if (precision != Precision::native) {
        std::vector<Payload> operands;
        if (precision == Precision::exact_wire) // every rank's, in whatever order
            gather(op, node, call, part, operands);
        else
            for (const std::uint16_t child : order)
                operands.push_back(value(op, node, child, call, part, rounding));
        std::vector<const std::uint8_t*> bytes;
        for (const Payload& operand : operands)
            bytes.push_back(operand.data());
        Payload sum{operands.front().size()};
        oracle::fold_wide(call.type, precision, bytes, sum.size(), sum.data(), {rounding, group_.variant});
        return sum;
    }
    Payload sum = value(op, node, order.front(), call, part, rounding);
    for (std::size_t i = 1; i < order.size(); ++i) {
        const Payload next = value(op, node, order[i], call, part, rounding);
        oracle::fold(call.type, call.op, sum.data(), next.data(), sum.size(), {rounding, group_.variant});
    }
    return sum;
}

} // namespace sharpsim
