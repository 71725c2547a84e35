// SPDX-License-Identifier: Apache-2.0
// Parallel cables of a production fabric: all carry bytes in an all-to-all, and a pair that loses one carries
// half.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "support/program.h"
#include "topology/ibnetdiscover_reader.h"
#include "topology/routing.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::test;
using namespace sharpsim::topology;

std::string fabric_file() { return shared_file("data/fabrics/ndr-40-switch.ibnetdiscover"); }

TEST(ParallelLinks, BothCarryBytesInAnAllToAll)
{
    if (fabric_file().empty())
        GTEST_SKIP() << "no production fabric beside the repository";
    const SimRun run{{"--fabric.file", fabric_file(), "--workload.kind", "synthetic", "--workload.pattern",
                      "uniform", "--workload.load", "0.6", "--workload.packet_bytes", "2048",
                      "--workload.duration", "60us"}};
    EXPECT_EQ(run.result.code, 0) << run.result.text();
    unsigned parallel = 0;
    std::map<std::pair<std::string, std::string>, std::vector<const CsvRow*>> between;
    for (const CsvRow& row : run.counters) {
        const std::string peer = row.at("peer").substr(0, row.at("peer").find(':'));
        between[{row.at("node"), peer}].push_back(&row);
    }
    for (const auto& [ends, rows] : between) {
        if (rows.size() < 2)
            continue;
        ++parallel;
        for (const CsvRow* row : rows) // each end of each cable has its row
            EXPECT_GT(number(*row, "PortXmitData"), 0U) << ends.first << " port " << row->at("port");
    }
    EXPECT_GT(parallel, 400U); // both directions
}

struct Flow {
    std::uint32_t from; // ranks
    std::uint32_t to;
};

// Flows from distinct hosts to distinct hosts of `leaf`, all from `spine` down the cables between the two.
std::vector<Flow> flows_over(const Fabric& fabric, const std::string& spine_id, const std::string& leaf_id)
{
    const RoutingTables routes = compute_routes(fabric);
    const NodeIndex spine = fabric.find_id(spine_id);
    const NodeIndex leaf = fabric.find_id(leaf_id);
    const std::vector<NodeIndex> hosts = fabric.hcas_by_lid();
    std::vector<Flow> flows;
    std::set<std::uint32_t> used;
    std::map<NodeIndex, unsigned> from_leaf; // one flow an uplink at most: few a leaf
    for (std::uint32_t to = 0; to < hosts.size(); ++to) {
        if (fabric.switch_of(hosts[to]) != leaf)
            continue;
        const Lid lid = fabric.lid_of(fabric.first_cabled_port(hosts[to]));
        for (std::uint32_t from = 0; from < hosts.size(); ++from) {
            const NodeIndex source = fabric.switch_of(hosts[from]);
            if (source == leaf || used.count(from) != 0 || from_leaf[source] != 0)
                continue;
            const auto next = fabric.peer({source, PortId{routes.port(source, lid)}});
            if (!next || next->node != spine)
                continue;
            used.insert(from);
            ++from_leaf[source];
            flows.push_back({from, to});
            break;
        }
    }
    return flows;
}

struct Measured {
    double bytes_per_second; // over the cables from the spine to the leaf
    std::size_t cables;
    double busiest_percent;
    double idlest_percent;
};

