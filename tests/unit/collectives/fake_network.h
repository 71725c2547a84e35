// SPDX-License-Identifier: Apache-2.0
// Endpoints over an ideal network: a message occupies its sender for bytes times a rate and arrives a
// constant time later; requests to the aggregation tree are reduced by fake nodes that keep the rules of real
// ones.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <stdexcept>
#include <vector>

#include "base/random.h"
#include "collectives/rank_endpoint.h"
#include "collectives/sharp_group.h"
#include "reduction/alu_model.h"
#include "reduction/reduction_log.h"

namespace sharpsim::test {

class FakeNetwork {
public:
    struct Timing {
        std::uint64_t alpha{1000};     // ps from the tail's departure to the arrival
        std::uint64_t ps_per_byte{20}; // at the sender
        std::uint64_t reduce_per_byte{0};
        std::uint64_t jitter{0}; // up to so much is added to each step up and down the tree
    };

    class Endpoint final : public RankEndpoint {
    public:
        Endpoint(FakeNetwork& net, RankId rank) : net_{net}, rank_{rank} {}
        void set_handler(RankHandler* handler) override { handler_ = handler; }
        [[nodiscard]] Picoseconds now() const override { return Picoseconds{net_.now_}; }
        void send(RankId to, Message&& message, std::uint64_t work, bool is_signalled) override
        {
            wire_free_ = std::max(wire_free_, net_.now_) + message.payload.size() * net_.timing.ps_per_byte;
            ++net_.messages;
            net_.message_bytes += message.payload.size();
            net_.tamper(message.payload, net_.messages == net_.corrupt_message);
            net_.at(wire_free_ + net_.timing.alpha,
                    [this, to, m = std::make_shared<Message>(std::move(message))] {
                        net_.endpoints_[to.value()]->handler_->on_message(rank_, std::move(*m));
                    });
            if (is_signalled)
                net_.at(wire_free_ + 2 * net_.timing.alpha, [this, work] { handler_->on_completion(work); });
        }
        void sharp_request(Message&& message) override
        {
            ++net_.requests;
            const SharpGroup::Member& member = net_.group->members[rank_.value()];
            net_.at(net_.now_ + net_.tree_step(),
                    [this, member, m = std::make_shared<Message>(std::move(message))] {
                        net_.arrive(member.node, *m);
                    });
        }
        void after(Picoseconds delay, std::uint64_t token) override
        {
            net_.at(net_.now_ + delay.count(), [this, token] { handler_->on_timer(token); });
        }
        void after_reduction(std::size_t bytes, std::uint64_t token) override
        {
            reducing_ = std::max(reducing_, net_.now_) + bytes * net_.timing.reduce_per_byte;
            net_.at(reducing_, [this, token] { handler_->on_timer(token); });
        }

    private:
        friend class FakeNetwork;
        FakeNetwork& net_;
        RankId rank_;
        RankHandler* handler_{nullptr};
        std::uint64_t wire_free_{0};
        std::uint64_t reducing_{0};
    };

    explicit FakeNetwork(std::uint32_t ranks, Timing t) : timing{t}
    {
        for (std::uint32_t r = 0; r < ranks; ++r)
            endpoints_.push_back(std::make_unique<Endpoint>(*this, RankId{r}));
    }
    explicit FakeNetwork(std::uint32_t ranks) : FakeNetwork{ranks, Timing{}} {}

    [[nodiscard]] Endpoint& operator[](std::uint32_t rank) { return *endpoints_[rank]; }
    [[nodiscard]] std::vector<RankEndpoint*> all() const
    {
        std::vector<RankEndpoint*> out;
        for (const auto& e : endpoints_)
            out.push_back(e.get());
        return out;
    }
    // Until nothing is left to happen; returns the time of the last event.
    std::uint64_t run()
    {
        while (!events_.empty()) {
            const Event e = events_.top();
            events_.pop();
            now_ = e.time;
            e.what();
        }
        return now_;
    }

    Timing timing;
    std::uint64_t messages{0};
    std::uint64_t message_bytes{0};
    std::uint64_t requests{0};
    std::uint64_t corrupt_message{0}; // which one gets a wrong bit, counted from 1
    // The tree.
    const SharpGroup* group{nullptr};
    ReductionLog* log{nullptr};
    unsigned copies{1};                                 // of every result
    std::uint64_t corrupt_operation{~std::uint64_t{0}}; // the result of this one gets a wrong bit
    bool lie_about_order{false};   // records the reverse of the order in which operands were taken
    std::size_t most_in_flight{0}; // operations at the root's busiest moment

private:
    struct Event {
        std::uint64_t time;
        std::uint64_t order;
        std::function<void()> what;
        friend bool operator<(const Event& a, const Event& b)
        {
            return a.time != b.time ? a.time > b.time : a.order > b.order;
        }
    };
    struct Operation {
        std::vector<std::uint16_t> order;
        Message sum;
    };

