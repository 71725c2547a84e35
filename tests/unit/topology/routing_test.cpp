// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <queue>

#include "base/random.h"
#include "fabrics.h"
#include "topology/generators.h"
#include "topology/route_check.h"
#include "topology/up_down.h"

namespace sharpsim::topology {
namespace {

Lid lid_of_hca(const Fabric& f, NodeIndex n) { return f.lid_of(f.first_cabled_port(n)); }

// Follows every pair of HCAs; all must arrive, on paths that never go up after down. Returns the hops in sum.
std::uint64_t expect_all_pairs_up_down(const Fabric& f, const RoutingTables& t)
{
    std::uint64_t hops = 0;
    for (const NodeIndex x : f.hcas_by_lid())
        for (const NodeIndex y : f.hcas_by_lid()) {
            const Route r = trace_route(f, t, lid_of_hca(f, x), lid_of_hca(f, y));
            if (!r.arrived) {
                ADD_FAILURE() << r.reason;
                return 0;
            }
            bool went_down = false;
            for (std::size_t i = 1; i < r.hops.size(); ++i) {
                const bool up = t.place[t.slots[r.hops[i].sw]] > t.place[t.slots[r.hops[i - 1].sw]];
                EXPECT_FALSE(up && went_down);
                went_down = went_down || !up;
            }
            hops += r.hops.size();
        }
    EXPECT_TRUE(find_missing_paths(f, t).empty());
    EXPECT_TRUE(check_credit_loops(f, t).empty());
    return hops;
}

TEST(Routing, RealFabricReachesAllPairsInAtMostThreeHops)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    const RoutingTables t = compute_routes(f);
    const std::uint64_t hops = expect_all_pairs_up_down(f, t);
    // Same leaf: 1 switch, else leaf, spine, leaf: 3.
    std::map<NodeIndex, std::uint64_t> hosts;
    for (const NodeIndex h : f.hcas_by_lid())
        ++hosts[f.switch_of(h)];
    std::uint64_t expected =
        542ULL * 542 * 3 - 542; // 542 pairs of one and the same take no switch: added below
    for (const auto& leaf : hosts)
        expected -= leaf.second * leaf.second * 2;
    EXPECT_EQ(hops, expected);
    // 31 leaves, 9 spines.
    EXPECT_EQ(std::count(t.level.begin(), t.level.end(), 0U), 31);
    EXPECT_EQ(std::count(t.level.begin(), t.level.end(), 1U), 9);
}

// LIDs of HCAs that each port of each switch leads to.
std::vector<std::vector<unsigned>> port_loads(const Fabric& f, const RoutingTables& t)
{
    std::vector<std::vector<unsigned>> load(t.switches.size(), std::vector<unsigned>(256, 0));
    for (std::size_t s = 0; s < t.switches.size(); ++s)
        for (const NodeIndex h : f.hcas_by_lid())
            ++load[s][t.lft[s][lid_of_hca(f, h).value()]];
    return load;
}

TEST(Routing, ParallelCablesOfTheRealFabricShareEvenly)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    const RoutingTables t = compute_routes(f);
    const SwitchGraph g{f};
    const auto load = port_loads(f, t);
    std::size_t pairs = 0;
    for (std::uint32_t s = 0; s < g.size(); ++s) {
        unsigned least = ~0U;
        unsigned most = 0;
        for (const SwitchGraph::Edge& e : g.edges(s)) {
            for (const std::uint8_t p : e.ports) {
                EXPECT_GT(load[s][p], 0U);
                least = std::min(least, load[s][p]);
                most = std::max(most, load[s][p]);
            }
            if (e.ports.size() == 2) {
                ++pairs;
                const unsigned x = load[s][e.ports[0]];
                const unsigned y = load[s][e.ports[1]];
                EXPECT_LE(x > y ? x - y : y - x, 1U);
            }
        }
        if (g.hosts(s) != 0) { // a leaf spreads the HCAs behind other leaves over all its uplinks
            EXPECT_LE(most - least, 3U) << f.node(g.node(s)).name;
        }
    }
    EXPECT_EQ(pairs, 2U * 263);
}

