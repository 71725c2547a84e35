// SPDX-License-Identifier: Apache-2.0
#include "reduction/aggregation_node.h"

#include <algorithm>
#include <ostream>

#include "base/error.h"

namespace sharpsim {

namespace {
constexpr std::uint32_t sub_parsed = 1;
constexpr std::uint32_t sub_turned = 2;
constexpr QpNumber multicast_qp{0xFFFFFF};

bool fixed_point(const SharpHeader& h)
{
    return static_cast<reduction::Precision>(h.precision) == reduction::Precision::exact_wire_merge;
}

// What a request asks for, whether it carries elements or fixed-point sums of them.
SharpHeader asked_by(const SharpHeader& h)
{
    SharpHeader asked = h;
    if (fixed_point(h)) {
        const auto type = static_cast<reduction::Type>(h.type);
        asked.precision = static_cast<std::uint8_t>(reduction::Precision::exact_wire);
        asked.length = static_cast<std::uint16_t>(h.length / reduction::wire_bytes(type) *
                                                  reduction::element_bytes(type));
    }
    return asked;
}

} // namespace

AggregationNode::AggregationNode(const sc_core::sc_module_name& nm, Region& region, const SharpConfig& sharp,
                                 const reduction::ReductionConfig& alu, Lid lid, const LinkConfig& link,
                                 const CableData& cable,
                                 std::shared_ptr<reduction::AluRtlContext> rtl_context,
                                 const std::string& instance) :
    sc_core::sc_module{nm},
    region_{region},
    config_{sharp},
    clock_{alu.clock},
    name_{instance.empty() ? name() : instance},
    target_{region.calendar.add_actor(*this)},
    transport_{region, *this, "1", name_ + ".port1", lid, link, cable},
    engine_{region, *this, alu, name_, std::move(rtl_context)}
{
    engine_.describe_tokens([this](std::uint32_t token) { return describe(token); });
}

void AggregationNode::add_group(const Group& group)
{
    const std::size_t wanted = (groups_.size() + 1) * config_.osts_per_group;
    if (wanted > config_.osts)
        throw InputError("aggregation node " + name_ + ": " + std::to_string(groups_.size() + 1) +
                         " groups of sharp.osts_per_group = " + std::to_string(config_.osts_per_group) +
                         " need " + std::to_string(wanted) +
                         " OSTs; sharp.osts = " + std::to_string(config_.osts));
    GroupState state;
    state.group = group;
    state.osts.resize(config_.osts_per_group);
    groups_.push_back(std::move(state));
}

void AggregationNode::on_message(QpNumber, Lid, Message&& message)
{
    SHARPSIM_CHECK(message.has_sharp, now(), name_, "a message without a SHARP header reached the node");
    const std::uint64_t edge = std::max(clock_.edge_after(now()) + config_.parse, last_parse_edge_ + 1);
    last_parse_edge_ = edge;
    if (parsing_.empty())
        region_.calendar.push(clock_.edge(edge), Stage::engine, target_, sub_parsed, 0);
    parsing_.push_back({clock_.edge(edge), std::move(message)});
}

void AggregationNode::on_event(Stage, std::uint32_t, std::uint32_t sub, std::uint32_t)
{
    if (sub == sub_parsed) {
        Message message = std::move(parsing_.front().message);
        parsing_.pop_front();
        if (!parsing_.empty())
            region_.calendar.push(parsing_.front().due, Stage::engine, target_, sub_parsed, 0);
        parse(message);
    } else {
        Turned turned = std::move(turning_.front());
        turning_.pop_front();
        if (!turning_.empty())
            region_.calendar.push(turning_.front().due, Stage::engine, target_, sub_turned, 0);
        send(turned);
    }
}

AggregationNode::GroupState& AggregationNode::group_of(const SharpHeader& header, std::uint32_t& index)
{
    for (index = 0; index < groups_.size(); ++index)
        if (groups_[index].group.id.value() == header.group)
            return groups_[index];
    throw ModelError("aggregation node " + name_ + ": message of unknown group " +
                     std::to_string(header.group));
}

void AggregationNode::parse(Message& message)
{
    std::uint32_t index = 0;
    GroupState& state = group_of(message.sharp, index);
    if (message.sharp.kind == SharpKind::result) { // on its way down the tree
        results_sent_ += state.group.children.size();
        for (const QpNumber child : state.group.children)
            transport_.post_send(child, message, 0);
        return;
    }
    ++requests_received_;
    const auto slots = static_cast<std::uint32_t>(state.osts.size());
    accept(index * slots + message.sharp.operation % slots, message);
}

void AggregationNode::accept(std::uint32_t slot, Message& message)
{
    const SharpHeader header = asked_by(message.sharp);
    const auto per_group = config_.osts_per_group;
    GroupState& state = groups_[slot / per_group];
    Ost& ost = state.osts[slot % per_group];
    const std::size_t children = state.group.children.size();
    const auto type = static_cast<reduction::Type>(header.type);
    const auto op = static_cast<reduction::Operator>(header.op);
    auto precision = static_cast<reduction::Precision>(header.precision);
    if (precision == reduction::Precision::exact_wire && state.group.root)
        precision = reduction::Precision::exact_node; // here it is rounded
    if (!ost.active) {
        ost.active = true;
        ost.operation = header.operation;
        ost.header = header;
        ost.has_payload = header.length != 0;
        ost.folded = 0;
        ost.order.clear();
        ost.seen.assign(children, false);
        if (ost.has_payload)
            ost.accumulator = engine_.open(type, op, static_cast<reduction::Rounding>(header.rounding),
                                           precision, header.length);
        count_osts(1);
    }
    const auto text = [&] {
        return "group " + std::to_string(header.group) + ", operation " + std::to_string(header.operation) +
               ", child " + std::to_string(header.child) + "; the OST holds operation " +
               std::to_string(ost.operation) + " of " + std::to_string(ost.header.length) + " bytes";
    };
    SHARPSIM_CHECK(ost.operation == header.operation, now(), name_,
                   text() + ": more operations in flight than OSTs");
    SHARPSIM_CHECK(header.child < children && !ost.seen[header.child], now(), name_,
                   text() + ": the child is unknown or came twice");
    SHARPSIM_CHECK(header.length == ost.header.length && header.type == ost.header.type &&
                       header.op == ost.header.op && header.precision == ost.header.precision,
                   now(), name_,
                   text() + ": the children do not agree on length, type, operator or precision");
    ost.seen[header.child] = true;
    ost.order.push_back(header.child);
    const bool last = ost.order.size() == children;
    folding_ += ost.has_payload ? 1 : 0;
    if (ost.has_payload)
        engine_.fold(ost.accumulator, message.payload, ost.order.size() == 1, last, slot,
                     fixed_point(message.sharp));
    else if (last)
        complete(slot, ost);
}

void AggregationNode::folded(std::uint32_t token)
{
    GroupState& state = groups_[token / config_.osts_per_group];
    Ost& ost = state.osts[token % config_.osts_per_group];
    --folding_;
    if (++ost.folded == state.group.children.size())
        complete(token, ost);
}

void AggregationNode::complete(std::uint32_t slot, Ost& ost)
{
    const std::uint32_t index = slot / config_.osts_per_group;
    const Group& group = groups_[index].group;
    if (log_ != nullptr)
        log_->on_reduced(group.node_index, group.id, ost.operation, ost.order);
    Turned turned{Picoseconds{0}, index, ost.header, Payload{}};
    if (ost.has_payload) {
        turned.payload = engine_.value(ost.accumulator);
        engine_.close(ost.accumulator);
    }
    ost.active = false;
    count_osts(-1);
    const std::uint64_t edge = std::max(clock_.edge_after(now()) + config_.turnaround, last_turn_edge_ + 1);
    last_turn_edge_ = edge;
    turned.due = clock_.edge(edge);
    if (turning_.empty())
        region_.calendar.push(turned.due, Stage::engine, target_, sub_turned, 0);
    turning_.push_back(std::move(turned));
}

void AggregationNode::send(Turned& turned)
{
    const Group& group = groups_[turned.group].group;
    Message message;
    message.has_sharp = true;
    message.sharp = turned.header;
    message.payload = std::move(turned.payload);
    message.sharp.length = static_cast<std::uint16_t>(message.payload.size());
    if (!group.root) {
        message.sharp.child = group.child_index;
        if (static_cast<reduction::Precision>(message.sharp.precision) == reduction::Precision::exact_wire)
            message.sharp.precision = static_cast<std::uint8_t>(reduction::Precision::exact_wire_merge);
        ++requests_sent_;
        transport_.post_send(group.parent, std::move(message), 0);
        return;
    }
    message.sharp.kind = SharpKind::result;
    message.sharp.child = 0;
    results_sent_ += (group.result_multicast ? 1 : 0) + (group.result_tree ? group.children.size() : 0);
    if (group.result_multicast)
        transport_.post_datagram(group.ud, group.mlid, multicast_qp, message, 0);
    if (group.result_tree)
        for (const QpNumber child : group.children)
            transport_.post_send(child, message, 0);
}

std::string AggregationNode::child_name(const Group& group, std::size_t child)
{
    return child < group.child_names.size() ? group.child_names[child] : "child " + std::to_string(child);
}

// Which operands an operation has taken so far: names the packet of a failing beat.
std::string AggregationNode::describe(std::uint32_t slot) const
{
    const GroupState& state = groups_[slot / config_.osts_per_group];
    const Ost& ost = state.osts[slot % config_.osts_per_group];
    return "group " + std::to_string(state.group.id.value()) + ", operation " +
           std::to_string(ost.operation) + ", fragment " + std::to_string(ost.header.fragment) + ", " +
           std::to_string(ost.order.size()) + " of " + std::to_string(state.group.children.size()) +
           " children in, latest " +
           (ost.order.empty() ? std::string{"none"} : child_name(state.group, ost.order.back()));
}

void AggregationNode::count_osts(int change)
{
    osts_in_use_ = static_cast<unsigned>(static_cast<int>(osts_in_use_) + change);
    if (ost_observer_)
        ost_observer_(osts_in_use_);
}

void AggregationNode::describe_waiting(std::ostream& os) const
{
    constexpr std::size_t most = 8;
    for (const GroupState& state : groups_) {
        for (const Ost& ost : state.osts) {
            if (!ost.active)
                continue;
            const std::size_t missing = ost.seen.size() - ost.order.size();
            os << name_ << ": group " << state.group.id.value() << ", operation " << ost.operation << " has "
               << ost.order.size() << " of " << state.group.children.size() << " operands";
            std::size_t named = 0;
            for (std::size_t c = 0; c < ost.seen.size() && named < most; ++c)
                if (!ost.seen[c])
                    os << (named++ == 0 ? "; missing: " : ", ") << child_name(state.group, c);
            if (missing > most)
                os << " and " << missing - most << " more";
            os << '\n';
        }
    }
}

} // namespace sharpsim
