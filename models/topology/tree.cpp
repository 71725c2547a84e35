// SPDX-License-Identifier: Apache-2.0
#include "topology/tree.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include "topology/members.h"

namespace sharpsim::topology {

namespace {

struct Score {
    unsigned depth{0};
    unsigned max_hops{0};
    std::uint64_t sum_hops{0};

    [[nodiscard]] auto key() const { return std::tie(depth, max_hops, sum_hops); }
};

// A tree of switches before it is checked against the radix. Positions, not slots; [0] is the root.
struct Draft {
    struct Place {
        NodeIndex sw;
        std::uint32_t parent;
        std::vector<std::uint32_t> children; // in order of the first member below
    };
    std::vector<Place> places;
    Score score;
};

class TreeBuilder {
public:
    TreeBuilder(const Fabric& fabric, const RoutingTables& tables, const std::vector<LeafGroup>& groups,
                const TreeOptions& options) :
        fabric_{fabric},
        tables_{tables},
        groups_{groups},
        options_{options},
        an_(tables.switches.size(), no_node),
        group_(tables.switches.size(), nullptr),
        branches_(tables.switches.size(), 0),
        next_(tables.switches.size(), none)
    {
        for (std::size_t s = 0; s < an_.size(); ++s)
            an_[s] = fabric.aggregation_node_of(tables.switches[s]);
        for (const LeafGroup& g : groups)
            group_[tables.slots[g.sw]] = &g;
    }

    AggregationTree build()
    {
        AggregationTree out;
        out.reason = leaf_trouble();
        if (!out.ok())
            return out;
        std::vector<Draft> best;
        for (std::uint32_t root = 0; root < an_.size(); ++root) {
            if (an_[root] == no_node)
                continue;
            std::optional<Draft> draft = draft_for(root);
            if (!draft || (!best.empty() && best.front().score.key() < draft->score.key()))
                continue;
            if (!best.empty() && draft->score.key() < best.front().score.key())
                best.clear();
            best.push_back(std::move(*draft));
        }
        if (best.empty()) {
            out.reason = "no switch with an aggregation node has a path from and to all " +
                         std::to_string(groups_.size()) + " leaf switches of the members";
            return out;
        }
        Draft& draft = best[options_.index % best.size()];
        out.reason = keep_radix(draft);
        if (out.ok())
            out.nodes = finish(draft);
        return out;
    }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    [[nodiscard]] std::string leaf_trouble() const
    {
        for (const LeafGroup& g : groups_) {
            const std::string& name = fabric_.node(g.sw).name;
            if (an_[tables_.slots[g.sw]] == no_node)
                return "switch " + name + " of " + fabric_.node(g.hcas.front()).name +
                       " has no aggregation node";
            if (g.hcas.size() > options_.radix)
                return std::to_string(g.hcas.size()) + " members on switch " + name + ", radix limit " +
                       std::to_string(options_.radix);
        }
        return "";
    }
    [[nodiscard]] Lid an_lid(std::uint32_t slot) const
    {
        return fabric_.lid_of(fabric_.first_cabled_port(an_[slot]));
    }
    [[nodiscard]] bool both_ways(std::uint32_t x, std::uint32_t y) const
    {
        return tables_.lft[x][an_lid(y).value()] != no_path && tables_.lft[y][an_lid(x).value()] != no_path;
    }

    // Follows the routes of all leaves to the root; nothing when one is missing.
    std::optional<Draft> draft_for(std::uint32_t root)
    {
        const std::uint16_t lid = an_lid(root).value();
        std::fill(next_.begin(), next_.end(), none);
        std::fill(branches_.begin(), branches_.end(), 0U);
        Score score;
        for (const LeafGroup& g : groups_) {
            unsigned hops = 0;
            bool fresh = true;
            for (std::uint32_t s = tables_.slots[g.sw]; s != root; ++hops) {
                const std::uint8_t port = tables_.lft[s][lid];
                if (port == no_path || hops > an_.size())
                    return std::nullopt;
                const std::uint32_t far =
                    tables_.slots[fabric_.peer({tables_.switches[s], PortId{port}})->node];
                fresh = fresh && next_[s] == none;
                if (fresh)
                    ++branches_[far];
                next_[s] = far;
                s = far;
            }
            if (!both_ways(tables_.slots[g.sw], root))
                return std::nullopt;
            score.max_hops = std::max(score.max_hops, hops);
            score.sum_hops += hops;
        }
        return place_nodes(root, score);
    }

