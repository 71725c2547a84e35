// SPDX-License-Identifier: Apache-2.0
#include "topology/route_check.h"

#include <algorithm>
#include <bitset>

namespace sharpsim::topology {

namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

// What stands behind every switch port, as a flat table.
class PortMap {
public:
    PortMap(const Fabric& fabric, const RoutingTables& tables) : far_(tables.switches.size() * 256, none)
    {
        for (std::size_t s = 0; s < tables.switches.size(); ++s)
            for (const LinkEnd end : fabric.cabled_ports(tables.switches[s]))
                far_[s * 256 + end.port.value()] = tables.slots[fabric.peer(end)->node];
    }
    // Slot of the switch behind a port; `none` for anything else.
    [[nodiscard]] std::uint32_t far_switch(std::size_t slot, std::uint8_t port) const
    {
        return far_[slot * 256 + port];
    }

private:
    std::vector<std::uint32_t> far_;
};

std::vector<std::uint32_t> slots_with(const Fabric& fabric, const RoutingTables& tables, bool hcas_only)
{
    std::vector<std::uint32_t> out;
    for (std::uint32_t s = 0; s < tables.switches.size(); ++s)
        for (const LinkEnd end : fabric.cabled_ports(tables.switches[s])) {
            const Node& far = fabric.node(fabric.peer(end)->node);
            if (far.kind == NodeKind::hca || (!hcas_only && !far.is_switch())) {
                out.push_back(s);
                break;
            }
        }
    return out;
}

// LIDs of end ports on switches, ascending.
std::vector<Lid> end_lids(const Fabric& fabric, bool hcas_only)
{
    std::vector<Lid> out;
    for (NodeIndex n = 0; n < fabric.nodes().size(); ++n) {
        const Node& node = fabric.node(n);
        if (node.is_switch() || (hcas_only && node.kind != NodeKind::hca))
            continue;
        for (const LinkEnd end : fabric.cabled_ports(n))
            out.push_back(fabric.lid_of(end));
    }
    std::sort(out.begin(), out.end());
    return out;
}

// Dependencies between directed cables from switch to switch. A channel is the sending slot * 256 + port.
class ChannelGraph {
public:
    ChannelGraph(const Fabric& fabric, const RoutingTables& tables) :
        tables_{tables}, map_{fabric, tables}, next_(tables.switches.size() * 256)
    {
        const std::vector<std::uint32_t> sources = slots_with(fabric, tables, false);
        std::vector<std::uint32_t> seen(tables.switches.size(), 0);
        std::uint32_t round = 0;
        for (const Lid lid : end_lids(fabric, false)) {
            ++round;
            for (std::uint32_t s : sources)
                while (seen[s] != round) {
                    seen[s] = round;
                    const std::uint8_t out = tables.lft[s][lid.value()];
                    const std::uint32_t far = map_.far_switch(s, out);
                    if (far == none)
                        break;
                    const std::uint8_t then = tables.lft[far][lid.value()];
                    if (map_.far_switch(far, then) != none)
                        next_[s * 256 + out].set(then);
                    s = far;
                }
        }
    }

    // One circle for each strongly connected part that has one (Tarjan, 1972, without recursion).
    std::vector<CreditLoop> loops()
    {
        index_.assign(next_.size(), none);
        low_.assign(next_.size(), 0);
        part_.assign(next_.size(), none);
        std::vector<CreditLoop> out;
        for (std::uint32_t c = 0; c < next_.size(); ++c)
            if (index_[c] == none && next_[c].any())
                visit(c, out);
        std::sort(out.begin(), out.end());
        return out;
    }

private:
    struct Frame {
        std::uint32_t channel;
        unsigned port; // next one to look at
    };

    [[nodiscard]] std::uint32_t successor(std::uint32_t channel, unsigned port) const
    {
        return map_.far_switch(channel / 256, static_cast<std::uint8_t>(channel % 256)) * 256 + port;
    }

    void open(std::uint32_t channel)
    {
        index_[channel] = low_[channel] = counter_++;
        open_.push_back(channel);
        frames_.push_back(Frame{channel, 0});
    }

    void visit(std::uint32_t start, std::vector<CreditLoop>& out)
    {
        open(start);
        while (!frames_.empty()) {
            Frame& f = frames_.back();
            const std::uint32_t c = f.channel;
            if (f.port < 256) {
                const unsigned port = f.port++;
                if (!next_[c].test(port))
                    continue;
                const std::uint32_t n = successor(c, port);
                if (index_[n] == none)
                    open(n);
                else if (part_[n] == none)
                    low_[c] = std::min(low_[c], index_[n]);
                continue;
            }
            frames_.pop_back();
            if (!frames_.empty())
                low_[frames_.back().channel] = std::min(low_[frames_.back().channel], low_[c]);
            if (low_[c] == index_[c])
                close(c, out);
        }
    }

