// SPDX-License-Identifier: Apache-2.0
#include "workload/goal_reader.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "unit/workload/temp_file.h"
#include "workload/program_reader.h"

namespace sharpsim {
namespace {

RankProgram goal(const std::string& content) { return read_goal(test::TempFile{content}.path()); }

// A binomial tree over 32 ranks: every rank but the root receives once, so 31 messages; rank 0 reaches 1, 2,
// 4, 8, 16.
TEST(Goal, PublicSampleOfABinaryTree)
{
    const std::string path = std::string{SHARPSIM_SHARED_DIR} + "/data/traces/goal_binary_tree_32.goal";
    if (!std::filesystem::exists(path))
        GTEST_SKIP() << path << " is not there";
    const RankProgram p = read_rank_program(path);
    EXPECT_EQ(p.ranks(), 32U);
    EXPECT_TRUE(p.collectives().empty());
    unsigned sends = 0;
    unsigned recvs = 0;
    std::vector<unsigned> received(32, 0);
    for (std::uint32_t rank = 0; rank < 32; ++rank) {
        const ProgramGraph& g = p.graph(RankId{rank});
        for (NodeIndex n = 0; n < g.size(); ++n) {
            EXPECT_EQ(g[n].amount, 1U);
            if (g[n].kind == NodeKind::send) {
                ++sends;
                ++received[g[n].peer];
                EXPECT_EQ(g.predecessors(n), rank == 0 ? 0U : 1U);
            } else {
                ++recvs;
                EXPECT_EQ(g[n].kind, NodeKind::recv);
                EXPECT_EQ(g.predecessors(n), 0U);
            }
        }
    }
    EXPECT_EQ(sends, 31U);
    EXPECT_EQ(recvs, 31U);
    EXPECT_EQ(received[0], 0U);
    for (std::uint32_t rank = 1; rank < 32; ++rank)
        EXPECT_EQ(received[rank], 1U);
    EXPECT_EQ(p.graph(RankId{0}).size(), 5U);
    EXPECT_EQ(p.graph(RankId{0})[4].peer, 16U);
}

TEST(Goal, AllOfTheGrammar)
{
    const RankProgram p = goal("// a comment\n"
                               "num_ranks 3 /* three\n of them */\n"
                               "rank 0 { l1: calc 500 cpu 1\n l2: send 1024b to 1 tag 3 cpu 0 nic 1\n"
                               "  l2 requires l1 l3: calc 0 l3 irequires l2 send 0b to 1 }\n"
                               "rank 1\n{\nlate requires early // further down\n"
                               "early: recv 1024b from -1 tag 3\nlate:calc 7\nrecv 5b from 0\n}");
    EXPECT_EQ(p.ranks(), 3U);
    const ProgramGraph& g = p.graph(RankId{0});
    ASSERT_EQ(g.size(), 4U);
    EXPECT_EQ(g[0].duration(), Picoseconds{500'000}); // nanoseconds
    EXPECT_EQ(g[1].kind, NodeKind::send);
    EXPECT_EQ(g[1].bytes(), Bytes{1024});
    EXPECT_EQ(g[1].tag, 3U);
    EXPECT_EQ(g[1].line, 5U);
    EXPECT_EQ(g[3].tag, 0U);
    ASSERT_EQ(g.predecessors(1), 1U);
    EXPECT_EQ(*g.successors(0, EdgeKind::finish).begin(), 1U);
    EXPECT_EQ(*g.successors(1, EdgeKind::start).begin(), 2U);
    EXPECT_EQ(g.successors(1, EdgeKind::finish).begin(), g.successors(1, EdgeKind::finish).end());
    const ProgramGraph& h = p.graph(RankId{1});
    EXPECT_EQ(h[0].peer_kind, PeerKind::any);
    EXPECT_EQ(h.predecessors(1), 1U);
    EXPECT_EQ(h.label(1), "late");
    EXPECT_EQ(p.graph(RankId{2}).size(), 0U);
}

TEST(Goal, RefusesMalformedInput)
{
    const test::Refused cases[] = {
        {"", "1: expected num_ranks, found the end of the file"},
        {"ranks 2", "1: expected num_ranks, found 'ranks'"},
        {"num_ranks", "1: num_ranks is missing at the end of the file"},
        {"num_ranks 0", "1: num_ranks is '0', allowed are whole numbers from 1 to 49151"},
        {"num_ranks 2.5", "1: num_ranks is '2.5', allowed are whole numbers from 1 to 49151"},
        {"num_ranks 2", " no rank has anything to do"},
        {"num_ranks 2\nrank 2 { }", "2: rank is '2', allowed are whole numbers from 0 to 1"},
        {"num_ranks 2\nrank 0 { calc 1 }\nrank 0 { }", "3: rank 0 has a block on line 2 already"},
        {"num_ranks 1\nrank 0 calc 1", "2: expected {, found 'calc'"},
        {"num_ranks 1\nrank 0 {\ncalc 1\n", "4: the block of rank 0 on line 2 is not closed"},
        {"num_ranks 1\nrank 0 {\ncalc x }",
         "3: calc is 'x', allowed are whole numbers from 0 to 86400000000000"},
        {"num_ranks 1\nrank 0 {\ncalc -1 }",
         "3: calc is '-1', allowed are whole numbers from 0 to 86400000000000"},
        {"num_ranks 1\nrank 0 {\ncalc 99999999999999999999 }",
         "3: calc is '99999999999999999999', allowed are whole numbers from 0 to 86400000000000"},
        {"num_ranks 1\nrank 0 {\nwork 5 }", "3: expected calc, send, recv or a dependency, found 'work'"},
        {"num_ranks 2\nrank 0 {\nsend 5 to 1 }", "3: expected a size such as 1024b, found '5'"},
        {"num_ranks 2\nrank 0 {\nsend xb to 1 }",
         "3: the size in bytes is 'x', allowed are whole numbers from 0 to 2147483648"},
        {"num_ranks 2\nrank 0 {\nsend 5b from 1 }", "3: expected to, found 'from'"},
        {"num_ranks 2\nrank 0 {\nsend 5b to -1 }",
         "3: the peer's rank is '-1', allowed are whole numbers from 0 to 1"},
        {"num_ranks 2\nrank 0 {\nsend 5b to 2 }",
         "3: the peer's rank is '2', allowed are whole numbers from 0 to 1"},
        {"num_ranks 2\nrank 0 {\nsend 5b to 1 tag }",
         "3: tag is '}', allowed are whole numbers from 0 to 4294967295"},
        {"num_ranks 2\nrank 0 {\ncalc 5 tag 1 }", "3: calc has no tag"},
        {"num_ranks 2\nrank 0 {\nsend 5b to 0 }",
         "3: rank 0 exchanges a message with itself: send 5B to 0 tag 0 (line 3)"},
        {"num_ranks 1\nrank 0 {\na: calc 1\na: calc 2 }", "4: label 'a' is taken by line 3"},
        {"num_ranks 1\nrank 0 {\n1a: calc 1 }",
         "3: label '1a': it begins with a letter or _, and holds letters, digits, _ . -"},
        {"num_ranks 1\nrank 0 {\nab1: calc 1\nab1 requires ab2 }",
         "4: no node of this rank has the label 'ab2'; did you mean 'ab1'?"},
        {"num_ranks 1\nrank 0 {\na: calc 1\nzzz requires a }", "4: no node of this rank has the label 'zzz'"},
        {"num_ranks 1\nrank 0 {\na: calc 1\na requires }", "4: expected a label, found '}'"},
        {"num_ranks 1\nrank 0 {\na: calc 1\nb: calc 1\na requires b\nb irequires a }",
         "3: dependencies form a cycle: a waits for b waits for a"},
        {"num_ranks 1\nrank 0 {\na: calc 1\na requires a }", "3: dependencies form a cycle: a waits for a"},
        {"num_ranks 1 /* never\nclosed", "1: the comment that begins here does not end"},
        {"num_ranks 1 / 2", "1: a single '/': comments are // and /* */"},
        {"num_ranks 2\nrank 0 {\nsend 5b to 1 tag 9 }",
         "3: 1 send without a receive, 0 receives without a send: rank 0 send 5B to 1 tag 9 (line 3)"},
        {"num_ranks 2\nrank 0 {\nsend 5b to 1 tag 9 }\nrank 1 {\nrecv 5b from 0 tag 8\nrecv 5b from -1 tag 8 "
         "}",
         "5: 1 send without a receive, 2 receives without a send: rank 1 recv 5B from 0 tag 8 (line 5); rank "
         "1 recv "
         "5B from any tag 8 (line 6); rank 0 send 5B to 1 tag 9 (line 3)"},
    };
    for (const test::Refused& c : cases)
        EXPECT_EQ(test::error_of(c.content, read_goal), c.error) << c.content;
}

TEST(Goal, ReceivesFromAnybodyTakeWhatNamedOnesLeave)
{
    const std::string two_sends = "num_ranks 3\nrank 1 { send 1b to 0 }\nrank 2 { send 1b to 0 }\n";
    EXPECT_EQ(test::error_of(two_sends + "rank 0 { recv 1b from -1 recv 1b from 2 }", read_goal), "accepted");
    EXPECT_EQ(test::error_of(two_sends + "rank 0 { recv 1b from -1 recv 1b from -1 }", read_goal),
              "accepted");
    EXPECT_NE(test::error_of(two_sends + "rank 0 { recv 1b from 1 recv 1b from 1 }", read_goal), "accepted");
    EXPECT_NE(test::error_of(two_sends + "rank 0 { recv 1b from -1 }", read_goal), "accepted");
}

} // namespace
} // namespace sharpsim