Measured saturate(const std::string& file, const std::string& spine_id, const std::string& leaf_id)
{
    constexpr std::uint64_t message = 1048576;
    const Fabric fabric = read_fabric(file);
    const std::vector<Flow> flows = flows_over(fabric, spine_id, leaf_id);
    EXPECT_GE(flows.size(), 6U);
    std::ostringstream program;
    program << "sharpsim-ranks 1\nranks " << fabric.hcas_by_lid().size() << "\n";
    for (const Flow& f : flows)
        program << "rank " << f.from << " {\n send " << message << "B to " << f.to << "\n}\n";
    for (const Flow& f : flows)
        program << "rank " << f.to << " {\n recv " << message << "B from " << f.from << "\n}\n";
    const TempDir files;
    const SimRun run{{"--fabric.file", file, "--workload.kind", "trace", "--workload.file",
                      files.write("flows.ranks", program.str()), "--workload.payload", "size-only",
                      "--sharp.enable", "false"}};
    expect_ok(run);
    const std::string spine = fabric.node(fabric.find_id(spine_id)).name;
    const std::string leaf = fabric.node(fabric.find_id(leaf_id)).name;
    Measured m{0, 0, 0, 100};
    double bytes = 0;
    for (const CsvRow& row : run.counters) {
        if (row.at("node") != spine || row.at("peer").rfind(leaf + ":", 0) != 0)
            continue;
        ++m.cables;
        bytes += 4 * real(row, "PortXmitData");
        m.busiest_percent = std::max(m.busiest_percent, real(row, "busy_percent"));
        m.idlest_percent = std::min(m.idlest_percent, real(row, "busy_percent"));
    }
    m.bytes_per_second = bytes / (static_cast<double>(run.number("sim_time_ps")) * 1e-12);
    return m;
}

TEST(ParallelLinks, LosingOneOfTwoHalvesTheirCapacity)
{
    if (fabric_file().empty())
        GTEST_SKIP() << "no production fabric beside the repository";
    // The first pair of parallel cables between a leaf (document order) and a spine.
    const Fabric fabric = read_fabric(fabric_file());
    std::map<std::pair<std::string, std::string>, std::vector<Link>> between;
    std::pair<std::string, std::string> pair;
    for (const Link& link : fabric.links()) {
        if (!fabric.node(link.a.node).is_switch() || !fabric.node(link.b.node).is_switch())
            continue;
        const std::pair<std::string, std::string> ends{fabric.node(link.a.node).id,
                                                       fabric.node(link.b.node).id};
        between[ends].push_back(link);
        if (pair.first.empty() && between[ends].size() == 2)
            pair = ends;
    }
    ASSERT_EQ(between.at(pair).size(), 2U);
    const bool leaf_first = fabric.node(between[pair][0].a.node).name.find("LEAF") != std::string::npos;
    const std::string leaf = leaf_first ? pair.first : pair.second;
    const std::string spine = leaf_first ? pair.second : pair.first;
    const Link& lost = between.at(pair)[1];

    // The file without both lines of that cable.
    const auto stands_for = [&](const std::string& block, const std::string& line, LinkEnd here,
                                LinkEnd there) {
        return block == fabric.node(here.node).id &&
               line.rfind("[" + std::to_string(here.port.value()) + "]\t\"" + fabric.node(there.node).id +
                              "\"[" + std::to_string(there.port.value()) + "]",
                          0) == 0;
    };
    std::istringstream in{read_file(fabric_file())};
    std::string kept;
    std::string block;
    unsigned removed = 0;
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("Switch", 0) == 0 || line.rfind("Ca", 0) == 0)
            block = line.substr(line.find('"') + 1, line.find('"', line.find('"') + 1) - line.find('"') - 1);
        if (stands_for(block, line, lost.a, lost.b) || stands_for(block, line, lost.b, lost.a))
            ++removed;
        else
            kept += line + "\n";
    }
    ASSERT_EQ(removed, 2U);
    const TempDir files;
    const Measured before = saturate(fabric_file(), spine, leaf);
    const Measured after = saturate(files.write("one-less.ibnetdiscover", kept), spine, leaf);
    EXPECT_EQ(before.cables, 2U);
    EXPECT_EQ(after.cables, 1U);
    EXPECT_GT(before.idlest_percent, 90.0); // both were full
    EXPECT_GT(after.idlest_percent, 90.0);
    EXPECT_NEAR(after.bytes_per_second / before.bytes_per_second, 0.5, 0.025);
}

} // namespace
