// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "base/random.h"
#include "fabrics.h"
#include "topology/generators.h"
#include "topology/route_check.h"
#include "topology/tree.h"
#include "topology/up_down.h"

namespace sharpsim::topology {
namespace {

// What must hold of any tree: every member once, children and parents agree, routes exist both ways on every
// edge.
void expect_sound(const Fabric& f, const RoutingTables& t, const AggregationTree& tree,
                  const std::vector<NodeIndex>& members, unsigned radix)
{
    ASSERT_TRUE(tree.ok()) << tree.reason;
    std::multiset<NodeIndex> hcas;
    std::set<NodeIndex> nodes;
    std::size_t children = 0;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const TreeNode& n = tree.nodes[i];
        EXPECT_TRUE(nodes.insert(n.aggregation_node).second);
        EXPECT_EQ(f.node(n.aggregation_node).kind, NodeKind::aggregation_node);
        EXPECT_EQ(f.switch_of(n.aggregation_node), n.sw);
        EXPECT_LE(n.children.size(), radix);
        EXPECT_GE(n.children.size(), 1U);
        children += n.children.size();
        for (const TreeChild& c : n.children) {
            EXPECT_EQ(f.node(c.node).kind, c.kind);
            if (c.kind == NodeKind::hca) {
                hcas.insert(c.node);
                EXPECT_EQ(f.switch_of(c.node), n.sw);
            }
        }
        if (i == 0) {
            EXPECT_EQ(n.parent, no_parent);
            EXPECT_EQ(n.depth, 0U);
            continue;
        }
        ASSERT_LT(n.parent, i);
        const TreeNode& p = tree.nodes[n.parent];
        EXPECT_EQ(n.depth, p.depth + 1);
        ASSERT_LT(n.child_index, p.children.size());
        EXPECT_EQ(p.children[n.child_index].node, n.aggregation_node);
        const Lid near = f.lid_of(f.first_cabled_port(n.aggregation_node));
        const Lid far = f.lid_of(f.first_cabled_port(p.aggregation_node));
        EXPECT_TRUE(trace_route(f, t, near, far).arrived);
        EXPECT_TRUE(trace_route(f, t, far, near).arrived);
    }
    EXPECT_EQ(hcas, std::multiset<NodeIndex>(members.begin(), members.end()));
    EXPECT_EQ(children, members.size() + tree.nodes.size() - 1);
}

TEST(Tree, AllHcasOfTheRealFabric)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> members = f.hcas_by_lid();
    const AggregationTree tree = build_tree(f, t, members);
    expect_sound(f, t, tree, members, 252);
    EXPECT_EQ(tree.nodes.size(), 32U); // 31 leaves and the root
    EXPECT_EQ(tree.depth(), 1U);
    EXPECT_EQ(tree.root().children.size(), 31U);
    // The spines with a cable to every leaf are equally good; the trees go round over them.
    std::set<NodeIndex> wide;
    const SwitchGraph g{f};
    for (std::uint32_t s = 0; s < g.size(); ++s)
        if (g.edges(s).size() == 31)
            wide.insert(g.node(s));
    EXPECT_EQ(wide.size(), 4U);
    std::set<NodeIndex> roots;
    for (unsigned i = 0; i < wide.size(); ++i)
        roots.insert(build_tree(f, t, members, {252, i}).root().sw);
    EXPECT_EQ(roots, wide);
}

TEST(Tree, RadixAddsALevel)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> members = f.hcas_by_lid();
    for (const unsigned radix : {30U, 24U, 21U}) {
        const AggregationTree tree = build_tree(f, t, members, {radix, 0});
        expect_sound(f, t, tree, members, radix);
        EXPECT_EQ(tree.depth(), 2U);
    }
    const AggregationTree narrow = build_tree(f, t, members, {16, 0});
    EXPECT_NE(narrow.reason.find("radix limit 16"), std::string::npos);
    EXPECT_TRUE(narrow.nodes.empty());
}

TEST(Tree, OneLeafIsItsOwnRoot)
{
    const Fabric f = make_two_level_fat_tree();
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> hosts = f.hcas_by_lid();
    const std::vector<NodeIndex> members{hosts[15], hosts[12], hosts[13]};
    const AggregationTree tree = build_tree(f, t, members);
    expect_sound(f, t, tree, members, 252);
    ASSERT_EQ(tree.nodes.size(), 1U);
    EXPECT_EQ(tree.root().sw, f.find_name("leaf1"));
    EXPECT_EQ(tree.root().children[0].node, hosts[15]) << "children keep the order of the members";
}

