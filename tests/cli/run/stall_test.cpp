// SPDX-License-Identifier: Apache-2.0
// Runs that cannot get on: exit code 1 within the watchdog's time, with a report of who waits for what and
// where.
#include <algorithm>

#include <gtest/gtest.h>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

constexpr std::uint64_t watchdog_ps = 20'000'000; // 20 us
const Words watchdog{"--sim.watchdog", "20us"};
constexpr std::uint64_t look_ps = 100'000'000; // the watchdog is asked every 100 us of simulated time

void expect_says(const SimRun& run, const std::vector<std::string>& parts)
{
    for (const std::string& part : parts)
        EXPECT_NE(run.result.out.find(part), std::string::npos) << "no \"" << part << "\" in\n"
                                                                << run.result.text();
}

// Rank 3 joins after a message that rank 0 sends after the allreduce.
const char* const never_joins =
    "sharpsim-ranks 1\nranks 4\n"
    "rank 0 {\n a: allreduce 8B float32 sum name \"step\"\n send 8B to 3 after\n}\n"
    "rank 1-2 {\n allreduce 8B float32 sum\n}\n"
    "rank 3 {\n r: recv 8B from 0\n allreduce 8B float32 sum requires r\n}\n";

TEST(Stall, RankThatNeverJoinsOnTheTree)
{
    const TempDir files;
    const SimRun run{watchdog + Words{"--fabric.kind", "single-switch", "--fabric.hosts", "4",
                                      "--workload.kind", "trace", "--workload.file",
                                      files.write("x.ranks", never_joins), "--workload.path", "sharp"}};
    EXPECT_EQ(run.result.code, 1);
    EXPECT_EQ(run.status(), "stalled");
    EXPECT_LE(run.number("sim_time_ps"), 2 * watchdog_ps + look_ps);
    expect_says(run, {"stalled at ", "begun by 3 of 4 ranks", "not begun by rank 3", "rank 3 ",
                      "recv 8B from 0", "rank 0 waits in allreduce 0 (8B float32 sum",
                      "rank 1 waits in allreduce 0", "its aggregation node is leaf0.an",
                      "leaf0.an: group 1, operation 0 has 3 of 4 operands; missing: host3 (rank 3)"});
}

// On the tree of two levels the report names the switch under which the missing rank is.
TEST(Stall, RankThatNeverJoinsBelowASecondLeaf)
{
    const TempDir files;
    const SimRun run{watchdog + Words{"--fabric.hosts", "4", "--fabric.leaves", "2", "--fabric.spines", "1",
                                      "--workload.kind", "trace", "--workload.file",
                                      files.write("x.ranks", never_joins), "--workload.path", "sharp"}};
    EXPECT_EQ(run.result.code, 1);
    EXPECT_EQ(run.status(), "stalled");
    expect_says(run, {"not begun by rank 3",
                      "leaf1.an: group 1, operation 0 has 1 of 2 operands; missing: host3 (rank 3)",
                      "spine0.an: group 1, operation 0 has 1 of 2 operands; missing: leaf1.an"});
}

// Ranks 8 to 19 never join: the first eight are named, the rest is counted; whole leaves are named as such.
TEST(Stall, ManyMissingChildrenAreNamedAndCounted)
{
    std::string sends;
    for (unsigned rank = 9; rank < 20; ++rank)
        sends += " send 8B to " + std::to_string(rank) + " after\n";
    const TempDir files;
    const std::string file = files.write(
        "x.ranks", "sharpsim-ranks 1\nranks 20\n"
                   "rank 0 {\n allreduce 8B float32 sum\n send 8B to 8 after\n}\n"
                   "rank 1-7 {\n allreduce 8B float32 sum\n}\n"
                   "rank 8 {\n r: recv 8B from 0\n allreduce 8B float32 sum requires r\n" +
                       sends +
                       "}\n"
                       "rank 9-19 {\n r: recv 8B from 8\n allreduce 8B float32 sum requires r\n}\n");
    const Words job =
        watchdog + Words{"--workload.kind", "trace", "--workload.file", file, "--workload.path", "sharp"};
    const SimRun one{job + Words{"--fabric.kind", "single-switch", "--fabric.hosts", "20"}};
    EXPECT_EQ(one.status(), "stalled");
    expect_says(one, {"ended by 0; not begun by rank 8, 9, 10, 11, 12, 13, 14, 15 and 4 more\n",
                      "leaf0.an: group 1, operation 0 has 8 of 20 operands; missing: host8 (rank 8), "
                      "host9 (rank 9), host10 (rank 10), host11 (rank 11), host12 (rank 12), "
                      "host13 (rank 13), host14 (rank 14), host15 (rank 15) and 4 more\n"});
    const SimRun tree{job + Words{"--fabric.hosts", "20", "--fabric.leaves", "5", "--fabric.spines", "1"}};
    EXPECT_EQ(tree.status(), "stalled");
    expect_says(tree, {"spine0.an: group 1, operation 0 has 2 of 5 operands; "
                       "missing: leaf2.an, leaf3.an, leaf4.an\n"});
}

