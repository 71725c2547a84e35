// SPDX-License-Identifier: Apache-2.0
// Malformed configurations, fabrics and workloads: exit code 2, one line on standard error that names file,
// line and what is wrong; nothing written.
#include <gtest/gtest.h>

#include <algorithm>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

void expect_refused(const Words& args, const std::string& place, const std::string& says)
{
    const SimRun run{args};
    EXPECT_EQ(run.result.code, 2);
    EXPECT_TRUE(run.empty()) << "something was written";
    EXPECT_EQ(run.result.out, "");
    const std::string& err = run.result.err;
    EXPECT_EQ(std::count(err.begin(), err.end(), '\n'), 1) << err;
    EXPECT_EQ(err.rfind("sharpsim: " + place, 0), 0U) << err;
    EXPECT_NE(err.find(says), std::string::npos) << "no \"" << says << "\" in " << err;
}

TEST(MalformedRun, Configurations)
{
    const struct {
        const char* text;
        unsigned line; // 0: a rule between keys
        const char* says;
    } cases[] = {
        {"[link]\nvsl = 2\n", 2, "link.vls"},
        {"[link]\nbuffer = 65536\n", 2, "link.buffer = 65536"},
        {"[link]\nvls = 3\nvls = 3\n", 3, "vls"},
        {"[sharp]\nresult = broadcast\n", 2, "sharp.result = broadcast"},
        {"[alu]\nlanes = 0\n", 2, "alu.lanes = 0"},
        {"; x\n\n[workload]\nbytes = 8Mb\n", 4, "workload.bytes = 8Mb"},
        {"[workload]\nload = 1.5\n", 2, "workload.load = 1.5"},
        {"[workload]\nvalues = odd\n", 2, "workload.values = odd"},
        {"[override \"leaf0\"]\nalu.lane = 8\n", 2, "alu.lanes"},
        {"[override \"leaf0\"]\nsim.seed = 8\n", 2, "sim.seed"},
        {"[workload]\nbytes = 6\n", 0, "workload.bytes = 6B"},
        {"[alu]\nlanes = 8\nback_end = lockstep\n", 0, "alu.lanes = 8"},
        {"[sharp]\npayload_per_ost = 4064B\n[link]\nmtu = 2KiB\n", 0, "sharp.payload_per_ost"},
        {"[sharp]\npayload_per_ost = 100B\n", 0, "sharp.payload_per_ost = 100B"},
        {"[fabric]\nkind = file\n", 0, "fabric.file"},
        {"[workload]\nkind = trace\n", 0, "workload.file"},
        {"[workload]\nkind = synthetic\nwarmup = 200us\n", 0, "workload.warmup"},
        {"[workload]\nranks = 17\n", 0, "17 ranks"},
        {"[wave]\nenable = true\nscope = nomatch\n", 3, "wave.scope = nomatch: nomatch matches no instance"},
        {"[wave]\nenable = true\nscope = [\n", 3, "wave.scope = [: [ matches no instance"},
        {"[workload]\ntype = float8_e4m3\npath = sharp\n", 0, "float8_e4m3"},
        {"[workload]\npayload = size-only\n[alu]\nback_end = rtl\n", 0, "alu.back_end = model"},
        {"[sharp]\nosts = 4\n", 0, "sharp.osts = 4"},
    };
    const TempDir files;
    for (const auto& c : cases) {
        SCOPED_TRACE(c.text);
        const std::string file = files.write("bad.ini", c.text);
        const std::string place = c.line == 0 ? "" : file + ":" + std::to_string(c.line) + ": ";
        expect_refused({"--fabric.hosts", "16", "--config", file}, place, c.says);
    }
    expect_refused({"--fabric.hosts", "16", "--link.vls", "0"}, "", "link.vls");
    expect_refused({"--fabric.host", "16"}, "", "fabric.hosts");
    expect_refused({"--config", "/nonexistent/a.ini"}, "/nonexistent/a.ini", "");
}