TEST(Routing, FullFatTreeIsPerfectlyBalanced)
{
    const Fabric f = make_two_level_fat_tree();
    const RoutingTables t = compute_routes(f);
    expect_all_pairs_up_down(f, t);
    const auto load = port_loads(f, t);
    for (std::size_t s = 0; s < 12; ++s)
        for (std::size_t p = 13; p <= 24; ++p)
            EXPECT_EQ(load[s][p], 11U);
    // The host at position k of any leaf is reached over spine k from every other leaf.
    for (const NodeIndex h : f.hcas_by_lid()) {
        const LinkEnd at = *f.peer(f.first_cabled_port(h));
        for (std::size_t s = 0; s < 12; ++s)
            if (t.switches[s] != at.node) {
                EXPECT_EQ(t.lft[s][lid_of_hca(f, h).value()], at.port.value() + 12);
            }
    }
}

TEST(Routing, IbsimFabrics)
{
    SKIP_WITHOUT(shared_fabric("ibsim_net.net"));
    for (const char* name : {"ibsim_net.net", "ibsim_2sw2path4hca.net"}) {
        const Fabric f = read_fabric(shared_fabric(name));
        expect_all_pairs_up_down(f, compute_routes(f));
    }
    const Fabric f = read_fabric(shared_fabric("ibsim_2sw2path4hca.net"));
    const RoutingTables t = compute_routes(f);
    // Two HCAs behind the other switch, two cables to it: one each.
    EXPECT_NE(t.port(0, lid_of_hca(f, f.find_id("Hca2"))), t.port(0, lid_of_hca(f, f.find_id("Hca4"))));
    EXPECT_EQ(t.port(0, f.node(0).lid), 0);
}

Shape ring(unsigned switches, unsigned hosts)
{
    Shape s{std::vector<unsigned>(switches, hosts), {}};
    for (unsigned i = 0; i < switches; ++i)
        s.cables.emplace_back(i, (i + 1) % switches);
    return s;
}

TEST(Routing, MinHopOnARingHasACreditLoopAndUpDownHasNone)
{
    for (const unsigned n : {4U, 5U, 6U}) {
        const Fabric f = fabric_of(ring(n, 2));
        const RoutingTables shortest = compute_routes(f, RoutingEngine::min_hop);
        EXPECT_TRUE(find_missing_paths(f, shortest).empty());
        const std::vector<CreditLoop> loops = check_credit_loops(f, shortest);
        ASSERT_FALSE(loops.empty()) << n;
        for (const CreditLoop& loop : loops) { // really a circle of cables
            EXPECT_EQ(loop.size(), n);
            for (std::size_t i = 0; i < loop.size(); ++i)
                EXPECT_EQ(f.peer(loop[i])->node, loop[(i + 1) % loop.size()].node);
        }
        expect_all_pairs_up_down(f, compute_routes(f));
    }
}

TEST(Routing, MinHopOnATreeIsFreeOnlyWithoutTrafficBetweenSpines)
{
    SpineLeafConfig c;
    c.hosts = 24;
    c.leaves = 4;
    c.spines = 3;
    c.aggregation_nodes = false;
    const Fabric f = make_spine_leaf(c);
    EXPECT_TRUE(check_credit_loops(f, compute_routes(f, RoutingEngine::min_hop)).empty());
    // From one spine's aggregation node to another's the shortest way turns upwards at a leaf.
    const Fabric with = make_two_level_fat_tree();
    EXPECT_FALSE(check_credit_loops(with, compute_routes(with, RoutingEngine::min_hop)).empty());
    EXPECT_TRUE(check_credit_loops(with, compute_routes(with)).empty());
}

// Connected graphs of any shape: everything arrives, no loops, no detour shorter than the shortest path.
TEST(Routing, RandomGraphs)
{
    RandomStream random{7, "graphs"};
    for (int round = 0; round < 40; ++round) {
        const auto n = static_cast<unsigned>(2 + random.below(12));
        Shape s{std::vector<unsigned>(n), {}};
        for (unsigned i = 0; i < n; ++i)
            s.hosts[i] = static_cast<unsigned>(random.below(4));
        for (unsigned i = 1; i < n; ++i)
            s.cables.emplace_back(i, static_cast<unsigned>(random.below(i)));
        for (unsigned extra = static_cast<unsigned>(random.below(2 * n)); extra > 0; --extra) {
            const auto a = static_cast<unsigned>(random.below(n));
            const auto b = static_cast<unsigned>(random.below(n));
            if (a != b)
                s.cables.emplace_back(a, b);
        }
        const Fabric f = fabric_of(s);
        const std::uint64_t up_down = expect_all_pairs_up_down(f, compute_routes(f));
        const RoutingTables t = compute_routes(f, RoutingEngine::min_hop);
        std::uint64_t shortest = 0;
        for (const NodeIndex x : f.hcas_by_lid())
            for (const NodeIndex y : f.hcas_by_lid())
                shortest += trace_route(f, t, lid_of_hca(f, x), lid_of_hca(f, y)).hops.size();
        EXPECT_GE(up_down, shortest);
    }
}

