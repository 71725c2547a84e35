// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>

#include "base/error.h"
#include "fabrics.h"
#include "topology/generators.h"
#include "topology/topology_config.h"
#include "topology/up_down.h"

namespace sharpsim::topology {
namespace {

// Data rates of the standard, Gb/s of a 1x and a 4x link; FDR10 and FDR from their codes.
TEST(LinkKinds, DataRates)
{
    const std::map<LinkSpeed, std::uint64_t> kbps_4x = {
        {LinkSpeed::sdr, 8'000'000},    {LinkSpeed::ddr, 16'000'000},  {LinkSpeed::qdr, 32'000'000},
        {LinkSpeed::fdr10, 40'000'000}, {LinkSpeed::fdr, 54'545'454},  {LinkSpeed::edr, 100'000'000},
        {LinkSpeed::hdr, 200'000'000},  {LinkSpeed::ndr, 400'000'000}, {LinkSpeed::xdr, 800'000'000},
    };
    for (const auto& rate : kbps_4x)
        EXPECT_EQ(link_rate(LinkWidth::x4, rate.first).data().count(), rate.second) << name(rate.first);
    EXPECT_EQ(link_rate(LinkWidth::x4, LinkSpeed::ndr).line, KbitPerSecond{425'000'000});
    EXPECT_EQ(link_rate(LinkWidth::x12, LinkSpeed::edr).line, KbitPerSecond{309'375'000});
    for (int s = 0; s < 9; ++s)
        EXPECT_EQ(parse_speed(name(static_cast<LinkSpeed>(s))), static_cast<LinkSpeed>(s));
    EXPECT_EQ(parse_width("8x"), LinkWidth::x8);
    EXPECT_FALSE(parse_width("3x"));
    EXPECT_FALSE(parse_speed("FDR1"));
}

SpineLeafConfig config(unsigned hosts, unsigned leaves, unsigned spines, unsigned ports = 64,
                       unsigned uplinks = 0)
{
    SpineLeafConfig c;
    c.hosts = hosts;
    c.leaves = leaves;
    c.spines = spines;
    c.switch_ports = ports;
    c.uplinks_per_leaf = uplinks;
    return c;
}

TEST(Generators, MainJobFabric)
{
    const Fabric f = make_spine_leaf(config(128, 8, 4));
    EXPECT_EQ(f.nodes().size(), 12U + 12 + 128);
    EXPECT_EQ(f.links().size(), 128U + 8 * 16 + 12);
    EXPECT_EQ(f.node(f.find_name("leaf0")).ports, 65U);
    EXPECT_EQ(f.aggregation_node_of(f.find_name("spine3")), f.find_name("spine3_an"));
    EXPECT_EQ(f.peer({f.find_name("leaf7"), PortId{65}})->node, f.find_name("leaf7_an"));
    EXPECT_EQ(f.switch_of(f.find_name("host127")), f.find_name("leaf7"));
    EXPECT_EQ(f.max_lid().value(), f.nodes().size());
    EXPECT_EQ(f.hcas_by_lid().front(), f.find_name("host0"));
    EXPECT_EQ(f.hcas_by_lid().back(), f.find_name("host127"));
    const SwitchGraph g{f};
    for (std::uint32_t leaf = 0; leaf < 8; ++leaf) {
        ASSERT_EQ(g.edges(leaf).size(), 4U);
        for (const SwitchGraph::Edge& e : g.edges(leaf))
            EXPECT_EQ(e.ports.size(), 4U);
    }
}

TEST(Generators, TwoLevelFatTree)
{
    const Fabric f = make_two_level_fat_tree();
    const SwitchGraph g{f};
    ASSERT_EQ(g.size(), 24U);
    for (std::uint32_t s = 0; s < 24; ++s) {
        EXPECT_EQ(g.hosts(s), s < 12 ? 12U : 0U);
        ASSERT_EQ(g.edges(s).size(), 12U);
        for (const SwitchGraph::Edge& e : g.edges(s))
            EXPECT_EQ(e.ports.size(), 1U);
    }
}

// Whatever the numbers: hosts differ by one at most, every leaf has its uplinks, spines differ by one cable
// at most.
TEST(Generators, EverythingIsSpreadEvenly)
{
    for (unsigned hosts : {9U, 64U, 100U, 127U})
        for (unsigned leaves : {1U, 3U, 8U, 9U})
            for (unsigned spines : {1U, 2U, 3U, 5U}) {
                SpineLeafConfig c = config(hosts, leaves, spines, 200, 7);
                const Fabric f = make_spine_leaf(c);
                const SwitchGraph g{f};
                for (std::uint32_t s = 0; s < g.size(); ++s) {
                    std::size_t cables = 0;
                    for (const SwitchGraph::Edge& e : g.edges(s)) {
                        cables += e.ports.size();
                        EXPECT_GE(e.ports.size(), 7 / spines);
                        EXPECT_LE(e.ports.size(), (7 + spines - 1) / spines);
                    }
                    if (s < leaves) {
                        EXPECT_EQ(cables, 7U);
                        EXPECT_GE(g.hosts(s), hosts / leaves);
                        EXPECT_LE(g.hosts(s), (hosts + leaves - 1) / leaves);
                    } else {
                        EXPECT_GE(cables, 7 * leaves / spines);
                        EXPECT_LE(cables, (7 * leaves + spines - 1) / spines);
                    }
                }
            }
}

TEST(Generators, NumbersLeftOpenGiveAFabricWithoutOversubscription)
{
    for (unsigned hosts : {1U, 2U, 33U, 128U, 1000U, 2048U}) {
        const Fabric f = make_spine_leaf(config(hosts, 0, 0));
        const SwitchGraph g{f};
        EXPECT_EQ(f.nodes_of(NodeKind::hca).size(), hosts);
        for (std::uint32_t s = 0; s < g.size(); ++s) {
            std::size_t cables = 0;
            for (const SwitchGraph::Edge& e : g.edges(s))
                cables += e.ports.size();
            EXPECT_GE(cables, g.hosts(s));
            EXPECT_LE(cables + g.hosts(s), 64U);
        }
    }
}

TEST(Generators, WithoutAggregationNodes)
{
    SpineLeafConfig c = config(8, 2, 1);
    c.aggregation_nodes = false;
    const Fabric f = make_spine_leaf(c);
    EXPECT_TRUE(f.nodes_of(NodeKind::aggregation_node).empty());
    EXPECT_EQ(f.node(0).ports, 64U);
}

TEST(Generators, SingleSwitch)
{
    const Fabric f = make_single_switch(config(36, 0, 0, 36));
    EXPECT_EQ(f.nodes().size(), 38U);
    EXPECT_EQ(f.peer({0, PortId{37}})->node, f.find_name("leaf0_an"));
    EXPECT_THROW((void)make_single_switch(config(37, 0, 0, 36)), InputError);
}

TEST(Generators, ImpossibleNumbersAreRefusedWithTheArithmetic)
{
    const auto refusal = [](const SpineLeafConfig& c) -> std::string {
        try {
            (void)make_spine_leaf(c);
        } catch (const InputError& e) {
            return e.what();
        }
        return "accepted";
    };
    EXPECT_NE(refusal(config(1000, 8, 4)).find("125 hosts on a leaf"), std::string::npos);
    EXPECT_NE(refusal(config(128, 8, 4, 64, 3)).find("is below fabric.spines = 4"), std::string::npos);
    EXPECT_NE(refusal(config(128, 8, 4, 64, 60)).find("are 76 ports"), std::string::npos);
    EXPECT_NE(refusal(config(320, 20, 4, 64, 16)).find("are 320 links"), std::string::npos);
    EXPECT_NE(refusal(config(4, 8, 2)).find("would be empty"), std::string::npos);
    EXPECT_NE(refusal(config(4, 2, 1, 254)).find("1 to 253"), std::string::npos);
    EXPECT_NE(refusal(config(0, 2, 1)).find("fabric.hosts = 0"), std::string::npos);
    EXPECT_NE(refusal(config(60000, 0, 0, 253)).find("LIDs"), std::string::npos);
    EXPECT_NE(refusal(config(10, 1, 40, 20)).find("fabric.spines = 40"), std::string::npos);
}

TEST(FabricConfig, KeysSelectTheFabric)
{
    FabricConfig c;
    KeyTable table;
    declare(table, c);
    const auto set = [&table](const char* key, const char* value) {
        ASSERT_NE(table.find(key), nullptr) << key;
        table.find(key)->set(value);
    };
    set("fabric.hosts", "24");
    set("fabric.leaves", "4");
    set("fabric.spines", "2");
    set("fabric.speed", "HDR");
    set("fabric.width", "2x");
    set("fabric.switch_cable", "25m");
    set("fabric.switch_ports", "40");
    set("fabric.uplinks_per_leaf", "10");
    const Fabric f = make_fabric(c);
    EXPECT_EQ(f.node(0).ports, 41U);
    const Link& uplink = f.link(f.link_at({0, PortId{7}}));
    EXPECT_EQ(rate_name(uplink.width, uplink.speed), "2xHDR");
    EXPECT_EQ(uplink.metres, 25);
    set("fabric.kind", "single-switch");
    EXPECT_EQ(make_fabric(c).nodes_of(NodeKind::switch_chip).size(), 1U);
    set("fabric.kind", "file");
    EXPECT_THROW((void)make_fabric(c), InputError);
    for (const Key& key : table.keys())
        EXPECT_NO_THROW(key.set(key.get())) << key.name;
}

} // namespace
} // namespace sharpsim::topology