// A pattern that takes nothing has no effect: a misspelt one would go unseen.
TEST(MalformedRun, PatternsThatMatchNothing)
{
    const Words fabric{"--fabric.hosts", "16", "--fabric.leaves", "2", "--fabric.spines", "1"};
    const std::string all = "; there are leaf0 to leaf1, spine0, host0 to host15, with leaf0.port1, leaf0.an";
    const struct {
        const char* pattern;
        std::string says;
    } overrides[] = {
        {"nosuch*", all},         {"leaf[2-9]", all},          {"Leaf*", all},
        {"*.port66", all},        {"leaf*.port1.*", all},      {"[", all},
        {"leef1", "mean leaf1?"}, {"leaf2", "mean leaf0?"},    {"leaf0.pot3", "mean leaf0.port3?"},
        {"host1.an", all},        {"spine0_an", "spine0.an?"}, {"somewhere", all},
    };
    const TempDir files;
    for (const auto& c : overrides) {
        SCOPED_TRACE(c.pattern);
        const std::string head = std::string{"[override \""} + c.pattern + "\"]";
        // After one that matches, and before it.
        const std::string good = "[override \"leaf1.*\"]\nlink.buffer = 32KiB\n";
        const std::string bad = head + "\n; nothing\nlink.buffer = 32KiB\n";
        const std::string first = files.write("first.ini", bad + good);
        const std::string second = files.write("second.ini", good + bad);
        expect_refused(fabric + Words{"--config", first}, first + ":3: " + head + " matches no instance",
                       c.says);
        expect_refused(fabric + Words{"--config", second}, second + ":5: " + head, c.says);
        expect_refused(fabric + Words{"--config", first, "--workload.kind", "synthetic"},
                       first + ":3: " + head, c.says);
    }
    const std::string seen = "matches no instance that can be recorded; ";
    const struct {
        const char* scope;
        std::string says;
    } scopes[] = {
        {"nosuch*", "nosuch* " + seen + "there are leaf0 to leaf1, spine0, with "},
        {"leaf0,nosuch*", ": nosuch* " + seen},
        {"host*, leaf0", ": host* " + seen}, // hosts have no signals
        {"leaf0.an.alu1", ": leaf0.an.alu1 " + seen + "there are "},
        {"leaf0.port33", ": leaf0.port33 " + seen + "did you mean leaf0.port3"}, // no cable there
        {"*.alu0", ": *.alu0 " + seen},                                          // no RTL there
        {"Leaf0", ": Leaf0 " + seen + "did you mean leaf0?"},
    };
    for (const auto& c : scopes)
        expect_refused(fabric + Words{"--wave.enable", "true", "--wave.scope", c.scope},
                       std::string{"command line: --wave.scope "} + c.scope + ": ", c.says);
}

TEST(MalformedRun, PatternsThatMatch)
{
    const TempDir files;
    const Words fabric{"--fabric.hosts", "8", "--fabric.leaves", "2", "--fabric.spines", "1"};
    for (const char* pattern :
         {"*", "leaf0", "leaf?", "leaf0.*", "*.port1", "host[07]", "*.an", "spine0.port1"}) {
        SCOPED_TRACE(pattern);
        const std::string file =
            files.write("a.ini", std::string{"[override \""} + pattern + "\"]\nlink.buffer = 32KiB\n");
        expect_ok(SimRun{fabric + Words{"--config", file}});
    }
    for (const char* scope : {"*", "leaf0", " leaf0 , spine*", "*.an", "leaf1.an.alu0", "*.port1,*.alu0"}) {
        SCOPED_TRACE(scope);
        expect_ok(
            SimRun{fabric + Words{"--wave.enable", "true", "--alu.back_end", "rtl", "--wave.scope", scope}});
    }
}

