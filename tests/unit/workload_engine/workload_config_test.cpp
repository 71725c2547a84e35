// SPDX-License-Identifier: Apache-2.0
#include "workload/workload_config.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/workload/temp_file.h"

namespace sharpsim {
namespace {

std::string message_of(const WorkloadConfig& config, std::uint32_t hosts)
{
    try {
        load_program(config, hosts);
    } catch (const InputError& e) {
        return e.what();
    }
    return "accepted";
}

TEST(WorkloadConfig, KeysReachTheirFields)
{
    WorkloadConfig c;
    KeyTable keys;
    declare(keys, c);
    apply_settings(keys, {{"", "workload.collective", "barrier", Origin::command_line()},
                          {"", "workload.type", "float8_e5m2", Origin::command_line()},
                          {"", "workload.operator", "lxor", Origin::command_line()},
                          {"", "workload.payload", "size-only", Origin::command_line()},
                          {"", "workload.skew", "3us", Origin::command_line()},
                          {"", "workload.arrival", "periodic", Origin::command_line()}});
    EXPECT_EQ(c.collective, CollectiveKind::barrier);
    EXPECT_EQ(c.type, reduction::Type::float8_e5m2);
    EXPECT_EQ(c.op, reduction::Operator::lxor);
    EXPECT_FALSE(c.real_payload);
    EXPECT_EQ(c.skew, Picoseconds{3'000'000});
    EXPECT_EQ(c.traffic.arrival, Arrival::periodic);
    EXPECT_THROW(apply_settings(keys, {{"", "workload.load", "1.1", Origin::command_line()}}), InputError);
    EXPECT_THROW(apply_settings(keys, {{"", "workload.kind", "loop", Origin::command_line()}}), InputError);
}

TEST(WorkloadConfig, TheLoopIsOneGraphForAllRanks)
{
    WorkloadConfig c;
    c.bytes = Bytes{64};
    c.iterations = 3;
    const RankProgram all = load_program(c, 6);
    EXPECT_EQ(all.ranks(), 6U);
    EXPECT_EQ(all.graph_index(RankId{0}), all.graph_index(RankId{5}));
    EXPECT_EQ(all.collectives().size(), 3U);
    EXPECT_EQ(all.graph(RankId{0}).predecessors(2), 1U);
    c.ranks = 2;
    EXPECT_EQ(load_program(c, 6).ranks(), 2U);
    c.bytes = Bytes{0};
    EXPECT_EQ(load_program(c, 6).collectives()[0].bytes, Bytes{0});
}

// No line of a file is told where there is no file.
TEST(WorkloadConfigTest, NodesOfTheLoopAreBuiltIn)
{
    WorkloadConfig c;
    c.iterations = 2;
    EXPECT_EQ(load_program(c, 2).graph(RankId{0}).describe(0), "allreduce 8B float32 sum (built-in)");
    c.collective = CollectiveKind::barrier;
    EXPECT_EQ(load_program(c, 2).graph(RankId{1}).describe(1), "barrier (built-in)");
}

TEST(WorkloadConfig, WhatCannotRunIsRefused)
{
    WorkloadConfig c;
    c.bytes = Bytes{6};
    EXPECT_EQ(message_of(c, 4),
              "configuration: workload.bytes = 6B is no whole number of float32 elements (4B each)");
    c.bytes = Bytes{8};
    c.ranks = 5;
    EXPECT_EQ(message_of(c, 4), "configuration: workload.ranks has 5 ranks, the fabric 4 HCAs");
    c.kind = WorkloadKind::trace;
    EXPECT_EQ(message_of(c, 4), "configuration: workload.kind = trace needs workload.file");
    const test::TempFile file{"sharpsim-ranks 1\nranks 5\nrank * {\nbarrier\n}\n"};
    c.file = file.path();
    EXPECT_EQ(message_of(c, 4), c.file + ": the workload has 5 ranks, the fabric 4 HCAs");
    EXPECT_EQ(message_of(c, 5), "accepted");
    c.kind = WorkloadKind::synthetic;
    c.traffic.warmup = c.traffic.duration;
    EXPECT_THROW(check(c), InputError);
}

} // namespace
} // namespace sharpsim
