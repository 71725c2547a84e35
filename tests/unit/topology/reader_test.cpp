// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <sstream>

#include "base/error.h"
#include "fabrics.h"
#include "topology/generators.h"
#include "topology/ibnetdiscover_writer.h"

namespace sharpsim::topology {
namespace {

TEST(Reader, RealFabricHasTheNodesThatItsOwnersCounted)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    EXPECT_EQ(f.nodes_of(NodeKind::switch_chip).size(), 40U);
    EXPECT_EQ(f.nodes_of(NodeKind::aggregation_node).size(), 40U);
    EXPECT_EQ(f.nodes_of(NodeKind::hca).size(), 542U);
    EXPECT_EQ(f.links().size(), 2228U / 2);
    EXPECT_TRUE(f.remarks().empty());
    for (const Link& l : f.links()) {
        EXPECT_EQ(rate_name(l.width, l.speed), "4xNDR");
        EXPECT_EQ(l.rate().data(), KbitPerSecond{400'000'000});
    }
    for (const NodeIndex an : f.nodes_of(NodeKind::aggregation_node))
        EXPECT_EQ(f.peer(f.first_cabled_port(an))->port, PortId{65});
}

// Reads the lines with sscanf instead: a second opinion on every description, LID, port and cable.
TEST(Reader, RealFabricAgreesWithScanf)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    std::istringstream in{slurp(real_file())};
    NodeIndex node = no_node;
    std::size_t headers = 0;
    std::size_t ports = 0;
    for (std::string line; std::getline(in, line);) {
        char kind[8];
        char id[32];
        char description[128];
        unsigned a = 0;
        unsigned b = 0;
        if (std::sscanf(line.c_str(), "%7[SwitchCa]%*[\t]%u \"%31[^\"]\"%*[\t]# \"%127[^\"]\"", kind, &a, id,
                        description) == 4) {
            ++headers;
            node = f.find_id(id);
            ASSERT_NE(node, no_node);
            EXPECT_EQ(f.node(node).description, description);
            EXPECT_EQ(f.node(node).ports, a);
            if (std::string{kind} == "Switch") {
                EXPECT_EQ(f.node(node).lid.value(), std::stoul(line.substr(line.rfind("lid ") + 4)));
            }
        } else if (std::sscanf(line.c_str(), "[%u]%*[^\"]\"%31[^\"]\"[%u]", &a, id, &b) == 3) {
            ++ports;
            const LinkEnd end{node, PortId{static_cast<std::uint16_t>(a)}};
            ASSERT_TRUE(f.peer(end)) << line;
            EXPECT_EQ(f.node(f.peer(end)->node).id, id);
            EXPECT_EQ(f.peer(end)->port.value(), b);
            EXPECT_EQ(f.lid_of(*f.peer(end)).value(), std::stoul(line.substr(line.rfind("lid ") + 4)));
        }
    }
    EXPECT_EQ(headers, 622U);
    EXPECT_EQ(ports, 2228U);
}

TEST(Reader, NamesAreUniqueLegalAndStable)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    std::set<std::string> names;
    const std::string letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    for (const Node& n : f.nodes()) {
        EXPECT_TRUE(names.insert(n.name).second) << n.name;
        EXPECT_EQ(n.name.find_first_not_of(letters + "0123456789"), std::string::npos) << n.name;
        EXPECT_EQ(n.name.find_first_of(letters), 0U) << n.name;
    }
    EXPECT_EQ(f.node(0).name, "A09_P1_IBLEAF_04_04");
    EXPECT_EQ(f.node(f.aggregation_node_of(0)).name, "A09_P1_IBLEAF_04_04_an");
    EXPECT_EQ(f.node(f.find_id("H-e09d7303007a4bd8")).name, "a08_p1_dgx_04_c01_mlx5_5");
    EXPECT_EQ(f.node(f.find_id("H-e09d730300858d88")).name,
              "MT4129_ConnectX7_Mellanox_Technologies_e09d730300858d88");
    std::size_t shared = 0;
    for (const std::string& n : names)
        shared += n.rfind("MT4129_ConnectX7_Mellanox_Technologies_", 0) == 0 ? 1 : 0;
    EXPECT_EQ(shared, 69U);
    EXPECT_EQ(legal_name("  4 b;;c_ "), "n4_b_c_");
    EXPECT_EQ(legal_name(";;"), "");
}

TEST(Reader, RanksGoByLid)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    const std::vector<NodeIndex> hcas = f.hcas_by_lid();
    ASSERT_EQ(hcas.size(), 542U);
    for (std::size_t i = 1; i < hcas.size(); ++i)
        EXPECT_LT(f.lid_of(f.first_cabled_port(hcas[i - 1])), f.lid_of(f.first_cabled_port(hcas[i])));
    EXPECT_EQ(f.by_lid(Lid{647})->node, f.find_id("H-e09d7303007a4bd8"));
}