TEST(MalformedRun, Fabrics)
{
    const std::string good = "vendid=0x2c9\n"
                             "Switch\t4 \"S-a0\"\t\t# \"one\" enhanced port 0 lid 1 lmc 0\n"
                             "[1]\t\"H-c0\"[1](c1) \t\t# \"x\" lid 3 4xNDR\n"
                             "[2]\t\"H-d0\"[1](d1) \t\t# \"y\" lid 4 4xNDR\n"
                             "\n"
                             "Ca\t1 \"H-c0\"\t\t# \"x\"\n"
                             "[1](c1) \t\"S-a0\"[1]\t\t# lid 3 lmc 0 \"one\" lid 1 4xNDR\n"
                             "\n"
                             "Ca\t1 \"H-d0\"\t\t# \"y\"\n"
                             "[1](d1) \t\"S-a0\"[2]\t\t# lid 4 lmc 0 \"one\" lid 1 4xNDR\n";
    const struct {
        const char* from; // in `good`, first occurrence
        const char* to;
        unsigned line;
        const char* says;
    } cases[] = {
        {"vendid", "vendor", 1, "vendor"},
        {"Switch\t4", "Switch\t0", 2, "number of ports"},
        {"port 0 lid 1", "port 0 lid 50000", 2, "49151"},
        {"[2]\t", "[5]\t", 4, "ports 1 to 4"},
        {"[2]\t", "[1]\t", 4, "line 3"},
        {"\"H-d0\"[1](d1)", "\"H-ee\"[1](d1)", 4, "H-ee"},
        {"lid 3 4xNDR", "lid 3 5xNDR", 3, "5x"},
        {"\"S-a0\"[2]", "\"S-a0\"[3]", 4, "line 10"},
        {"# lid 4 lmc", "# lid 3 lmc", 10, "LID"},
        {"vendid=0x2c9", "<?xml version=\"1.0\"?>", 1, "not a line of"},
    };
    const TempDir files;
    expect_ok(SimRun{{"--fabric.file", files.write("good", good)}});
    for (const auto& c : cases) {
        SCOPED_TRACE(c.to);
        std::string text = good;
        const std::size_t at = text.find(c.from);
        ASSERT_NE(at, std::string::npos);
        text.replace(at, std::string{c.from}.size(), c.to);
        const std::string file = files.write("bad.fabric", text);
        expect_refused({"--fabric.file", file}, file + ":" + std::to_string(c.line) + ": ", c.says);
    }
    expect_refused({"--fabric.file", "/nonexistent/fabric"}, "/nonexistent/fabric", "");
    expect_refused({"--fabric.file", files.write("empty", "")}, files.path().string() + "/empty",
                   "no Switch");
}

TEST(MalformedRun, ComputationsPastTheEndOfTime)
{
    const TempDir files;
    const std::string file = files.write(
        "long.ranks",
        "sharpsim-ranks 1\nranks 2\nrank * {\ncompute 86400s\ncompute 86400s after\nbarrier after\n}\n");
    expect_refused({"--fabric.hosts", "2", "--workload.kind", "trace", "--workload.file", file,
                    "--workload.compute_scale", "100"},
                   "workload: rank 0 ", "past the end of simulated time");
}

TEST(MalformedRun, Workloads)
{
    const std::string head = "sharpsim-ranks 1\nranks 4\nrank * {\n";
    const struct {
        std::string text;
        unsigned line;
        const char* says;
    } cases[] = {
        {"sharpsim-ranks 2\n", 1, "version"},
        {"sharpsim-ranks 1\nranks 0\n", 2, "ranks"},
        {head + "barier\n}\n", 4, "barrier"},
        {head + "barrier\n", 3, "not closed"},
        {head + "compute 5\n}\n", 4, "5"},
        {head + "allreduce 10B float32 sum\n}\n", 4, "10B"},
        {head + "allreduce 8B float31 sum\n}\n", 4, "float31"},
        {head + "allreduce 8B float32 band\n}\n", 4, "band"},
        {head + "send 8B to +1\n}\n", 4, "send"},
        {head + "a: barrier requires b\nb: barrier requires a\n}\n", 4, "cycle"},
        {head + "a: barrier requires c\n}\n", 4, "c"},
        {head + "barrier tag 3\n}\n", 4, "tag"},
        {"sharpsim-ranks 1\nranks 4\nrank 0-2 {\nbarrier\n}\nrank 3 {\nallreduce 8B int32 sum\n}\n", 7,
         "allreduce"},
        {"num_ranks 2\nrank 0 {\nl1: calc x\n}\n", 3, "x"},
        {"num_ranks 2\nrank 0 {\nl1: send 8b to 2\n}\n", 3, "2"},
        {"num_ranks 2\nrank 0 {\nl1: calc 5\nl1 requires l2\n}\n", 4, "l2"},
        {"num_ranks 2\nrank 5 {\n}\n", 2, "5"},
        {"num_ranks 2\n/* never closed\n", 2, "comment"},
    };
    const TempDir files;
    for (const auto& c : cases) {
        SCOPED_TRACE(c.text);
        const std::string file = files.write("bad.txt", c.text);
        expect_refused({"--fabric.hosts", "16", "--workload.kind", "trace", "--workload.file", file},
                       file + ":" + std::to_string(c.line) + ": ", c.says);
    }
    const std::string many = files.write("many.ranks", "sharpsim-ranks 1\nranks 20\nrank * {\nbarrier\n}\n");
    expect_refused({"--fabric.hosts", "16", "--workload.kind", "trace", "--workload.file", many}, many,
                   "20 ranks");
    expect_refused({"--workload.kind", "trace", "--workload.file", "/nonexistent/x"}, "/nonexistent/x", "");
}

} // namespace
