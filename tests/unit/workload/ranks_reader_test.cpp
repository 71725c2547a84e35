// SPDX-License-Identifier: Apache-2.0
#include "workload/ranks_reader.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "unit/workload/temp_file.h"
#include "workload/goal_reader.h"
#include "workload/program_reader.h"

namespace sharpsim {
namespace {

using reduction::Operator;
using reduction::Type;

RankProgram ranks(const std::string& content) { return read_ranks(test::TempFile{content}.path()); }

std::vector<NodeIndex> after(const ProgramGraph& g, NodeIndex n, EdgeKind kind)
{
    const auto range = g.successors(n, kind);
    return {range.begin(), range.end()};
}

TEST(Ranks, LineEndsBlanksAndCommentsMeanNothing)
{
    const RankProgram p = ranks("\xEF\xBB\xBF# comment\r\n\r\nsharpsim-ranks 1 # version\r\nranks 6\r\n"
                                "rank 0, 2-3 {\r\n\tbarrier # all\r\n}\r\n"
                                "ranks 1 , 4-5{\nx :barrier\n  }\n# end");
    EXPECT_EQ(p.ranks(), 6U);
    EXPECT_EQ(p.graph_index(RankId{0}), p.graph_index(RankId{3}));
    EXPECT_EQ(p.graph_index(RankId{1}), p.graph_index(RankId{5}));
    EXPECT_EQ(p.graph(RankId{4}).label(0), "x");
}

TEST(Ranks, NodesAndEdges)
{
    const RankProgram p = ranks("sharpsim-ranks 1\nranks 3\n"
                                "rank 0-1 {\n"
                                "  c1: compute 1.5us name \"first # no comment\"\n"
                                "  a1 : allreduce 4MiB bfloat16 sum requires c1,s name \"mlp.down\"\n"
                                "  s: send 4KiB to 2 tag 4294967295 irequires c1\n"
                                "  marker \"half, {time}\" after\n"
                                "  barrier requires a1 requires s\n"
                                "}\n"
                                "rank 2 {\n"
                                "  allreduce 4096KiB bfloat16 sum\n"
                                "  recv 4KiB from any tag 4294967295\n"
                                "  recv 4KiB from 1 tag 4294967295 after\n"
                                "  barrier\n"
                                "}\n");
    EXPECT_EQ(p.graph_index(RankId{0}), p.graph_index(RankId{1})); // one copy
    EXPECT_NE(p.graph_index(RankId{0}), p.graph_index(RankId{2}));
    const ProgramGraph& g = p.graph(RankId{1});
    ASSERT_EQ(g.size(), 5U);
    EXPECT_EQ(g[0].duration(), Picoseconds{1'500'000});
    EXPECT_EQ(g.label(0), "c1");
    EXPECT_EQ(g.text(0), "first # no comment");
    EXPECT_EQ(g[1].kind, NodeKind::collective);
    EXPECT_EQ(g.collective(1),
              (CollectiveCall{CollectiveKind::allreduce, Type::bfloat16, Operator::sum, Bytes{4 << 20}}));
    EXPECT_EQ(g.predecessors(1), 2U);
    EXPECT_EQ(g[2].tag, 4294967295U);
    EXPECT_EQ(g[3].kind, NodeKind::marker);
    EXPECT_EQ(g.text(3), "half, {time}");
    EXPECT_EQ(g[4].order, 1U);
    EXPECT_EQ(g[4].line, 8U);
    EXPECT_EQ(after(g, 0, EdgeKind::finish), (std::vector<NodeIndex>{1}));
    EXPECT_EQ(after(g, 0, EdgeKind::start), (std::vector<NodeIndex>{2}));
    EXPECT_EQ(after(g, 1, EdgeKind::finish), (std::vector<NodeIndex>{4}));
    EXPECT_EQ(after(g, 2, EdgeKind::finish),
              (std::vector<NodeIndex>{3, 4, 1})); // the forward one is resolved last
    EXPECT_EQ(g.describe(1), "a1: allreduce 4MiB bfloat16 sum \"mlp.down\" (line 5)");
    EXPECT_EQ(g.describe(2), "s: send 4KiB to 2 tag 4294967295 (line 6)");
    ASSERT_EQ(p.collectives().size(), 2U);
    EXPECT_EQ(to_text(p.collectives()[1]), "barrier");
    const ProgramGraph& h = p.graph(RankId{2});
    EXPECT_EQ(h[1].peer_kind, PeerKind::any);
    EXPECT_EQ(p.peer(RankId{2}, h[2]), RankId{1});
}

TEST(Ranks, RelativePeersWrapAround)
{
    const RankProgram p =
        ranks("sharpsim-ranks 1\nranks 5\nrank * {\nsend 1B to +2 tag 1\nrecv 1B from -2 tag 1\n}\n");
    const ProgramGraph& g = p.graph(RankId{4});
    EXPECT_EQ(p.peer(RankId{4}, g[0]), RankId{1});
    EXPECT_EQ(p.peer(RankId{0}, g[0]), RankId{2});
    EXPECT_EQ(p.peer(RankId{1}, g[1]), RankId{4});
}

TEST(Ranks, FormatIsToldByTheFirstWord)
{
    const auto read = [](const std::string& content) { return test::error_of(content, read_rank_program); };
    EXPECT_EQ(read("# a\nsharpsim-ranks 1\nranks 1\nrank * {\ncompute 0ns\n}\n"), "accepted");
    EXPECT_EQ(read("\xEF\xBB\xBFsharpsim-ranks 1\nranks 1\nrank * {\nbarrier\n}\n"), "accepted");
    EXPECT_EQ(read("// a\n/* b /*/num_ranks 1 rank 0 { calc 1 }"), "accepted");
    EXPECT_EQ(read(""), " is empty; rank programs begin with sharpsim-ranks, GOAL files with num_ranks");
    EXPECT_EQ(read("{ \"json\": 1 }"),
              " begins with '{'; rank programs begin with sharpsim-ranks, GOAL files with num_ranks");
    EXPECT_EQ(read(std::string(100'000, 'x')),
              " begins with '" + std::string(40, 'x') +
                  "...'; rank programs begin with sharpsim-ranks, GOAL files with "
                  "num_ranks");
    EXPECT_THROW(read_rank_program("/nonexistent/x.ranks"), InputError);
    EXPECT_THROW(read_rank_program("/"), InputError);
}

#define HEAD "sharpsim-ranks 1\nranks 4\n"
#define BLOCK HEAD "rank * {\n"

TEST(Ranks, RefusesMalformedInput)
{
    const test::Refused cases[] = {
        {"", "expected sharpsim-ranks 1"},
        {"ranks 4\n", "1: expected sharpsim-ranks 1"},
        {"sharpsim-ranks 2\n", "1: version '2', known is 1"},
        {"sharpsim-ranks\n", "1: expected the version, found the end of the line"},
        {"sharpsim-ranks 1 x\n", "1: nothing more may stand on this line, found 'x'"},
        {"sharpsim-ranks 1\n", "1: expected ranks and their number"},
        {"sharpsim-ranks 1\nranks 0\n",
         "2: the number of ranks is '0', allowed are whole numbers from 1 to 49151"},
        {"sharpsim-ranks 1\nranks many\n",
         "2: the number of ranks is 'many', allowed are whole numbers from 1 to 49151"},
        {HEAD, " no rank has anything to do"},
        {HEAD "node * {\n}\n", "3: expected a block of ranks, found 'node'"},
        {HEAD "rank {\n}\n", "3: expected a rank, a range of ranks or *, found '{'"},
        {HEAD "rank 4 {\n}\n", "3: the rank is '4', allowed are whole numbers from 0 to 3"},
        {HEAD "rank 0-4 {\n}\n", "3: the rank is '4', allowed are whole numbers from 0 to 3"},
        {HEAD "rank 2-1 {\n}\n", "3: the range '2-1' runs backwards"},
        {HEAD "rank 1- {\n}\n", "3: the rank is '', allowed are whole numbers from 0 to 3"},
        {HEAD "rank 0-2,1 {\n}\n", "3: rank 1 is named twice"},
        {HEAD "rank 0 {\n}\nrank * {\n}\n", "5: rank 0 has a block on line 3 already"},
        {HEAD "rank 0\n{\n}\n", "3: expected '{', found the end of the line"},
        {HEAD "rank 0 { barrier }\n", "3: nothing more may stand on this line, found 'barrier'"},
        {BLOCK "barrier\n", "3: the block that begins here is not closed"},
        {BLOCK "} }\n", "4: nothing more may stand on this line, found '}'"},
        {BLOCK "comptue 1us\n}\n", "4: unknown node 'comptue'; allowed: compute, send, recv, allreduce, "
                                   "barrier, marker; did you mean compute?"},
        {BLOCK "a:\n}\n", "4: expected a node, found the end of the line"},
        {BLOCK "9a: barrier\n}\n",
         "4: label '9a': it begins with a letter or _, and holds letters, digits, _ . -"},
        {BLOCK "a: barrier\na: barrier\n}\n", "5: label 'a' is taken by line 4"},
        {BLOCK "compute 5\n}\n", "4: '5': a duration needs its unit, for example 130ns"},
        {BLOCK "compute\n}\n", "4: expected a duration, found the end of the line"},
        {BLOCK "compute -5us\n}\n", "4: '-5us': a duration cannot be negative, for example 130ns"},
        {BLOCK "compute 86401s\n}\n", "4: compute takes '86401s', allowed is up to a day"},
        {BLOCK "send 4KiB from 1\n}\n", "4: expected 'to', found 'from'"},
        {BLOCK "send 3GiB to 1\n}\n", "4: size '3GiB', allowed is up to 2GiB"},
        {BLOCK "send 4KiB to 4\n}\n", "4: the rank is '4', allowed are whole numbers from 0 to 3"},
        {BLOCK "send 4KiB to any\n}\n", "4: the rank is 'any', allowed are whole numbers from 0 to 3"},
        {BLOCK "send 4KiB to +0\n}\n",
         "4: the distance to the peer is '0', allowed are whole numbers from 1 to 49151"},
        {BLOCK "send 4KiB to +4\n}\n",
         "4: rank 0 exchanges a message with itself: send 4KiB to +0 tag 0 (line 4)"},
        {BLOCK "send 4KiB to 1\n}\n",
         "4: rank 1 exchanges a message with itself: send 4KiB to 1 tag 0 (line 4)"},
        {BLOCK "send 4KiB to +1 tag -1\n}\n",
         "4: the tag is '-1', allowed are whole numbers from 0 to 4294967295"},
        {BLOCK "barrier tag 1\n}\n", "4: unknown option 'tag'; allowed: requires, irequires, after, name"},
        {BLOCK "allreduce 8B float31 sum\n}\n",
         "4: unknown element type 'float31'; allowed: int8, uint8, int16, uint16, int32, uint32, int64, "
         "uint64, "
         "float16, bfloat16, float32, float64, float8_e4m3, float8_e5m2; did you mean float32?"},
        {BLOCK "allreduce 8B float32 avg\n}\n", "4: unknown operator 'avg'; allowed: sum, min, max, minloc, "
                                                "maxloc, band, bor, bxor, land, lor, lxor"},
        {BLOCK "allreduce 8B float32 bxor\n}\n", "4: operator bxor is not defined for float32"},
        {BLOCK "allreduce 8B int16 minloc\n}\n",
         "4: operator minloc is defined for 32-bit and 64-bit types, not for int16"},
        {BLOCK "allreduce 6B float32 sum\n}\n",
         "4: size 6B of an allreduce is not a whole number, at least one, of elements of 4 bytes"},
        {BLOCK "allreduce 12B float32 maxloc\n}\n",
         "4: size 12B of an allreduce is not a whole number, at least one, of elements of 8 bytes"},
        {BLOCK "allreduce 0B float32 sum\n}\n",
         "4: size 0B of an allreduce is not a whole number, at least one, of elements of 4 bytes"},
        {BLOCK "allreduce 8X float32 sum\n}\n",
         "4: '8X': 'X' is not a unit of a size (B, kB, KiB, MB, MiB, GB, GiB, TiB), for example 4KiB"},
        {BLOCK "allreduce float32 sum\n}\n", "4: 'float32': this is not a size, for example 4KiB"},
        {BLOCK "marker half\n}\n", "4: expected the marker's label in quotation marks, found 'half'"},
        {BLOCK "marker \"half\n}\n", "4: a quotation mark is not closed"},
        {BLOCK "barrier name\n}\n", "4: expected the name in quotation marks, found the end of the line"},
        {BLOCK "barrier requires\n}\n", "4: expected a label, found the end of the line"},
        {BLOCK "barrier requires a,\n}\n", "4: expected a label, found the end of the line"},
        {BLOCK "barrier requires zz\n}\n", "4: no node of this rank has the label 'zz'"},
        {BLOCK "alpha: barrier\nbarrier requires alpa\n}\n",
         "5: no node of this rank has the label 'alpa'; did you mean 'alpha'?"},
        {BLOCK "barrier after\n}\n", "4: the first node of a block stands after no other"},
        {BLOCK "barrier\nbarrier after after\n}\n", "5: after is given twice"},
        {BLOCK "a: barrier requires a\n}\n", "4: dependencies form a cycle: a waits for a"},
        {BLOCK
         "a: barrier\nb: barrier requires a, d\nc: compute 1s requires b\nd: compute 1s irequires c\n}\n",
         "5: dependencies form a cycle: b waits for d waits for c waits for b"},
        {BLOCK "send 1B to +1\n}\n",
         "4: 4 sends without a receive, 0 receives without a send: rank 3 send 1B to +1 tag 0 (line 4); rank "
         "0 send "
         "1B to +1 tag 0 (line 4); rank 1 send 1B to +1 tag 0 (line 4); rank 2 send 1B to +1 tag 0 (line 4)"},
        {HEAD "rank 0-2 {\nbarrier\nallreduce 8B int32 sum\n}\nrank 3 {\nbarrier\n}\n",
         "5: collective 1 differs: rank 0 has allreduce 8B int32 sum, rank 3 has none; it must be equal on "
         "all ranks"},
        {HEAD "rank 0 {\nallreduce 8B int32 sum\n}\nrank 1-3 {\nallreduce 8B int32 max\n}\n",
         "7: collective 0 differs: rank 0 has allreduce 8B int32 sum, rank 1 has allreduce 8B int32 max; it "
         "must be "
         "equal on all ranks"},
        {HEAD "rank 1-3 {\nbarrier\n}\n",
         "4: collective 0 differs: rank 0 has none, rank 1 has barrier; it must be equal on all ranks"},
    };
    for (const test::Refused& c : cases) {
        std::string error = test::error_of(c.content, read_ranks);
        if (c.content[0] == '\0')
            error = error.substr(error.find("expected"));
        EXPECT_EQ(error, c.error) << c.content;
    }
}

// A chain, and a cycle, of 200,000 nodes: nothing recurses.
TEST(Ranks, LongChainsNeedNoStack)
{
    std::string text = "sharpsim-ranks 1\nranks 1\nrank 0 {\nn0: compute 1ns";
    std::string chain = text + "\n";
    std::string cycle = text + " requires n199999\n";
    for (int i = 1; i < 200'000; ++i) {
        const std::string line =
            "n" + std::to_string(i) + ": compute 1ns requires n" + std::to_string(i - 1) + "\n";
        chain += line;
        cycle += line;
    }
    EXPECT_EQ(test::error_of(chain + "}\n", read_ranks), "accepted");
    EXPECT_EQ(test::error_of(cycle + "}\n", read_ranks),
              "4: dependencies form a cycle: n0 waits for n199999 waits for n199998 waits for n199997 waits "
              "for n199996 "
              "waits for n199995 waits for n199994 and so on, 200000 nodes");
}

// Whatever one replaces, drops or doubles in a good file, the readers accept it or throw InputError.
TEST(Ranks, MutatedFilesNeverCrash)
{
    const std::string ours =
        BLOCK "a: compute 1us\nb: allreduce 8B float32 sum requires a name \"x\"\n"
              "send 1B to +1 tag 3 after\nrecv 1B from -1 tag 3\nbarrier irequires b\n}\n";
    const std::string goal = "num_ranks 2\nrank 0 { l1: calc 5\nl2: send 1b to 1 tag 2\nl2 requires l1 }\n"
                             "rank 1 { /* c */ recv 1b from 0 tag 2 cpu 0 }\n";
    const std::string letters = "{}:,\"#/*-+ \n\tab19\r\x7f\xff";
    RandomStream r{1, "mutation"};
    unsigned accepted = 0;
    for (int i = 0; i < 20'000; ++i) {
        std::string text = i % 2 == 0 ? ours : goal;
        for (std::uint64_t k = 1 + r.below(3); k > 0; --k) {
            const std::size_t at = r.below(text.size());
            const auto dice = r.below(3);
            if (dice == 0)
                text[at] = letters[r.below(letters.size())];
            else if (dice == 1)
                text.erase(at, 1 + r.below(5));
            else
                text.insert(at, text.substr(r.below(text.size()), r.below(6)));
        }
        const std::string error =
            i % 2 == 0 ? test::error_of(text, read_ranks) : test::error_of(text, read_goal);
        accepted += error == "accepted" ? 1 : 0;
    }
    EXPECT_GT(accepted, 0U);
    EXPECT_LT(accepted, 20'000U);
}

} // namespace
} // namespace sharpsim
