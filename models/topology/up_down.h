// SPDX-License-Identifier: Apache-2.0
// The switches of a fabric alone, and the order between them that up*/down* routing needs.
#pragma once

#include <cstdint>
#include <vector>

#include "topology/fabric.h"

namespace sharpsim::topology {

constexpr std::uint32_t unreachable = ~std::uint32_t{0};

// Switches numbered 0, 1, ... in document order, with parallel cables between two of them gathered.
class SwitchGraph {
public:
    struct Edge {
        std::uint32_t to;
        std::vector<std::uint8_t> ports; // of the near switch, ascending
    };
    explicit SwitchGraph(const Fabric& fabric);

    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    [[nodiscard]] NodeIndex node(std::size_t s) const { return nodes_[s]; }
    [[nodiscard]] const std::vector<NodeIndex>& nodes() const { return nodes_; }
    [[nodiscard]] std::uint32_t slot(NodeIndex n) const { return slots_[n]; } // `unreachable` for other nodes
    [[nodiscard]] const std::vector<Edge>& edges(std::size_t s) const { return edges_[s]; } // by first port
    [[nodiscard]] unsigned hosts(std::size_t s) const { return hosts_[s]; }                 // cables to HCAs
    // Hops from the nearest of some switches; `unreachable` where there is no way.
    [[nodiscard]] std::vector<std::uint32_t> distance_from(const std::vector<std::uint32_t>& sources) const;

private:
    std::vector<NodeIndex> nodes_;
    std::vector<std::uint32_t> slots_;
    std::vector<std::vector<Edge>> edges_;
    std::vector<unsigned> hosts_;
};

// Every switch has a level (0 = leaf) and a place in a total order; a hop to a later place is "up". A path
// may go up, then down, and never up again: the cables then cannot wait for each other in a circle, whatever
// the graph.
struct UpDownOrder {
    std::vector<std::uint32_t> level;
    std::vector<std::uint32_t> place; // higher is further up

    [[nodiscard]] bool up(std::uint32_t from, std::uint32_t to) const { return place[to] > place[from]; }
};

// Tries three orders and takes the one that leaves the fewest pairs of HCAs without a path, of those the one
// with the shortest paths in sum, of those the one with the most ports to choose from, the first of equals:
//  1. level = hops from the nearest switch with an HCA;
//  2. the same, counting only switches with at least a quarter of the HCAs of the fullest one (a management
//  or
//     storage host on a spine does not make it a leaf; the quarter is an assumption);
//  3. hops from one root in the middle of the graph: connects whatever is connected, at the price of sending
//  most
//     traffic over that root. Tried only when the others leave pairs without a path.
UpDownOrder choose_order(const SwitchGraph& graph);

// Length of the path that is taken to `to` from each switch: down as soon as a way down exists, else up by
// the shortest way to a switch that has one. Going down is final, so paths are legal whatever tables hold
// them.
struct UpDownDistances {
    std::vector<std::uint32_t> down; // by down hops alone
    std::vector<std::uint32_t> all;
};
UpDownDistances up_down_distances(const SwitchGraph& graph, const UpDownOrder& order,
                                  const std::vector<std::uint32_t>& by_place, std::uint32_t to);
// Whether a hop from a switch to its neighbour begins one of those paths.
bool on_path(const UpDownOrder& order, const UpDownDistances& d, std::uint32_t at, std::uint32_t neighbour);
// Switches from the lowest place to the highest.
std::vector<std::uint32_t> switches_by_place(const UpDownOrder& order);

} // namespace sharpsim::topology
