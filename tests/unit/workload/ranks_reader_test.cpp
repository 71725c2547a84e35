// SPDX-License-Identifier: Apache-2.0
#include "workload/ranks_reader.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "unit/workload/temp_file.h"
#include "workload/program_reader.h"

namespace sharpsim {
namespace {

RankProgram ranks(const std::string& content) { return read_ranks(test::TempFile{content}.path()); }

TEST(Ranks, AllOfTheGrammar)
{
    const RankProgram p = ranks("\xEF\xBB\xBF# comment\r\n\r\nsharpsim-ranks 1 # version\r\nranks 8\r\n"
                                "rank 0, 2-3 {\r\n"
                                "  c1: compute 1.5us name \"first # not a comment\"\r\n"
                                "  a1 : allreduce 4MiB bfloat16 sum requires c1,s name \"mlp.down\"\n"
                                "  s: send 4KiB to 7 tag 4294967295 irequires c1\n"
                                "  marker \"half, {time}\" after\n"
                                "  barrier requires a1 requires s\n"
                                "}\n"
                                "ranks 1,4-7 {\n"
                                "\tallreduce 4MiB bfloat16 sum\n"
                                "\tbarrier\n"
                                "\trecv 0B from any tag 1\n"
                                "\tsend 0B to +3 tag 1\n"
                                "\tsend 0B to -3 tag 1\n"
                                "}\n"
                                "# end");
    (void)p;
}

} // namespace
} // namespace sharpsim