TEST(Stall, RankThatNeverJoinsTheRing)
{
    const TempDir files;
    const SimRun run{watchdog + Words{"--fabric.kind", "single-switch", "--fabric.hosts", "4",
                                      "--workload.kind", "trace", "--workload.file",
                                      files.write("x.ranks", never_joins), "--workload.path", "ring"}};
    EXPECT_EQ(run.result.code, 1);
    EXPECT_EQ(run.status(), "stalled");
    expect_says(run, {"not begun by rank 3", "rank 0 waits in allreduce 0 (8B float32 sum, ring)",
                      "the next come from rank 3", "rank 3 "});
}

// A port that never grants credit again stops its far end after exactly the packets that the buffer holds.
TEST(Stall, PortWithoutFlowControlIsNamed)
{
    const TempDir files;
    const std::string file =
        files.write("cut.ini", "[override \"leaf0.port3\"]\nfault.fc_drop_count = 18446744073709551615\n");
    const SimRun run{watchdog + Words{"--fabric.kind", "single-switch", "--fabric.hosts", "4", "--config",
                                      file, "--workload.bytes", "1MiB", "--workload.path", "ring"}};
    EXPECT_EQ(run.result.code, 1) << run.result.text();
    EXPECT_EQ(run.status(), "stalled");
    expect_says(run, {"nothing moved for 20000000 ps", "host2.port1: QP ", "waits for credit on VL 0"});
    // 4096 bytes and headers: LRH 8, BTH 12, ICRC 4, VCRC 2 are 65 blocks of 64 bytes; 64 KiB are 1024
    // blocks.
    for (const CsvRow& row : run.counters)
        if (row.at("node") == "host2") {
            EXPECT_LE(number(row, "PortXmitPkts"), 1024U); // an acknowledgement takes a block
            EXPECT_GE(number(row, "PortXmitPkts"), 1024U / 65);
        }
}

// The same at the receiving end: the switch's port is named with what waits for it.
TEST(Stall, SwitchPortWithoutCreditIsNamed)
{
    const TempDir files;
    const std::string file =
        files.write("cut.ini", "[override \"host2\"]\nfault.fc_drop_count = 18446744073709551615\n");
    const SimRun run{watchdog + Words{"--fabric.kind", "single-switch", "--fabric.hosts", "4", "--config",
                                      file, "--workload.bytes", "1MiB", "--workload.path", "ring"}};
    EXPECT_EQ(run.result.code, 1) << run.result.text();
    EXPECT_EQ(run.status(), "stalled");
    expect_says(run, {"leaf0.port3: VL 0 holds ", "blocks of credit"});
}

TEST(Stall, LostFlowControlPacketHeals)
{
    const TempDir files;
    const std::string file = files.write(
        "one.ini", "[override \"leaf0.port3\"]\nfault.fc_drop_first = 5\nfault.fc_drop_count = 20\n");
    const Words args{"--fabric.kind",    "single-switch", "--fabric.hosts",  "4",
                     "--workload.bytes", "1MiB",          "--workload.path", "ring"};
    const SimRun clean{args};
    const SimRun run{args + Words{"--config", file}};
    expect_ok(clean);
    expect_ok(run);
    EXPECT_NE(run.digest(), clean.digest());
}

// A buffer of one packet: slow, but nothing is lost and nothing sticks.
TEST(Stall, NoneWithBuffersOfOnePacket)
{
    const SimRun run{{"--fabric.hosts", "8", "--fabric.leaves", "2", "--fabric.spines", "2", "--link.buffer",
                      "4224B", "--workload.bytes", "256KiB", "--workload.path", "ring"}};
    expect_ok(run);
    EXPECT_EQ(run.number("dropped_packets"), 0U);
}

TEST(Stall, TimeLimitEndsARunAsIncomplete)
{
    const SimRun run{{"--fabric.hosts", "8", "--workload.bytes", "1MiB", "--workload.iterations", "1000",
                      "--sim.time_limit", "300us"}};
    EXPECT_EQ(run.result.code, 1);
    EXPECT_EQ(run.status(), "incomplete");
    expect_says(run, {"stopped at 300000000 ps"});
}

// Of three operations the first ends, the second has begun, the third has not: no number stands for what was
// not measured, in file, table and report of the run.
TEST(Stall, OperationsThatDidNotEndHaveNoTimes)
{
    const SimRun run{{"--fabric.hosts", "8", "--workload.bytes", "8", "--workload.iterations", "3",
                      "--workload.path", "sharp", "--sim.time_limit", "1500ns"}};
    EXPECT_EQ(run.status(), "incomplete");
    ASSERT_EQ(run.collectives.size(), 3U);
    EXPECT_EQ(run.collectives[0].at("ranks_done"), "8");
    EXPECT_GT(number(run.collectives[0], "latency_median_ps"), 0U);
    for (unsigned n : {1U, 2U}) {
        EXPECT_EQ(run.collectives[n].at("ranks_done"), "0");
        EXPECT_EQ(run.collectives[n].at("start_ps").empty(), n == 2);
        for (const char* column : {"end_ps", "latency_min_ps", "latency_median_ps", "latency_p99_ps",
                                   "latency_max_ps", "algbw_GBps"})
            EXPECT_EQ(run.collectives[n].at(column), "") << column;
    }
    expect_says(run, {" sharp-llt  1 of 3  "});
    const ProgramResult report = run_program({"report", run.path()});
    EXPECT_EQ(report.code, 0) << report.err;
    EXPECT_EQ(run.result.out.rfind(report.out, 0), 0U) << report.out;

    const SimRun none{{"--fabric.hosts", "8", "--sim.time_limit", "500ns"}};
    const std::string table = none.result.out.substr(0, none.result.out.find("\n\n"));
    EXPECT_NE(table.find("  0 of 1    -       -    -    -           -      -  "), std::string::npos) << table;
}

