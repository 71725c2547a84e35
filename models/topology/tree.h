// SPDX-License-Identifier: Apache-2.0
// Aggregation trees for LLT: which aggregation nodes reduce for a job, and who sends to whom.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "topology/routing.h"

namespace sharpsim::topology {

constexpr std::uint32_t no_parent = ~std::uint32_t{0};

struct TreeChild {
    NodeKind kind; // hca or aggregation_node
    NodeIndex node;
};

struct TreeNode {
    NodeIndex aggregation_node{no_node};
    NodeIndex sw{no_node};           // that it hangs on
    std::uint32_t parent{no_parent}; // position in AggregationTree::nodes
    unsigned child_index{0};         // its own position among the parent's children
    unsigned depth{0};               // 0 = root
    std::vector<TreeChild>
        children; // a child's index is its position: HCAs in member order, then aggregation nodes
};

struct AggregationTree {
    std::vector<TreeNode> nodes; // root first, then level by level; none when there is no tree
    std::string reason;          // why there is none

    [[nodiscard]] bool ok() const { return reason.empty(); }
    [[nodiscard]] const TreeNode& root() const { return nodes.front(); }
    [[nodiscard]] unsigned depth() const { return nodes.back().depth; }
};

struct TreeOptions {
    // Children of one aggregation node; sharp_am accepts 16 to 252 (agg_types header of its sources).
    unsigned radix{252};
    // Which of equally good roots: number of the tree, modulo their count.
    unsigned index{0};
};

// The members' switches hand their HCAs to their aggregation nodes. The routes from there to the aggregation
// node of one switch, the root, form a tree of switches; where two of them meet, the aggregation node there
// takes both as children (none there: they pass on). The root is the one that gives the least depth, then the
// fewest hops from the furthest leaf, then the fewest hops in sum. Where a node has more children than the
// radix, the last of its aggregation nodes are given to those of their siblings that have the fewest
// children.
AggregationTree build_tree(const Fabric& fabric, const RoutingTables& tables,
                           const std::vector<NodeIndex>& members, const TreeOptions& options = {});

} // namespace sharpsim::topology
