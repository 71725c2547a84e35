// SPDX-License-Identifier: Apache-2.0
#include "topology/up_down.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace sharpsim::topology {

SwitchGraph::SwitchGraph(const Fabric& fabric) :
    nodes_{fabric.nodes_of(NodeKind::switch_chip)}, slots_(fabric.nodes().size(), unreachable)
{
    for (std::uint32_t s = 0; s < nodes_.size(); ++s)
        slots_[nodes_[s]] = s;
    edges_.resize(nodes_.size());
    hosts_.resize(nodes_.size(), 0);
    std::vector<std::uint32_t> edge_to(nodes_.size(), unreachable); // position in edges_[s]
    for (std::uint32_t s = 0; s < nodes_.size(); ++s) {
        for (const LinkEnd end : fabric.cabled_ports(nodes_[s])) {
            const NodeIndex far = fabric.peer(end)->node;
            if (fabric.node(far).kind == NodeKind::hca)
                ++hosts_[s];
            const std::uint32_t to = slots_[far];
            if (to == unreachable)
                continue;
            if (edge_to[to] == unreachable) {
                edge_to[to] = static_cast<std::uint32_t>(edges_[s].size());
                edges_[s].push_back(Edge{to, {}});
            }
            edges_[s][edge_to[to]].ports.push_back(static_cast<std::uint8_t>(end.port.value()));
        }
        for (const Edge& e : edges_[s])
            edge_to[e.to] = unreachable;
    }
}

std::vector<std::uint32_t> SwitchGraph::distance_from(const std::vector<std::uint32_t>& sources) const
{
    std::vector<std::uint32_t> hops(size(), unreachable);
    std::vector<std::uint32_t> queue = sources;
    for (const std::uint32_t s : sources)
        hops[s] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head)
        for (const Edge& e : edges_[queue[head]])
            if (hops[e.to] == unreachable) {
                hops[e.to] = hops[queue[head]] + 1;
                queue.push_back(e.to);
            }
    return hops;
}

namespace {

// Places by ascending level; within a level, later in the document is lower.
UpDownOrder order_of(std::vector<std::uint32_t> level)
{
    UpDownOrder order;
    std::vector<std::uint32_t> sorted(level.size());
    std::iota(sorted.begin(), sorted.end(), 0U);
    std::sort(sorted.begin(), sorted.end(), [&](std::uint32_t x, std::uint32_t y) {
        return level[x] != level[y] ? level[x] < level[y] : x > y;
    });
    order.place.resize(level.size());
    for (std::uint32_t p = 0; p < sorted.size(); ++p)
        order.place[sorted[p]] = p;
    order.level = std::move(level);
    return order;
}

// Levels above the given leaves; parts of the fabric without a leaf hang on their first switch.
UpDownOrder order_above(const SwitchGraph& graph, std::vector<std::uint32_t> leaves)
{
    std::vector<std::uint32_t> level = graph.distance_from(leaves);
    for (std::uint32_t s = 0; s < graph.size(); ++s)
        if (level[s] == unreachable) {
            leaves.push_back(s);
            level = graph.distance_from(leaves);
        }
    return order_of(std::move(level));
}

// Levels below one root for each part of the fabric: the switch whose furthest host switch is nearest.
UpDownOrder order_below_root(const SwitchGraph& graph)
{
    std::vector<std::uint32_t> furthest(graph.size(), 0);
    for (std::uint32_t s = 0; s < graph.size(); ++s)
        for (const std::uint32_t hops : graph.distance_from({s}))
            if (hops != unreachable)
                furthest[s] = std::max(furthest[s], hops);
    std::vector<std::uint32_t> depth(graph.size(), unreachable);
    std::vector<bool> seen(graph.size(), false);
    for (std::uint32_t first = 0; first < graph.size(); ++first) {
        if (seen[first])
            continue;
        const std::vector<std::uint32_t> part = graph.distance_from({first});
        std::uint32_t root = first;
        for (std::uint32_t s = 0; s < graph.size(); ++s)
            if (part[s] != unreachable) {
                seen[s] = true;
                if (furthest[s] < furthest[root])
                    root = s;
            }
        const std::vector<std::uint32_t> hops = graph.distance_from({root});
        for (std::uint32_t s = 0; s < graph.size(); ++s)
            if (hops[s] != unreachable)
                depth[s] = hops[s];
    }
    const std::uint32_t deepest = depth.empty() ? 0 : *std::max_element(depth.begin(), depth.end());
    for (std::uint32_t& d : depth)
        d = deepest - d;
    return order_of(std::move(depth));
}

struct Cost {
    std::uint64_t without_path{0};
    std::uint64_t hops{0};
    std::uint64_t ports{0}; // to choose from, at the first switch
    bool operator<(const Cost& o) const
    {
        return std::tie(without_path, hops, o.ports) < std::tie(o.without_path, o.hops, ports);
    }
};

Cost cost_of(const SwitchGraph& graph, const UpDownOrder& order)
{
    const std::vector<std::uint32_t> by_place = switches_by_place(order);
    Cost cost;
    for (std::uint32_t to = 0; to < graph.size(); ++to) {
        if (graph.hosts(to) == 0)
            continue;
        const UpDownDistances d = up_down_distances(graph, order, by_place, to);
        for (std::uint32_t from = 0; from < graph.size(); ++from)
            if (graph.hosts(from) != 0) {
                const std::uint64_t pairs = std::uint64_t{graph.hosts(from)} * graph.hosts(to);
                if (d.all[from] == unreachable) {
                    cost.without_path += pairs;
                    continue;
                }
                cost.hops += pairs * d.all[from];
                for (const SwitchGraph::Edge& e : graph.edges(from))
                    if (on_path(order, d, from, e.to))
                        cost.ports += pairs * e.ports.size();
            }
    }
    return cost;
}

} // namespace

