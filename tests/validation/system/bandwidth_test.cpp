// SPDX-License-Identifier: Apache-2.0
// Bandwidth of large messages on an aggregation tree against its two limits, the node's port and the ALU.
#include <gtest/gtest.h>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

// Of one operation: payload, and the request around it: LRH 8, BTH 12, SHARP header 32, ICRC 4, VCRC 2.
constexpr double payload = 1024;
constexpr double request = payload + 8 + 12 + 32 + 4 + 2;

struct Result {
    double bandwidth; // bytes of one rank's vector a second
    std::string limited_by;
};

// Enough operations in flight for the window not to limit.
Result allreduce(const std::string& bytes, const Words& more)
{
    const SimRun run{Words{"--workload.bytes", bytes, "--workload.type", "float32", "--workload.path",
                           "sharp", "--sharp.osts_per_group", "64"} +
                     more};
    expect_ok(run);
    const CsvRow& row = run.collectives.at(0);
    return {real(row, "bytes") / (real(row, "latency_median_ps") * 1e-12), row.at("limited_by")};
}

bool starts_with(const std::string& text, const std::string& start) { return text.rfind(start, 0) == 0; }

const Words one_switch{"--fabric.kind", "single-switch", "--fabric.hosts", "16"};
constexpr double ndr = 400e9 / 8; // bytes a second

TEST(SharpBandwidth, PortOfTheNodeSharedByItsChildren)
{
    const Result r = allreduce("4MiB", one_switch);
    const double theory = ndr / 16 * payload / request;
    EXPECT_NEAR(r.bandwidth / theory, 1.0, 0.05);
    EXPECT_TRUE(starts_with(r.limited_by, "port of leaf0.an (into it), ")) << r.limited_by;
}

TEST(SharpBandwidth, HalfThePortRateGivesHalf)
{
    const Result whole = allreduce("2MiB", one_switch);
    const Result half = allreduce("2MiB", one_switch + Words{"--sharp.port_rate", "200Gb/s"});
    EXPECT_NEAR(half.bandwidth / (ndr / 2 / 16 * payload / request), 1.0, 0.05);
    EXPECT_NEAR(half.bandwidth / whole.bandwidth, 0.5, 0.025);
    EXPECT_TRUE(starts_with(half.limited_by, "port of leaf0.an (into it), ")) << half.limited_by;
}

// A beat of 4 lanes is 16 bytes a cycle: less than the port brings. Children share the ALU as they share the
// port.
TEST(SharpBandwidth, HalfTheLanesGiveHalfWhereTheAluIsTheLimit)
{
    const auto with_lanes = [](const std::string& lanes) {
        return allreduce("1MiB", one_switch + Words{"--alu.lanes", lanes, "--alu.clock", "2GHz"});
    };
    const Result eight = with_lanes("4"); // 32 GB/s at 2 GHz
    const Result four = with_lanes("2");
    EXPECT_TRUE(starts_with(eight.limited_by, "ALU 0 of leaf0.an, ")) << eight.limited_by;
    EXPECT_TRUE(starts_with(four.limited_by, "ALU 0 of leaf0.an, ")) << four.limited_by;
    EXPECT_NEAR(eight.bandwidth / (4 * 4 * 2e9 / 16), 1.0, 0.05);
    EXPECT_NEAR(four.bandwidth / (2 * 4 * 2e9 / 16), 1.0, 0.05);
    EXPECT_NEAR(four.bandwidth / eight.bandwidth, 0.5, 0.025);
}

TEST(SharpBandwidth, HalfTheLanesOfTheDefaultAluMakeItTheLimit)
{
    // 16 lanes take 64 GB/s and the port brings 47: the port limits. 8 lanes take 32.
    const Result r = allreduce("2MiB", one_switch + Words{"--alu.lanes", "8"});
    EXPECT_TRUE(starts_with(r.limited_by, "ALU 0 of leaf0.an, ")) << r.limited_by;
    EXPECT_NEAR(r.bandwidth / (8 * 4 * 1e9 / 16), 1.0, 0.05);
}

// The widest node of a tree limits it: 4 leaves of 8 hosts, 8 children a leaf and 4 at the root.
TEST(SharpBandwidth, WidestNodeOfATreeLimits)
{
    const Result r =
        allreduce("2MiB", {"--fabric.hosts", "32", "--fabric.leaves", "4", "--fabric.spines", "2"});
    EXPECT_NEAR(r.bandwidth / (ndr / 8 * payload / request), 1.0, 0.05);
    EXPECT_TRUE(starts_with(r.limited_by, "port of leaf")) << r.limited_by;
}

// With a window of w operations and a round trip of t, w operations pass in t at best.
TEST(SharpBandwidth, WindowLimitsWhereItIsShort)
{
    const auto run = [](const std::string& bytes, const std::string& window) {
        const SimRun r{
            Words{"--workload.bytes", bytes, "--workload.path", "sharp", "--sharp.osts_per_group", window} +
            one_switch};
        expect_ok(r);
        return real(r.collectives.at(0), "latency_median_ps");
    };
    const double one = run("1024", "1");
    EXPECT_NEAR(run("64KiB", "1") / (64 * one), 1.0, 0.05);
}

} // namespace