    void at(std::uint64_t time, std::function<void()> what)
    {
        events_.push({time, order_++, std::move(what)});
    }
    [[nodiscard]] std::uint64_t tree_step()
    {
        return timing.alpha + (timing.jitter == 0 ? 0 : random_.below(timing.jitter));
    }
    static void tamper(Payload& payload, bool wanted)
    {
        if (!wanted || !payload.has_bytes() || payload.size() == 0)
            return;
        Payload copy{payload.size()};
        std::copy_n(std::as_const(payload).data(), payload.size(), copy.data());
        copy.data()[0] ^= 1;
        payload = copy;
    }

    // What reaches a node. A slot for every operation in flight, as in an OST table.
    void arrive(std::uint32_t node, const Message& message)
    {
        const std::uint32_t slot = message.sharp.operation % group->osts_per_group;
        auto& table = tables_[node];
        const auto [it, fresh] = table.try_emplace(slot);
        most_in_flight = std::max(most_in_flight, table.size());
        Operation& op = it->second;
        if (fresh) {
            op.sum = message;
            op.sum.payload = Payload::sized(message.payload.size());
            if (message.payload.has_bytes()) {
                op.sum.payload = Payload{message.payload.size()};
                std::copy_n(message.payload.data(), message.payload.size(), op.sum.payload.data());
            }
        } else {
            if (op.sum.sharp.operation != message.sharp.operation)
                throw std::logic_error("two operations want one slot");
            if (message.payload.has_bytes())
                reduction::reduce_beats(static_cast<reduction::Type>(message.sharp.type),
                                        static_cast<reduction::Operator>(message.sharp.op),
                                        reduction::Rounding::nearest_even, reduction::Variant{},
                                        op.sum.payload.data(), message.payload.data(), message.payload.size(),
                                        nullptr);
        }
        op.order.push_back(message.sharp.child);
        if (op.order.size() == group->nodes[node].children.size())
            reduced(node, slot);
    }
    void reduced(std::uint32_t node, std::uint32_t slot)
    {
        Operation op = std::move(tables_[node].at(slot));
        tables_[node].erase(slot);
        if (lie_about_order)
            std::reverse(op.order.begin(), op.order.end());
        if (log != nullptr)
            log->on_reduced(node, group->group, op.sum.sharp.operation, op.order);
        if (node != group->root) {
            for (std::uint32_t parent = 0; parent < group->nodes.size(); ++parent)
                for (std::uint16_t c = 0; c < group->nodes[parent].children.size(); ++c)
                    if (!group->nodes[parent].children[c].is_rank &&
                        group->nodes[parent].children[c].index == node) {
                        op.sum.sharp.child = c;
                        at(now_ + tree_step(), [this, parent, m = op.sum] { arrive(parent, m); });
                    }
            return;
        }
        op.sum.sharp.kind = SharpKind::result;
        tamper(op.sum.payload, op.sum.sharp.operation == corrupt_operation);
        for (unsigned copy = 0; copy < copies; ++copy) {
            const std::uint64_t step = tree_step();
            for (std::uint32_t r = 0; r < endpoints_.size(); ++r)
                at(now_ + step, [this, r, m = op.sum] {
                    Message result = m;
                    endpoints_[r]->handler_->on_sharp_result(std::move(result));
                });
        }
    }

    std::vector<std::unique_ptr<Endpoint>> endpoints_;
    std::priority_queue<Event> events_;
    std::uint64_t now_{0};
    std::uint64_t order_{0};
    RandomStream random_{7, "fake network"};
    std::map<std::uint32_t, std::map<std::uint32_t, Operation>> tables_; // by node and slot
};

// `ranks` under leaf nodes of `per_leaf` each and, if there are several leaves, a root above them. The last
// leaf may have a single rank.
inline SharpGroup make_group(std::uint32_t ranks, std::uint32_t per_leaf)
{
    SharpGroup g;
    g.group = GroupId{9};
    g.tree = TreeId{3};
    for (std::uint32_t r = 0; r < ranks; ++r) {
        if (r % per_leaf == 0)
            g.nodes.emplace_back();
        g.members.push_back(
            {static_cast<std::uint16_t>(r % per_leaf), static_cast<std::uint32_t>(g.nodes.size() - 1)});
        g.nodes.back().children.push_back({true, r});
    }
    if (g.nodes.size() > 1) {
        SharpGroup::Node root;
        for (std::uint32_t n = 0; n < g.nodes.size(); ++n)
            root.children.push_back({false, n});
        g.root = static_cast<std::uint32_t>(g.nodes.size());
        g.nodes.push_back(root);
    }
    return g;
}

} // namespace sharpsim::test