    void close(std::uint32_t root, std::vector<CreditLoop>& out)
    {
        std::uint32_t lowest = root;
        std::size_t size = 0;
        for (std::uint32_t c = none; c != root; ++size) {
            c = open_.back();
            open_.pop_back();
            part_[c] = root;
            lowest = std::min(lowest, c);
        }
        if (size > 1)
            out.push_back(shortest_circle(lowest));
    }

    // Breadth first from a channel, inside its part, back to itself.
    [[nodiscard]] CreditLoop shortest_circle(std::uint32_t start) const
    {
        std::vector<std::uint32_t> from(next_.size(), none);
        std::vector<std::uint32_t> queue{start};
        for (std::size_t head = 0; from[start] == none; ++head)
            for (unsigned port = 0; port < 256; ++port) {
                if (!next_[queue[head]].test(port))
                    continue;
                const std::uint32_t n = successor(queue[head], port);
                if (part_[n] == part_[start] && from[n] == none) {
                    from[n] = queue[head];
                    queue.push_back(n);
                }
            }
        CreditLoop loop;
        std::uint32_t c = start;
        do {
            loop.push_back(LinkEnd{tables_.switches[c / 256], PortId{static_cast<std::uint16_t>(c % 256)}});
            c = from[c];
        } while (c != start);
        std::reverse(loop.begin() + 1, loop.end());
        return loop;
    }

    const RoutingTables& tables_;
    PortMap map_;
    std::vector<std::bitset<256>> next_; // [channel] ports of the far switch that its packets go on through
    std::vector<std::uint32_t> index_;
    std::vector<std::uint32_t> low_;
    std::vector<std::uint32_t> part_;
    std::vector<std::uint32_t> open_;
    std::vector<Frame> frames_;
    std::uint32_t counter_{0};
};

} // namespace

Route trace_route(const Fabric& fabric, const RoutingTables& tables, Lid from, Lid to)
{
    Route route;
    const auto stop = [&route](std::string reason) {
        route.reason = std::move(reason);
        return route;
    };
    const auto source = fabric.by_lid(from);
    const auto target = fabric.by_lid(to);
    if (!source || !target)
        return stop("nobody has LID " + std::to_string((source ? to : from).value()));
    LinkEnd at = *source;
    if (at == *target) {
        route.arrived = true;
        return route;
    }
    if (!fabric.node(at.node).is_switch())
        at = *fabric.peer(at);
    while (fabric.node(at.node).is_switch()) {
        const std::uint8_t port = tables.port(at.node, to);
        if (port == no_path)
            return stop("no path to LID " + std::to_string(to.value()) + " at " + fabric.node(at.node).name);
        route.hops.push_back(Hop{at.node, at.port, PortId{port}});
        if (route.hops.size() > tables.switches.size())
            return stop("the tables send LID " + std::to_string(to.value()) + " in a circle");
        const LinkEnd out{at.node, PortId{port}};
        if (port == 0) {
            at = out;
            break;
        }
        const auto far = fabric.peer(out);
        if (!far)
            return stop("no cable on " + fabric.text(out));
        at = *far;
    }
    route.arrived = at == *target;
    if (!route.arrived)
        route.reason = "ends at " + fabric.text(at);
    return route;
}

std::vector<MissingPath> find_missing_paths(const Fabric& fabric, const RoutingTables& tables)
{
    const PortMap map{fabric, tables};
    const std::vector<std::uint32_t> sources = slots_with(fabric, tables, true);
    std::vector<MissingPath> out;
    std::vector<std::uint8_t> state(tables.switches.size()); // of this LID: 0 unknown, 1 arrives, 2 does not
    std::vector<std::uint32_t> way;
    for (const Lid lid : end_lids(fabric, true)) {
        std::fill(state.begin(), state.end(), std::uint8_t{0});
        const LinkEnd target = *fabric.by_lid(lid);
        const LinkEnd last = *fabric.peer(target);
        if (fabric.node(last.node).is_switch() && tables.port(last.node, lid) == last.port.value())
            state[tables.slots[last.node]] = 1;
        for (const std::uint32_t source : sources) {
            way.clear();
            std::uint32_t s = source;
            while (s != none && state[s] == 0) {
                state[s] = 2; // until shown otherwise: a circle ends here
                way.push_back(s);
                s = map.far_switch(s, tables.lft[s][lid.value()]);
            }
            if (s != none && state[s] == 1)
                for (const std::uint32_t passed : way)
                    state[passed] = 1;
            if (state[source] != 1)
                out.push_back(MissingPath{tables.switches[source], lid});
        }
    }
    return out;
}

std::vector<CreditLoop> check_credit_loops(const Fabric& fabric, const RoutingTables& tables)
{
    return ChannelGraph{fabric, tables}.loops();
}

} // namespace sharpsim::topology