// A workload of the configuration has no lines; one of a file has.
TEST(Stall, ReportTellsWhereANodeComesFrom)
{
    const Words cut{"--fabric.hosts", "8", "--sim.time_limit", "1us"};
    for (const std::string path : {"sharp", "ring"})
        for (const std::string kind : {"allreduce", "barrier"}) {
            const SimRun run{cut + Words{"--workload.path", path, "--workload.collective", kind}};
            EXPECT_EQ(run.status(), "incomplete");
            expect_says(run, {"rank 0 since 0 ps: " + kind, "(built-in)"});
            EXPECT_EQ(run.result.text().find("line "), std::string::npos) << run.result.text();
        }
    const TempDir files;
    const SimRun run{cut +
                     Words{"--workload.kind", "trace", "--workload.file",
                           files.write("x.ranks", "sharpsim-ranks 1\nranks 8\nrank * {\n barrier\n}\n")}};
    expect_says(run, {"rank 0 since 0 ps: barrier (line 4)"});
}

// Shorter than the steps between two looks of the run, and than the run itself.
TEST(Stall, TimeLimitHoldsToThePicosecond)
{
    const Words job{"--fabric.hosts", "8", "--workload.iterations", "3"};
    const SimRun whole{job};
    const SimRun enough{job + Words{"--sim.time_limit", "1ms"}};
    EXPECT_EQ(whole.digest(), enough.digest());
    const SimRun cut{job + Words{"--sim.time_limit", "1us"}};
    EXPECT_EQ(cut.result.code, 1);
    EXPECT_EQ(cut.status(), "incomplete");
    EXPECT_LT(cut.number("sim_time_ps"), 1'000'000U);
    expect_says(cut, {"stopped at 1000000 ps"});
    const SimRun none{job + Words{"--sim.time_limit", "1ps"}};
    EXPECT_EQ(none.status(), "incomplete");
}

// A parse of one millisecond is silence on all links, as long as the watchdog's patience, and no stall.
TEST(Stall, NoneWhileAnAggregationNodeWorks)
{
    const SimRun run{{"--fabric.kind", "single-switch", "--fabric.hosts", "8", "--sharp.parse", "1000",
                      "--alu.clock", "1MHz", "--workload.path", "sharp", "--workload.iterations", "2"}};
    expect_ok(run);
}

// What went wrong is said even to those who want to hear nothing else.
TEST(Stall, QuietStillTellsInOneLine)
{
    const TempDir files;
    const SimRun run{watchdog + Words{"--quiet", "--fabric.kind", "single-switch", "--fabric.hosts", "4",
                                      "--workload.kind", "trace", "--workload.file",
                                      files.write("x.ranks", never_joins), "--workload.path", "sharp"}};
    EXPECT_EQ(run.result.code, 1);
    EXPECT_EQ(run.result.out, "");
    EXPECT_EQ(run.result.err.rfind("sharpsim: stalled: stalled at ", 0), 0U) << run.result.err;
    EXPECT_EQ(std::count(run.result.err.begin(), run.result.err.end(), '\n'), 1) << run.result.err;
}

// Packets that are left in the fabric when nothing moves any more are a stall, whoever sent them.
TEST(Stall, StrandedTrafficIsNamed)
{
    const TempDir files;
    const std::string cut =
        files.write("cut.ini", "[override \"host1\"]\nfault.fc_drop_count = 1000000000\n");
    const SimRun run{{"--config", cut, "--fabric.kind", "single-switch", "--fabric.hosts", "4",
                      "--workload.kind", "synthetic", "--workload.load", "0.5", "--workload.duration",
                      "200us"}};
    EXPECT_EQ(run.result.code, 1);
    EXPECT_EQ(run.status(), "stalled");
    expect_says(run, {"leaf0.port2: VL 0 holds "});
}

// Long computations are no stall.
TEST(Stall, NoneWhileARankComputes)
{
    const TempDir files;
    const std::string file =
        files.write("x.ranks", "sharpsim-ranks 1\nranks 4\nrank 0 {\n compute 5ms\n barrier after\n}\n"
                               "rank 1-3 {\n barrier\n}\n");
    expect_ok(
        SimRun{watchdog + Words{"--fabric.hosts", "4", "--workload.kind", "trace", "--workload.file", file}});
}

} // namespace