    Draft place_nodes(std::uint32_t root, Score score) const
    {
        Draft draft;
        std::vector<std::uint32_t> position(an_.size(), none);
        draft.places.push_back({tables_.switches[root], no_parent, {}});
        position[root] = 0;
        for (const LeafGroup& g : groups_) {
            std::uint32_t below = none;
            for (std::uint32_t s = tables_.slots[g.sw];; s = next_[s]) {
                const bool wanted = s == root || group_[s] != nullptr ||
                                    (branches_[s] > 1 && an_[s] != no_node && both_ways(s, root));
                if (!wanted)
                    continue;
                const bool known = position[s] != none;
                if (!known) {
                    position[s] = static_cast<std::uint32_t>(draft.places.size());
                    draft.places.push_back({tables_.switches[s], no_parent, {}});
                }
                if (below != none && draft.places[below].parent == no_parent) {
                    draft.places[below].parent = position[s];
                    draft.places[position[s]].children.push_back(below);
                }
                below = position[s];
                if (s == root)
                    break;
            }
        }
        for (const Draft::Place& p : draft.places) {
            unsigned depth = 0;
            for (const Draft::Place* up = &p; up->parent != no_parent; up = &draft.places[up->parent])
                ++depth;
            score.depth = std::max(score.depth, depth);
        }
        draft.score = score;
        return draft;
    }

    [[nodiscard]] std::size_t hcas_of(const Draft::Place& p) const
    {
        const LeafGroup* g = group_[tables_.slots[p.sw]];
        return g == nullptr ? 0 : g->hcas.size();
    }
    [[nodiscard]] std::size_t children_of(const Draft::Place& p) const
    {
        return hcas_of(p) + p.children.size();
    }

    // Moves surplus children below their siblings. Returns a reason when that does not suffice.
    [[nodiscard]] std::string keep_radix(Draft& draft) const
    {
        std::vector<bool> adopted(draft.places.size(), false);
        for (std::uint32_t p = 0; p < draft.places.size(); ++p)
            while (children_of(draft.places[p]) > options_.radix)
                if (!move_one(draft, p, adopted))
                    return std::to_string(children_of(draft.places[p])) + " children at switch " +
                           fabric_.node(draft.places[p].sw).name + ", radix limit " +
                           std::to_string(options_.radix) + ", and no room below it";
        return "";
    }

    bool move_one(Draft& draft, std::uint32_t p, std::vector<bool>& adopted) const
    {
        std::vector<std::uint32_t>& siblings = draft.places[p].children;
        for (std::size_t i = siblings.size(); i-- > 0;) {
            const std::uint32_t mover = siblings[i];
            if (adopted[mover])
                continue;
            std::uint32_t best = none;
            for (const std::uint32_t q : siblings)
                if (q != mover && children_of(draft.places[q]) < options_.radix &&
                    both_ways(tables_.slots[draft.places[q].sw], tables_.slots[draft.places[mover].sw]) &&
                    (best == none || children_of(draft.places[q]) < children_of(draft.places[best])))
                    best = q;
            if (best == none)
                continue;
            siblings.erase(siblings.begin() + static_cast<std::ptrdiff_t>(i));
            draft.places[best].children.push_back(mover);
            draft.places[mover].parent = best;
            adopted[best] = true;
            return true;
        }
        return false;
    }

    [[nodiscard]] std::vector<TreeNode> finish(const Draft& draft) const
    {
        std::vector<TreeNode> out;
        std::vector<std::uint32_t> queue{0}; // positions in the draft
        out.push_back(node_at(draft.places[0]));
        for (std::uint32_t head = 0; head < queue.size(); ++head)
            for (const std::uint32_t child : draft.places[queue[head]].children) {
                TreeNode node = node_at(draft.places[child]);
                node.parent = head;
                node.depth = out[head].depth + 1;
                node.child_index = static_cast<unsigned>(out[head].children.size());
                out[head].children.push_back(TreeChild{NodeKind::aggregation_node, node.aggregation_node});
                queue.push_back(child);
                out.push_back(std::move(node));
            }
        return out;
    }
    [[nodiscard]] TreeNode node_at(const Draft::Place& p) const
    {
        const std::uint32_t slot = tables_.slots[p.sw];
        TreeNode node;
        node.aggregation_node = an_[slot];
        node.sw = p.sw;
        if (group_[slot] != nullptr)
            for (const NodeIndex hca : group_[slot]->hcas)
                node.children.push_back(TreeChild{NodeKind::hca, hca});
        return node;
    }

    const Fabric& fabric_;
    const RoutingTables& tables_;
    const std::vector<LeafGroup>& groups_;
    const TreeOptions& options_;
    std::vector<NodeIndex> an_;           // [slot]
    std::vector<const LeafGroup*> group_; // [slot]
    std::vector<unsigned> branches_;      // [slot] routes that come in from other switches
    std::vector<std::uint32_t> next_;     // [slot] towards the root
};

} // namespace

AggregationTree build_tree(const Fabric& fabric, const RoutingTables& tables,
                           const std::vector<NodeIndex>& members, const TreeOptions& options)
{
    const LeafGroups groups = group_by_switch(fabric, members);
    if (!groups.reason.empty()) {
        AggregationTree out;
        out.reason = groups.reason;
        return out;
    }
    return TreeBuilder{fabric, tables, groups.groups, options}.build();
}

} // namespace sharpsim::topology
