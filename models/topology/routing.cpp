// SPDX-License-Identifier: Apache-2.0
#include "topology/routing.h"

#include <algorithm>
#include <array>

#include "topology/up_down.h"

namespace sharpsim::topology {

namespace {

// Where a LID leaves the fabric: a port of the switch it belongs to, 0 for the switch itself.
struct Destination {
    unsigned rank; // HCAs, aggregation nodes, routers, the switch
    Lid lid;
    std::uint8_t port;

    bool operator<(const Destination& o) const { return rank != o.rank ? rank < o.rank : lid < o.lid; }
};

std::vector<Destination> destinations_of(const Fabric& fabric, NodeIndex sw)
{
    std::vector<Destination> out{Destination{3, fabric.node(sw).lid, 0}};
    for (const LinkEnd end : fabric.cabled_ports(sw)) {
        const LinkEnd far = *fabric.peer(end);
        if (fabric.node(far.node).is_switch())
            continue;
        const NodeKind kind = fabric.node(far.node).kind;
        const unsigned rank = kind == NodeKind::hca ? 0 : kind == NodeKind::aggregation_node ? 1 : 2;
        out.push_back(Destination{rank, fabric.lid_of(far), static_cast<std::uint8_t>(end.port.value())});
    }
    std::sort(out.begin(), out.end());
    return out;
}

// Deals the destinations on one switch to the candidate ports of another. HCAs, which carry the load, are
// counted apart from the rest, so that nothing else skews their shares.
class Balancer {
public:
    explicit Balancer(std::size_t switches) : load_(switches) {}

    void deal(std::size_t at, const std::vector<std::uint8_t>& candidates, const std::vector<Destination>& to,
              std::vector<std::uint8_t>& lft)
    {
        for (const Destination& d : to) {
            auto& load = load_[at][d.rank];
            std::uint8_t best = candidates.front();
            for (const std::uint8_t port : candidates)
                if (load[port] < load[best])
                    best = port;
            ++load[best];
            lft[d.lid.value()] = best;
        }
    }

private:
    using Loads = std::array<std::uint32_t, 256>; // [port]
    std::vector<std::array<Loads, 4>> load_;      // [slot][rank], from 0
};

} // namespace

RoutingTables compute_routes(const Fabric& fabric, RoutingEngine engine)
{
    const SwitchGraph graph{fabric};
    const UpDownOrder order = choose_order(graph);
    const std::vector<std::uint32_t> by_place = switches_by_place(order);

    RoutingTables out;
    out.switches = graph.nodes();
    out.slots.resize(fabric.nodes().size());
    for (NodeIndex n = 0; n < fabric.nodes().size(); ++n)
        out.slots[n] = graph.slot(n);
    out.lft.assign(graph.size(),
                   std::vector<std::uint8_t>(fabric.max_lid().value() + std::size_t{1}, no_path));
    out.level = order.level;
    out.place = order.place;

    Balancer balancer{graph.size()};
    std::vector<std::uint8_t> candidates;
    for (std::uint32_t to = 0; to < graph.size(); ++to) {
        const std::vector<Destination> destinations = destinations_of(fabric, graph.node(to));
        UpDownDistances d;
        if (engine == RoutingEngine::up_down)
            d = up_down_distances(graph, order, by_place, to);
        else
            d.all = graph.distance_from({to});
        for (std::uint32_t at = 0; at < graph.size(); ++at) {
            if (at == to) {
                for (const Destination& dest : destinations)
                    out.lft[at][dest.lid.value()] = dest.port;
                continue;
            }
            if (d.all[at] == unreachable)
                continue;
            candidates.clear();
            for (const SwitchGraph::Edge& e : graph.edges(at)) {
                const bool right = engine == RoutingEngine::up_down
                                       ? on_path(order, d, at, e.to)
                                       : d.all[e.to] != unreachable && d.all[e.to] + 1 == d.all[at];
                if (right)
                    candidates.insert(candidates.end(), e.ports.begin(), e.ports.end());
            }
            std::sort(candidates.begin(), candidates.end());
            balancer.deal(at, candidates, destinations, out.lft[at]);
        }
    }
    return out;
}

} // namespace sharpsim::topology