std::vector<std::uint32_t> switches_by_place(const UpDownOrder& order)
{
    std::vector<std::uint32_t> out(order.place.size());
    for (std::uint32_t s = 0; s < order.place.size(); ++s)
        out[order.place[s]] = s;
    return out;
}

UpDownDistances up_down_distances(const SwitchGraph& graph, const UpDownOrder& order,
                                  const std::vector<std::uint32_t>& by_place, std::uint32_t to)
{
    UpDownDistances d;
    d.down.assign(graph.size(), unreachable);
    d.down[to] = 0;
    std::vector<std::uint32_t> queue{to};
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const std::uint32_t s = queue[head];
        for (const SwitchGraph::Edge& e : graph.edges(s)) // a hop up from s is a hop down to s
            if (order.up(s, e.to) && d.down[e.to] == unreachable) {
                d.down[e.to] = d.down[s] + 1;
                queue.push_back(e.to);
            }
    }
    d.all = d.down;
    for (std::size_t p = by_place.size(); p-- > 0;) {
        const std::uint32_t s = by_place[p];
        if (d.down[s] != unreachable)
            continue;
        for (const SwitchGraph::Edge& e : graph.edges(s))
            if (order.up(s, e.to) && d.all[e.to] != unreachable)
                d.all[s] = std::min(d.all[s], d.all[e.to] + 1);
    }
    return d;
}

bool on_path(const UpDownOrder& order, const UpDownDistances& d, std::uint32_t at, std::uint32_t neighbour)
{
    if (d.down[at] != unreachable)
        return !order.up(at, neighbour) && d.down[neighbour] != unreachable &&
               d.down[neighbour] + 1 == d.down[at];
    return order.up(at, neighbour) && d.all[neighbour] != unreachable && d.all[neighbour] + 1 == d.all[at];
}

UpDownOrder choose_order(const SwitchGraph& graph)
{
    unsigned fullest = 0;
    for (std::size_t s = 0; s < graph.size(); ++s)
        fullest = std::max(fullest, graph.hosts(s));
    std::vector<std::uint32_t> any;
    std::vector<std::uint32_t> full;
    for (std::uint32_t s = 0; s < graph.size(); ++s) {
        if (graph.hosts(s) != 0)
            any.push_back(s);
        if (graph.hosts(s) != 0 && graph.hosts(s) * 4 >= fullest)
            full.push_back(s);
    }
    UpDownOrder best = order_above(graph, any);
    Cost best_cost = cost_of(graph, best);
    const auto consider = [&](UpDownOrder order) {
        const Cost cost = cost_of(graph, order);
        if (cost < best_cost) {
            best_cost = cost;
            best = std::move(order);
        }
    };
    if (full.size() != any.size())
        consider(order_above(graph, full));
    if (best_cost.without_path != 0)
        consider(order_below_root(graph));
    return best;
}

} // namespace sharpsim::topology