TEST(Tree, AnySubsetOfASpineLeafFabricGetsASpineAsRoot)
{
    SpineLeafConfig c;
    c.hosts = 50;
    c.leaves = 7;
    c.spines = 3;
    const Fabric f = make_spine_leaf(c);
    const RoutingTables t = compute_routes(f);
    RandomStream random{3, "members"};
    for (int round = 0; round < 30; ++round) {
        std::vector<NodeIndex> members;
        for (const NodeIndex h : f.hcas_by_lid())
            if (random.below(3) == 0)
                members.push_back(h);
        if (members.empty())
            continue;
        const AggregationTree tree = build_tree(f, t, members, {64, static_cast<unsigned>(round)});
        expect_sound(f, t, tree, members, 64);
        std::set<NodeIndex> leaves;
        for (const NodeIndex m : members)
            leaves.insert(f.switch_of(m));
        EXPECT_EQ(tree.nodes.size(), leaves.size() == 1 ? 1 : leaves.size() + 1);
        if (leaves.size() > 1) {
            EXPECT_EQ(tree.root().sw, f.find_name("spine" + std::to_string(round % 3)));
        }
    }
}

TEST(Tree, ThreeLevelsAggregateWhereRoutesMeet)
{
    // Two pods of three leaves and one spine, one core.
    const Fabric f = fabric_of(
        Shape{{2, 2, 2, 2, 2, 2, 0, 0, 0}, {{0, 6}, {1, 6}, {2, 6}, {3, 7}, {4, 7}, {5, 7}, {6, 8}, {7, 8}}});
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> members = f.hcas_by_lid();
    const AggregationTree tree = build_tree(f, t, members);
    expect_sound(f, t, tree, members, 252);
    EXPECT_EQ(tree.nodes.size(), 9U);
    EXPECT_EQ(tree.root().sw, f.find_name("s8"));
    EXPECT_EQ(tree.root().children.size(), 2U);
    EXPECT_EQ(tree.depth(), 2U);
}

TEST(Tree, RandomGraphsGiveSoundTreesOrAReason)
{
    RandomStream random{11, "trees"};
    int built = 0;
    for (int round = 0; round < 60; ++round) {
        const auto n = static_cast<unsigned>(2 + random.below(10));
        Shape s{std::vector<unsigned>(n), {}};
        for (unsigned i = 0; i < n; ++i)
            s.hosts[i] = static_cast<unsigned>(random.below(4));
        for (unsigned i = 1; i < n; ++i)
            s.cables.emplace_back(i, static_cast<unsigned>(random.below(i)));
        for (unsigned i = 0; i + 2 < n; i += 2)
            s.cables.emplace_back(i, i + 2);
        const Fabric f = fabric_of(s);
        const RoutingTables t = compute_routes(f);
        const std::vector<NodeIndex> members = f.hcas_by_lid();
        const unsigned radix = round % 3 == 0 ? 5 : 64;
        const AggregationTree tree = build_tree(f, t, members, {radix, 0});
        if (!tree.ok()) {
            EXPECT_TRUE(radix == 5 || members.empty()) << tree.reason;
            continue;
        }
        ++built;
        expect_sound(f, t, tree, members, radix);
    }
    EXPECT_GT(built, 40);
}

TEST(Tree, ReasonsAreClear)
{
    const Fabric bare = fabric_of(Shape{{2, 2, 0}, {{0, 2}, {1, 2}}, false});
    const auto reason = [](const Fabric& f, const std::vector<NodeIndex>& members) {
        return build_tree(f, compute_routes(f), members).reason;
    };
    EXPECT_EQ(reason(bare, bare.hcas_by_lid()), "switch s0 of h0_0 has no aggregation node");
    const Fabric apart = fabric_of(Shape{{2, 2}, {}});
    EXPECT_NE(reason(apart, apart.hcas_by_lid()).find("no switch with an aggregation node has a path"),
              std::string::npos);
    const Fabric f = fabric_of(Shape{{2, 2, 0}, {{0, 2}, {1, 2}}});
    const NodeIndex h = f.hcas_by_lid()[0];
    EXPECT_EQ(reason(f, {}), "no members");
    EXPECT_EQ(reason(f, {h, h}), "h0_0 is a member twice");
    EXPECT_EQ(reason(f, {0}), "s0 is no HCA but a switch");
}

} // namespace
} // namespace sharpsim::topology
