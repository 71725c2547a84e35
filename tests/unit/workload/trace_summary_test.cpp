// SPDX-License-Identifier: Apache-2.0
#include "workload/trace_summary.h"

#include <gtest/gtest.h>

#include "unit/workload/temp_file.h"
#include "workload/program_reader.h"

namespace sharpsim {
namespace {

using Lines = std::vector<std::string>;

TEST(TraceSummary, AddsUpOverRanks)
{
    const test::TempFile file{
        "sharpsim-ranks 1\nranks 4\nrank 0-2 {\nc: compute 5us\nallreduce 8B int32 sum after\n"
        "allreduce 1KiB int32 sum after\nallreduce 8B int32 sum after\nbarrier after\n}\n"
        "rank 3 {\nallreduce 8B int32 sum\nallreduce 1KiB int32 sum\nallreduce 8B int32 sum\n"
        "barrier\ncompute 7us\n}\n"};
    const TraceSummary s = summarise(read_rank_program(file.path()));
    EXPECT_EQ(
        Lines(s.lines.begin() + 1, s.lines.end()),
        (Lines{"ranks: 4, 2 different programs", "nodes: 4 compute, 0 send, 0 recv, 16 collective, 0 marker",
               "compute: at most 7us in one rank", "collectives: 4, 1040B a rank",
               "  1 x allreduce 1KiB int32 sum, 1KiB a rank", "  2 x allreduce 8B int32 sum, 16B a rank",
               "  1 x barrier, 0B a rank"}));
    // The collectives of rank 3 stand one below the other and yet wait for nothing.
    EXPECT_EQ(
        s.warnings,
        (Lines{
            "line 12: allreduce 1KiB int32 sum depends on nothing and starts at once, although work stands "
            "before it",
            "line 13: allreduce 8B int32 sum depends on nothing and starts at once, although work stands "
            "before it",
            "line 14: barrier depends on nothing and starts at once, although work stands before it"}));
}

TEST(TraceSummary, MessagesAndIdleRanks)
{
    const test::TempFile file{
        "num_ranks 4 rank 0 { send 100b to 1 send 924b to 1 } rank 1 { recv 100b from 0\n"
        "recv 924b from 0 }"};
    const TraceSummary s = summarise(read_rank_program(file.path()));
    EXPECT_EQ(Lines(s.lines.begin() + 1, s.lines.end()),
              (Lines{"ranks: 4, 2 different programs, 2 ranks without any",
                     "nodes: 0 compute, 2 send, 2 recv, 0 collective, 0 marker",
                     "messages: 1KiB in 2, all with their receives"}));
    EXPECT_TRUE(s.warnings.empty());
}

} // namespace
} // namespace sharpsim
