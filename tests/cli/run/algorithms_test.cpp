// SPDX-License-Identifier: Apache-2.0
// Allreduces on both paths, over odd and even numbers of ranks, exact in every type and operator; shipped and
// published rank programs.
#include <gtest/gtest.h>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

SimRun allreduce(const std::string& path, const std::string& ranks, const Words& more)
{
    return SimRun{Words{"--fabric.hosts", "16", "--fabric.leaves", "2", "--fabric.spines", "2",
                        "--workload.path", path, "--workload.ranks", ranks} +
                  more};
}

class RanksAndPaths : public ::testing::TestWithParam<const char*> {};

TEST_P(RanksAndPaths, AreExact)
{
    const std::string ranks = GetParam();
    for (const char* path : {"sharp", "ring"})
        for (const char* type : {"int32", "float16", "float32"})
            for (const char* op : {"sum", "max"}) {
                SCOPED_TRACE(std::string{path} + " " + type + " " + op);
                const SimRun run = allreduce(
                    path, ranks,
                    {"--workload.bytes", "3KiB", "--workload.type", type, "--workload.operator", op});
                expect_ok(run);
                const CsvRow& row = run.collectives.at(0);
                EXPECT_EQ(row.at("path"), std::string{path} == "sharp" ? "sharp-llt" : "ring");
                EXPECT_EQ(row.at("ranks"), ranks);
                // Reduction where there is something to reduce, on the tree's nodes.
                EXPECT_EQ(run.number("beats_reduced") > 0, std::string{path} == "sharp");
            }
}

INSTANTIATE_TEST_SUITE_P(Ranks, RanksAndPaths, ::testing::Values("1", "2", "3", "5", "7", "16"));

// Sizes around the limits of a beat, an operation and a chunk.
TEST(Allreduce, AllTypesAndOperatorsOnBothPaths)
{
    const char* sizes[] = {"4", "68", "1024", "1028", "8196"};
    unsigned n = 0;
    for (const char* type : {"int32", "uint32", "float16", "bfloat16", "float32"})
        for (const char* op : {"sum", "min", "max"})
            for (const char* path : {"sharp", "ring"}) {
                SCOPED_TRACE(std::string{path} + " " + type + " " + op);
                expect_ok(allreduce(path, "5",
                                    {"--workload.bytes", sizes[n++ % 5], "--workload.type", type,
                                     "--workload.operator", op}));
            }
}

// An integer sum does not depend on order: the two paths must agree with each other as well.
TEST(Allreduce, MovesAsManyPayloadBytesOnEitherPath)
{
    for (const char* path : {"sharp", "ring"}) {
        const SimRun run = allreduce(path, "7", {"--workload.bytes", "7168", "--workload.type", "int32"});
        expect_ok(run);
        // Into the tree goes each rank's vector; around the ring 2 (n - 1) chunks of each rank.
        EXPECT_EQ(run.number("injected_bytes"),
                  std::string{path} == "sharp" ? 7U * 7168 : 7U * 2 * 6 * (7168 / 7))
            << path;
    }
}

TEST(Goal, PublishedBroadcastRunsOn32Hosts)
{
    const std::string file = shared_file("data/traces/goal_binary_tree_32.goal");
    if (file.empty())
        GTEST_SKIP() << "no published traces beside the repository";
    const SimRun run{{"--fabric.hosts", "32", "--workload.kind", "trace", "--workload.file", file}};
    expect_ok(run);
    EXPECT_GT(run.number("delivered_bytes"), 0U);
    EXPECT_EQ(run.number("delivered_bytes"), run.number("injected_bytes"));
    const SimRun small{{"--fabric.hosts", "16", "--workload.kind", "trace", "--workload.file", file}};
    EXPECT_EQ(small.result.code, 2);
    EXPECT_TRUE(small.empty());
}

TEST(Barrier, ReleasesNobodyBeforeTheLastHasCome)
{
    const TempDir files;
    const std::string file =
        files.write("late.ranks", "sharpsim-ranks 1\nranks 16\nrank 0-14 {\n barrier\n}\n"
                                  "rank 15 {\n compute 50us\n barrier after\n}\n");
    for (const char* path : {"sharp", "ring"}) {
        const SimRun run{{"--fabric.hosts", "16", "--workload.kind", "trace", "--workload.file", file,
                          "--workload.path", path}};
        expect_ok(run);
        const CsvRow& row = run.collectives.at(0);
        EXPECT_EQ(row.at("kind"), "barrier");
        EXPECT_GT(number(row, "latency_median_ps"), 50'000'000U) << path;
        EXPECT_LT(number(row, "latency_min_ps"), 50'000'000U) << path; // the last one's own
    }
}

} // namespace