TEST(Reader, IbsimNetsGetLidsInDocumentOrder)
{
    SKIP_WITHOUT(shared_fabric("ibsim_net.net"));
    const Fabric two = read_fabric(shared_fabric("ibsim_2sw2path4hca.net"));
    EXPECT_EQ(two.nodes().size(), 6U);
    EXPECT_EQ(two.links().size(), 6U);
    EXPECT_EQ(two.node(0).lid, Lid{1});
    EXPECT_EQ(two.lid_of({two.find_id("Hca2"), PortId{1}}), Lid{4});
    EXPECT_EQ(two.lid_of({two.find_id("Hca2"), PortId{2}}), Lid{0}) << "a port without a cable has no LID";
    EXPECT_EQ(two.peer({0, PortId{5}})->port, PortId{5});
    const Fabric net = read_fabric(shared_fabric("ibsim_net.net"));
    EXPECT_EQ(net.nodes().size(), 4U);
    EXPECT_EQ(net.lid_of({net.find_id("Hca2"), PortId{2}}), Lid{4});
    EXPECT_EQ(net.max_lid(), Lid{4});
}

TEST(Reader, IbsimOptions)
{
    const Fabric f = fabric_of(
        "speed=2\nswitchguid=0x100\nSwitch 4 \"sw\"\n[1] \"a\"[1] w=12 s=4\n[2] \"b\"\n\n"
        "Hca 1 \"a\" # a remark\r\n[1]\t\"sw\" [1] w=12 s=4\r\n\r\nRt 1 \"b\"\n[1] \"sw\"[2] # remark\n");
    ASSERT_EQ(f.links().size(), 2U);
    EXPECT_EQ(rate_name(f.links()[0].width, f.links()[0].speed), "12xQDR");
    EXPECT_EQ(rate_name(f.links()[1].width, f.links()[1].speed), "4xDDR");
    EXPECT_EQ(f.node(0).guid, 0x100U);
    EXPECT_EQ(f.node(2).kind, NodeKind::router);
    EXPECT_EQ(f.links()[0].metres, ReadDefaults{}.host_cable);
}

TEST(Reader, TwoPortHcaHasTwoLids)
{
    const Fabric f =
        fabric_of("Switch 4 \"s\"\n[1] \"h\"[1]\n[2] \"h\"[2]\n\nCa 2 \"h\"\n[1] \"s\"[1]\n[2] \"s\"[2]\n");
    EXPECT_EQ(f.lid_of({1, PortId{1}}), Lid{2});
    EXPECT_EQ(f.lid_of({1, PortId{2}}), Lid{3});
}

TEST(Reader, EndsThatDisagreeOnTheRateTakeTheSlowerAndSaySo)
{
    const Fabric f =
        fabric_of("Switch 4 \"s\" # \"s\" base port 0 lid 1 lmc 0\n[1] \"h\"[1] # \"h\" lid 2 4xNDR\n\n"
                  "Ca 1 \"h\" # \"h\"\n[1] \"s\"[1] # lid 2 lmc 0 \"s\" lid 1 2xNDR\n");
    EXPECT_EQ(rate_name(f.links()[0].width, f.links()[0].speed), "2xNDR");
    ASSERT_EQ(f.remarks().size(), 1U);
    EXPECT_NE(f.remarks()[0].find("4xNDR"), std::string::npos);
}

TEST(Reader, WhatIsWrittenIsReadBackEqual)
{
    const auto round_trip = [](const Fabric& f) {
        std::ostringstream out;
        write_ibnetdiscover(f, out);
        return fabric_of(out.str());
    };
    for (const bool an : {true, false}) {
        SpineLeafConfig c;
        c.hosts = 37;
        c.leaves = 5;
        c.spines = 3;
        c.uplinks_per_leaf = 7;
        c.speed = LinkSpeed::fdr10;
        c.aggregation_nodes = an;
        const Fabric f = make_spine_leaf(c);
        EXPECT_TRUE(round_trip(f) == f);
        c.speed = LinkSpeed::fdr;
        EXPECT_FALSE(round_trip(f) == make_spine_leaf(c));
    }
    SKIP_WITHOUT(real_file());
    for (const char* name : {"ndr-40-switch.ibnetdiscover", "ibsim_net.net", "ibsim_2sw2path4hca.net"}) {
        const Fabric f = read_fabric(shared_fabric(name));
        EXPECT_TRUE(round_trip(f) == f) << name;
    }
}

} // namespace
} // namespace sharpsim::topology
