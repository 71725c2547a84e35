// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <deque>
#include <map>

#include "fabrics.h"
#include "topology/generators.h"
#include "topology/multicast.h"
#include "topology/tree.h"

namespace sharpsim::topology {
namespace {

// Forwards one packet from an end node as switches do, and counts what arrives where.
std::map<NodeIndex, unsigned> flood(const Fabric& f, const MulticastTree& tree, NodeIndex from)
{
    std::map<NodeIndex, unsigned> arrived;
    std::deque<LinkEnd> at{*f.peer(f.first_cabled_port(from))};
    for (std::size_t steps = 0; !at.empty(); ++steps) {
        if (steps > 4 * f.nodes().size()) {
            ADD_FAILURE() << "the packet goes round";
            return arrived;
        }
        const LinkEnd in = at.front();
        at.pop_front();
        if (!f.node(in.node).is_switch()) {
            ++arrived[in.node];
            continue;
        }
        const auto mask = tree.masks.find(in.node);
        if (mask == tree.masks.end())
            continue;
        for (std::size_t p = 0; p < mask->second.size(); ++p)
            if (mask->second.test(p) && p != in.port.value()) {
                const auto far = f.peer({in.node, PortId{static_cast<std::uint16_t>(p)}});
                EXPECT_TRUE(far) << "a copy to a port without a cable";
                if (far)
                    at.push_back(*far);
            }
    }
    return arrived;
}

void expect_each_once(const Fabric& f, const MulticastTree& tree, NodeIndex from,
                      const std::vector<NodeIndex>& members)
{
    ASSERT_TRUE(tree.ok()) << tree.reason;
    std::map<NodeIndex, unsigned> expected;
    for (const NodeIndex m : members)
        if (m != from)
            expected[m] = 1;
    EXPECT_EQ(flood(f, tree, from), expected);
}

TEST(Multicast, RootOfTheRealFabricReachesEachHcaOnce)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> members = f.hcas_by_lid();
    for (unsigned i = 0; i < 3; ++i) {
        const AggregationTree tree = build_tree(f, t, members, {252, i});
        const MulticastTree mc = build_multicast(f, t, tree.root().sw, members);
        EXPECT_EQ(mc.masks.size(), 32U);
        expect_each_once(f, mc, tree.root().aggregation_node, members);
        expect_each_once(f, mc, members[17], members);
    }
}

TEST(Multicast, SubsetsAndOneLeaf)
{
    const Fabric f = make_two_level_fat_tree();
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> hosts = f.hcas_by_lid();
    const std::vector<NodeIndex> spread{hosts[0], hosts[1], hosts[50], hosts[100], hosts[143]};
    const NodeIndex spine = f.find_name("spine5");
    const MulticastTree mc = build_multicast(f, t, spine, spread);
    expect_each_once(f, mc, f.aggregation_node_of(spine), spread);
    EXPECT_EQ(mc.masks.size(), 5U);
    const std::vector<NodeIndex> near{hosts[12], hosts[14]};
    const MulticastTree one = build_multicast(f, t, f.find_name("leaf1"), near);
    EXPECT_EQ(one.masks.size(), 1U);
    expect_each_once(f, one, f.find_name("leaf1_an"), near);
}

TEST(Multicast, RootBelowAndParallelCables)
{
    const Fabric f = fabric_of(Shape{{2, 1, 0, 3}, {{0, 2}, {0, 2}, {1, 2}, {1, 2}, {3, 2}, {3, 2}}});
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> members = f.hcas_by_lid();
    for (NodeIndex root = 0; root < 4; ++root) {
        const MulticastTree mc = build_multicast(f, t, root, members);
        expect_each_once(f, mc, f.aggregation_node_of(root), members);
    }
}

TEST(Multicast, NoWay)
{
    const Fabric f = fabric_of(Shape{{1, 1}, {}});
    const MulticastTree mc = build_multicast(f, compute_routes(f), 0, f.hcas_by_lid());
    EXPECT_FALSE(mc.ok());
    EXPECT_TRUE(mc.masks.empty());
}

} // namespace
} // namespace sharpsim::topology