TEST(Routing, ThreeLevels)
{
    // Two pods of two leaves and two spines, two cores.
    Shape s{{4, 4, 4, 4, 0, 0, 0, 0, 0, 0}, {}};
    for (unsigned pod = 0; pod < 2; ++pod)
        for (unsigned l = 0; l < 2; ++l)
            for (unsigned p = 0; p < 2; ++p)
                s.cables.emplace_back(2 * pod + l, 4 + 2 * pod + p);
    for (unsigned pod = 0; pod < 2; ++pod)
        for (unsigned p = 0; p < 2; ++p)
            s.cables.emplace_back(4 + 2 * pod + p, 8 + p);
    const Fabric f = fabric_of(s);
    const RoutingTables t = compute_routes(f);
    EXPECT_EQ(t.level, (std::vector<std::uint32_t>{0, 0, 0, 0, 1, 1, 1, 1, 2, 2}));
    // 16 HCAs: itself 0, own leaf 3 * 1, own pod 4 * 3, other pod 8 * 5 switches.
    EXPECT_EQ(expect_all_pairs_up_down(f, t), 16U * (3 + 12 + 40));
}

TEST(Routing, AHostOnASpineDoesNotMakeItALeaf)
{
    const Fabric f = fabric_of(Shape{{6, 6, 6, 1, 0}, {{0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 3}, {2, 4}}});
    const RoutingTables t = compute_routes(f);
    EXPECT_EQ(t.level, (std::vector<std::uint32_t>{0, 0, 0, 1, 1}));
    expect_all_pairs_up_down(f, t);
}

TEST(Routing, TraceSaysWhyItEnds)
{
    const Fabric f = fabric_of(Shape{{1, 1}, {}});
    const RoutingTables t = compute_routes(f);
    const std::vector<NodeIndex> h = f.hcas_by_lid();
    const Route r = trace_route(f, t, lid_of_hca(f, h[0]), lid_of_hca(f, h[1]));
    EXPECT_FALSE(r.arrived);
    EXPECT_NE(r.reason.find("no path"), std::string::npos);
    EXPECT_EQ(find_missing_paths(f, t).size(), 2U);
    EXPECT_FALSE(trace_route(f, t, lid_of_hca(f, h[0]), Lid{4000}).arrived);
    // A table that points the wrong way is found out.
    const Fabric two = fabric_of(Shape{{1, 1}, {{0, 1}}});
    RoutingTables bad = compute_routes(two);
    const Lid lid = lid_of_hca(two, two.hcas_by_lid()[1]);
    bad.lft[1][lid.value()] = 2;
    EXPECT_NE(trace_route(two, bad, lid_of_hca(two, two.hcas_by_lid()[0]), lid).reason.find("circle"),
              std::string::npos);
    EXPECT_EQ(find_missing_paths(two, bad).size(), 2U);
}

TEST(Routing, TenThousandHostsTakeSecondsAtMost)
{
    const Fabric f = make_spine_leaf([] {
        SpineLeafConfig c;
        c.hosts = 10'000;
        c.leaves = 160;
        c.spines = 80;
        c.switch_ports = 160;
        c.uplinks_per_leaf = 80;
        return c;
    }());
    const RoutingTables t = compute_routes(f);
    EXPECT_TRUE(find_missing_paths(f, t).empty());
    EXPECT_TRUE(check_credit_loops(f, t).empty());
}

TEST(Routing, EqualFabricsGetEqualTables)
{
    SKIP_WITHOUT(real_file());
    EXPECT_EQ(compute_routes(read_fabric(real_file())).lft, compute_routes(read_fabric(real_file())).lft);
}

} // namespace
} // namespace sharpsim::topology
