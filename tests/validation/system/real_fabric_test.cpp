// SPDX-License-Identifier: Apache-2.0
// Allreduces over all hosts of a production NDR fabric (40 switches, 542 HCAs, uneven parallel uplinks).
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

std::string fabric_file() { return shared_file("data/fabrics/ndr-40-switch.ibnetdiscover"); }

bool is_node(const CsvRow& row, const char* part) { return row.at("node").find(part) != std::string::npos; }
bool is_aggregation_node(const CsvRow& row) { return is_node(row, ".an"); }
// An uplink: a port of a leaf whose other end is a spine.
bool is_uplink(const CsvRow& row)
{
    return is_node(row, "IBLEAF") && !is_aggregation_node(row) &&
           row.at("peer").find("IBSPINE") != std::string::npos;
}

class RealFabric : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RealFabric, AllreduceOverAllHostsIsExactAndSendsOneRequestAnOperationUp)
{
    if (fabric_file().empty())
        GTEST_SKIP() << "no production fabric beside the repository";
    const std::uint64_t bytes = GetParam();
    const std::uint64_t operations = (bytes + 1023) / 1024;
    const SimRun run{{"--fabric.file", fabric_file(), "--workload.bytes", std::to_string(bytes),
                      "--workload.type", "float32", "--workload.path", "sharp", "--sharp.result",
                      "multicast"}};
    expect_ok(run);
    ASSERT_EQ(run.collectives.size(), 1U);
    EXPECT_EQ(run.collectives[0].at("path"), "sharp-llt");
    EXPECT_EQ(number(run.collectives[0], "ranks"), 542U);
    EXPECT_EQ(run.number("injected_bytes"), 542 * bytes);
    EXPECT_EQ(run.number("delivered_bytes"), 542 * bytes);

    // Aggregation nodes: each on a leaf sends every operation up once; one, the root, sends none.
    unsigned leaves = 0;
    unsigned roots = 0;
    for (const CsvRow& row : run.counters) {
        if (!is_aggregation_node(row))
            continue;
        if (is_node(row, "IBLEAF")) {
            EXPECT_EQ(number(row, "sharp_requests"), operations) << row.at("node");
            ++leaves;
        } else {
            EXPECT_EQ(number(row, "sharp_requests"), 0U) << row.at("node");
            roots += number(row, "sharp_results") != 0 ? 1 : 0;
        }
    }
    EXPECT_EQ(leaves, 31U);
    EXPECT_EQ(roots, 1U);

    // On the wire: with results by multicast nothing but requests goes from a leaf towards the root, and they
    // take one uplink.
    std::map<std::string, std::set<unsigned>> hosts;
    std::map<std::string, std::multiset<std::uint64_t>> up;
    for (const CsvRow& row : run.counters) {
        if (is_uplink(row))
            up[row.at("node")].insert(number(row, "PortXmitPkts") - number(row, "PortMulticastXmitPkts"));
        else if (is_node(row, "IBLEAF") && row.at("peer").find(".an:") == std::string::npos)
            hosts[row.at("node")].insert(static_cast<unsigned>(number(row, "port")));
    }
    std::set<std::size_t> sizes;
    for (const auto& [leaf, packets] : up) {
        sizes.insert(hosts[leaf].size());
        EXPECT_EQ(packets.count(0), packets.size() - 1) << leaf;
        EXPECT_EQ(*packets.rbegin(), operations) << leaf;
    }
    EXPECT_EQ(up.size(), 31U);
    EXPECT_GT(sizes.size(), 2U); // leaves of different populations are among them
}

INSTANTIATE_TEST_SUITE_P(Sizes, RealFabric, ::testing::Values(8, 65536));

} // namespace
