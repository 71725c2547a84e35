// SPDX-License-Identifier: Apache-2.0
#include "workload/engine.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <sstream>

#include "base/error.h"
#include "unit/collectives/fake_network.h"
#include "unit/workload/temp_file.h"
#include "workload/program_reader.h"

namespace sharpsim {
namespace {

using test::FakeNetwork;

RankProgram program(const std::string& body)
{
    return read_rank_program(test::TempFile{"sharpsim-ranks 1\n" + body}.path());
}

RankProgram shipped(const std::string& name)
{
    return read_rank_program(std::string{SHARPSIM_SOURCE_DIR} + "/traces/" + name);
}

// An engine over the ideal network, with a tree unless told otherwise.
struct Rig {
    struct Options {
        bool tree{true};
        PathKey path{PathKey::automatic};
        bool real{true};
        std::uint64_t seed{1};
        Picoseconds skew{0};
        double compute_scale{1};
        std::uint64_t ring_segment{0};
        std::uint64_t jitter{0};
        unsigned copies{1};
    };
    Rig(RankProgram p, const Options& o) :
        prog{std::move(p)},
        group{test::make_group(prog.ranks(), 3)},
        net{prog.ranks(), {1000, 20, 0, o.jitter}},
        engine{setup(o), net.all()}
    {
        net.group = &group;
        net.log = engine.reduction_log();
        net.copies = o.copies;
        engine.set_on_finished([this] { finished_at = net[0].now(); });
        engine.set_on_marker([this](RankId rank, std::string_view text, Picoseconds when) {
            markers.push_back(std::to_string(rank.value()) + ' ' + std::string{text} + ' ' +
                              std::to_string(when.count()));
        });
    }
    explicit Rig(RankProgram p) : Rig{std::move(p), Options{}} {}

    WorkloadEngine::Setup setup(const Options& o)
    {
        WorkloadEngine::Setup s{prog, digest};
        s.seed = o.seed;
        s.collectives.path = o.path;
        s.collectives.sharp_min_ranks = 1;
        s.collectives.ring_segment = Bytes{o.ring_segment};
        s.skew = o.skew;
        s.compute_scale = o.compute_scale;
        s.real_payload = o.real;
        s.group = o.tree ? &group : nullptr;
        for (std::size_t n = 0; n < group.nodes.size(); ++n)
            s.node_names.push_back("leaf" + std::to_string(n) + ".an");
        return s;
    }
    void start_and_run()
    {
        engine.start();
        net.run();
    }
    void expect_finished() const
    {
        EXPECT_TRUE(engine.finished());
        EXPECT_TRUE(finished_at.has_value());
        EXPECT_FALSE(engine.busy());
        EXPECT_EQ(engine.mismatches().wrong(), 0U) << engine.mismatches().first();
        std::ostringstream waiting;
        engine.describe_waiting(waiting);
        EXPECT_EQ(waiting.str(), "");
        for (const CollectiveRecord& r : engine.records()) {
            EXPECT_EQ(r.begun, r.ranks);
            EXPECT_EQ(r.ended, r.ranks);
            EXPECT_EQ(std::count(r.latencies.begin(), r.latencies.end(), never), 0);
        }
    }
    [[nodiscard]] std::string waiting() const
    {
        std::ostringstream out;
        engine.describe_waiting(out);
        return out.str();
    }

