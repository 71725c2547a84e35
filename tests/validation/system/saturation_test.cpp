// SPDX-License-Identifier: Apache-2.0
// Synthetic traffic through the whole program: saturation by scheduler, and the books of every port.
#include <gtest/gtest.h>

#include <map>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

SimRun saturated(const std::string& scheduler)
{
    return SimRun{{"--fabric.kind", "single-switch", "--fabric.hosts", "36", "--fabric.switch_ports", "36",
                   "--workload.kind", "synthetic", "--workload.arrival", "saturated",
                   "--workload.packet_bytes", "512", "--workload.warmup", "20us", "--workload.duration",
                   "100us", "--switch.scheduler", scheduler}};
}

double delivered(const SimRun& run)
{
    const std::size_t at = run.result.out.find("\ndelivered");
    EXPECT_NE(at, std::string::npos) << run.result.text();
    return at == std::string::npos ? 0 : std::stod(run.result.out.substr(at + 10));
}

// Karol, Hluchyj, Morgan 1987: 0.586 for many ports with one FIFO an input.
TEST(Saturation, OneFifoAnInputBlocksAtItsHead)
{
    const SimRun run = saturated("fifo");
    EXPECT_EQ(run.result.code, 0);
    EXPECT_EQ(run.status(), "saturated");
    EXPECT_GT(delivered(run), 0.58);
    EXPECT_LT(delivered(run), 0.61);
}

TEST(Saturation, VirtualOutputQueuesNearlyFillTheLinks)
{
    for (const char* scheduler : {"islip", "round-robin", "ideal"}) {
        const SimRun run = saturated(scheduler);
        EXPECT_EQ(run.result.code, 0);
        EXPECT_EQ(run.number("dropped_packets"), 0U);
        EXPECT_GT(delivered(run), 0.95) << scheduler;
        EXPECT_LE(delivered(run), 1.0) << scheduler;
    }
}

// What leaves one end of a cable arrives at the other, and everything injected is delivered.
TEST(Conservation, EveryCableGivesWhatItTakes)
{
    const SimRun run{{"--fabric.hosts", "32", "--fabric.leaves", "4", "--fabric.spines", "2",
                      "--workload.kind", "synthetic", "--workload.load", "0.7", "--workload.duration",
                      "50us"}};
    EXPECT_EQ(run.result.code, 0) << run.result.text();
    EXPECT_GT(run.number("injected_bytes"), 0U);
    EXPECT_EQ(run.number("injected_bytes"), run.number("delivered_bytes"));
    std::map<std::string, const CsvRow*> ports;
    for (const CsvRow& row : run.counters)
        ports[row.at("node") + ":" + row.at("port")] = &row;
    std::uint64_t hops = 0;
    unsigned cables = 0;
    for (const auto& [name, row] : ports) {
        const auto peer = ports.find(row->at("peer"));
        ASSERT_NE(peer, ports.end()) << name;
        ++cables;
        EXPECT_EQ(number(*row, "PortXmitPkts"), number(*peer->second, "PortRcvPkts")) << name;
        EXPECT_EQ(number(*row, "PortXmitData"), number(*peer->second, "PortRcvData")) << name;
        if (name.rfind("host", 0) != 0) // a hop is a packet that leaves a switch
            hops += number(*row, "PortXmitPkts");
    }
    EXPECT_GT(cables, 100U);
    EXPECT_EQ(hops, run.number("packet_hops"));
}

} // namespace