    RankProgram prog;
    Digest digest;
    SharpGroup group;
    FakeNetwork net;
    std::optional<Picoseconds> finished_at;
    std::vector<std::string> markers;
    WorkloadEngine engine;
};

TEST(WorkloadEngine, AStepWithOverlapTakesBothPaths)
{
    Rig run{shipped("gpt2_block_step.ranks"), {}};
    // A short version of the same shape, so that the test is quick, is in the next ones; here only the plan
    // counts.
    const auto& records = run.engine.records();
    ASSERT_EQ(records.size(), 9U);
    EXPECT_EQ(records[0].path, Path::ring);
    EXPECT_EQ(records[0].fallback_reason, "size 4194304 B above collective.sharp_max 4096 B");
    EXPECT_EQ(records[4].path, Path::sharp);
    EXPECT_EQ(records[4].fallback_reason, "");
    EXPECT_EQ(records[4].name, "loss: sum over tokens, number of tokens");
    EXPECT_EQ(records[8].describe(), "barrier 8 (sharp)");
    EXPECT_EQ(records[4].describe(), "allreduce 4 (8B float32 sum, sharp)");
}

const char* const overlap = "ranks 8\n"
                            "rank * {\n"
                            "  c1: compute 1us\n"
                            "  a1: allreduce 40000B bfloat16 sum requires c1 name \"one\"\n"
                            "  c2: compute 100ns requires c1\n"
                            "  a2: allreduce 20000B float32 max requires c2\n"
                            "  a3: allreduce 8B float32 sum requires c2\n"
                            "  a4: allreduce 4096B int32 sum requires c1\n"
                            "  barrier requires a1, a2, a3, a4\n"
                            "  marker \"end\" after\n"
                            "}\n";

TEST(WorkloadEngine, CollectivesOfOneRankRunAtTheSameTime)
{
    Rig run{program(overlap)};
    run.start_and_run();
    run.expect_finished();
    const auto& r = run.engine.records();
    EXPECT_EQ(r[0].path, Path::ring);
    EXPECT_EQ(r[2].path, Path::sharp);
    EXPECT_EQ(r[0].first_start.count(), 1'000'000U);
    EXPECT_EQ(r[1].first_start.count(), 1'100'000U);
    EXPECT_LT(r[1].last_start, r[0].last_end);
    EXPECT_LT(r[2].last_end, r[0].last_end);
    EXPECT_GE(r[4].first_start, r[0].last_end - Picoseconds{1'000'000});
    EXPECT_EQ(run.markers.size(), 8U);
    // Ring: 2 * 7 * 40000 and 2 * 7 * 20000 bytes; tree: 8 * (8 + 4096).
    EXPECT_EQ(run.engine.injected_bytes(), 14U * 60'000 + 8 * 4104);
    EXPECT_EQ(run.engine.delivered_bytes(), run.engine.injected_bytes());
}

TEST(WorkloadEngine, AnyMixOfPathsIsBitExactUnderSkewAndJitter)
{
    for (const PathKey path : {PathKey::automatic, PathKey::ring, PathKey::sharp})
        for (const std::uint64_t segment : {0U, 256U})
            for (std::uint64_t seed = 1; seed <= 4; ++seed) {
                Rig::Options o;
                o.path = path;
                o.seed = seed;
                o.skew = Picoseconds{3'000'000};
                o.jitter = 20'000;
                o.copies = 2;
                o.ring_segment = segment;
                Rig run{program(overlap), o};
                run.start_and_run();
                run.expect_finished();
            }
}

TEST(WorkloadEngine, DigestTellsRunsApart)
{
    const auto digest = [](const Rig::Options& o) {
        Rig run{program(overlap), o};
        run.start_and_run();
        run.expect_finished();
        return run.digest.text();
    };
    const std::string reference = digest({});
    EXPECT_EQ(digest({}), reference);
    Rig::Options o;
    o.seed = 2; // other bytes at the same times
    EXPECT_NE(digest(o), reference);
    o = {};
    o.path = PathKey::ring;
    EXPECT_NE(digest(o), reference);
    o = {};
    o.compute_scale = 1.001;
    EXPECT_NE(digest(o), reference);
    o = {};
    o.copies = 2; // the second copy of a result changes nothing
    EXPECT_EQ(digest(o), reference);
}

TEST(WorkloadEngine, SizesAloneTakeTheSameTimes)
{
    Rig real{program(overlap)};
    Rig::Options o;
    o.real = false;
    Rig sizes{program(overlap), o};
    real.start_and_run();
    sizes.start_and_run();
    sizes.expect_finished();
    EXPECT_EQ(real.finished_at, sizes.finished_at);
    for (std::size_t k = 0; k < real.engine.records().size(); ++k)
        EXPECT_EQ(real.engine.records()[k].latencies, sizes.engine.records()[k].latencies);
}

TEST(WorkloadEngine, ComputeScaleAndSkew)
{
    Rig::Options o;
    o.compute_scale = 0.5;
    Rig half{program("ranks 2\nrank * {\ncompute 3ns\ncompute 5ns after\nmarker \"x\" after\n}\n"), o};
    half.start_and_run();
    EXPECT_EQ(half.markers, (std::vector<std::string>{"0 x 4000", "1 x 4000"}));

    o = {};
    o.skew = Picoseconds{1'000'000};
    Rig skewed{program("ranks 64\nrank * {\nmarker \"x\"\nbarrier\n}\n"), o};
    skewed.start_and_run();
    skewed.expect_finished();
    const CollectiveRecord& r = skewed.engine.records()[0];
    EXPECT_LT(r.first_start.count(), 100'000U);
    EXPECT_GT(r.last_start.count(), 900'000U);
    EXPECT_LE(r.last_start.count(), 1'000'000U);
    EXPECT_EQ(r.last_end - r.last_start, *std::min_element(r.latencies.begin(), r.latencies.end()));
}

TEST(WorkloadEngine, MessagesMeetTheirReceivesWhicheverComesFirst)
{
    Rig run{program("ranks 3\n"
                    "rank 0 {\n"
                    "  a: recv 0B from any tag 1\n"
                    "  b: recv 70001B from 1 tag 2 requires a\n"
                    "  c: recv 70001B from 2 tag 2\n"
                    "  marker \"all\" requires a,b,c\n"
                    "}\n"
                    "rank 1 {\n"
                    "  send 70001B to 0 tag 2\n"
                    "  compute 20us\n"
                    "  send 0B to 0 tag 1 after\n"
                    "}\n"
                    "rank 2 {\n  send 70001B to 0 tag 2\n}\n")};
    run.start_and_run();
    run.expect_finished();
    EXPECT_EQ(run.net.message_bytes, 140'002U);
    EXPECT_EQ(run.markers, (std::vector<std::string>{"0 all 20001000"}));
}

TEST(WorkloadEngine, AWrongBitInAMessageIsFound)
{
    Rig run{program("ranks 2\nrank 0 {\nsend 64KiB to 1\nsend 100B to 1\n}\n"
                    "rank 1 {\nrecv 64KiB from 0\nrecv 100B from 0\n}\n")};
    run.net.corrupt_message = 2;
    run.start_and_run();
    EXPECT_EQ(run.engine.mismatches().wrong(), 1U);
    EXPECT_EQ(run.engine.mismatches().first().rfind("message 1 at rank 1, element 0 (uint32): ", 0), 0U);
}

TEST(WorkloadEngine, AMessageLongerThanItsReceiveIsTheUsersMistake)
{
    Rig run{program("ranks 2\nrank 0 {\nsend 64B to 1\n}\nrank 1 {\nrecv 32B from 0\n}\n")};
    run.engine.start();
    try {
        run.net.run();
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string{e.what()}.find(":7: rank 1: recv 32B from 0"), std::string::npos) << e.what();
    }
}

TEST(WorkloadEngine, EmptyAndTimelessProgramsFinish)
{
    Rig run{program("ranks 3\nrank 1 {\nmarker \"x\"\ncompute 0ps after\ncompute 0ps after\n}\n")};
    EXPECT_FALSE(run.engine.finished());
    run.start_and_run();
    run.expect_finished();
}

TEST(WorkloadEngine, SaysWhoWaitsForWhat)
{
    // Rank 3 waits for a message that rank 0 sends only after the collective that waits for rank 3.
    const char* const stuck = "ranks 4\n"
                              "rank 0 {\n a: allreduce 8B float32 sum\n send 8B to 3 after\n}\n"
                              "rank 1-2 {\n allreduce 8B float32 sum\n}\n"
                              "rank 3 {\n recv 8B from 0\n allreduce 8B float32 sum after\n}\n";
    Rig tree{program(stuck)};
    tree.start_and_run();
    EXPECT_FALSE(tree.engine.finished());
    EXPECT_FALSE(tree.engine.busy());
    const std::string text = tree.waiting();
    EXPECT_EQ(
        text.rfind(
            "allreduce 0 (8B float32 sum, sharp): begun by 3 of 4 ranks, ended by 0; not begun by rank 3\n"
            "rank 3 since 0 ps: recv 8B from 0 tag 0 (line 11); 1 node behind it\n"
            "rank 0 since 0 ps: a: allreduce 8B float32 sum (line 4); 1 node behind it\n"
            "  rank 0 waits in allreduce 0 (8B float32 sum, sharp): operation 0 not returned (0 of 1 "
            "are); its aggregation node is leaf0.an\n",
            0),
        0U)
        << text;
    Rig::Options o;
    o.path = PathKey::ring;
    Rig ring{program(stuck), o};
    ring.start_and_run();
    EXPECT_NE(ring.waiting().find(
                  "rank 0 waits in allreduce 0 (8B float32 sum, ring): 0 of 4 parts of the result are "
                  "here; the next come from rank 3\n"),
              std::string::npos)
        << ring.waiting();
}

TEST(WorkloadEngine, CollectivesOnTheTreeMustNotDependOnLaterOnes)
{
    const char* const turned = "ranks 4\nrank * {\n"
                               "a: allreduce 8B float32 sum requires b\nb: allreduce 8B float32 max\n}\n";
    try {
        Rig run{program(turned)};
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string{e.what()}.find(":4: a: allreduce 8B float32 sum (line 4) can only begin after "
                                             "collective 1 (line 5)"),
                  std::string::npos)
            << e.what();
    }
    Rig::Options o;
    o.path = PathKey::ring;
    Rig run{program(turned), o};
    run.start_and_run();
    run.expect_finished();
}

TEST(WorkloadEngine, RefusesWhatThePathDoesNotHave)
{
    Rig::Options o;
    o.path = PathKey::sharp;
    try {
        Rig run{program("ranks 4\nrank * {\nbarrier\nallreduce 8B float8_e4m3 sum\n}\n"), o};
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(
            std::string{e.what()}.find(":5: allreduce 8B float8_e4m3 sum cannot run: workload.path = sharp: "
                                       "profile quantum2 does not reduce float8_e4m3"),
            std::string::npos)
            << e.what();
    }
    o.tree = false;
    EXPECT_THROW((Rig{program("ranks 4\nrank * {\nbarrier\n}\n"), o}), InputError);
}

TEST(WorkloadEngine, BarriersHoldOnBothPaths)
{
    for (const PathKey path : {PathKey::ring, PathKey::sharp}) {
        Rig::Options o;
        o.path = path;
        Rig run{program("ranks 5\nrank 0-3 {\nbarrier\nmarker \"x\" after\n}\n"
                        "rank 4 {\ncompute 50us\nbarrier after\n}\n"),
                o};
        run.start_and_run();
        run.expect_finished();
        for (const std::string& m : run.markers)
            EXPECT_GT(std::stoull(m.substr(4)), 50'000'000U);
    }
}

} // namespace
} // namespace sharpsim
