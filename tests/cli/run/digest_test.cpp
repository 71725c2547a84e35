// SPDX-License-Identifier: Apache-2.0
// The digest of a run: the same however it is computed and observed, another when what is simulated differs.
#include <gtest/gtest.h>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

// Two leaves, a tree of two levels, both paths, real bytes, several operations in flight.
const Words base{"--fabric.hosts",   "8",     "--fabric.leaves", "2",       "--fabric.spines",       "2",
                 "--workload.bytes", "12KiB", "--workload.type", "float32", "--workload.iterations", "8",
                 "--workload.path",  "sharp", "--workload.skew", "1us"};

std::string digest_of(const Words& more)
{
    const SimRun run{base + more};
    expect_ok(run);
    return run.digest();
}

TEST(Digest, IsTheSameHoweverItIsComputedAndObserved)
{
    const std::string digest = digest_of({});
    EXPECT_EQ(digest.size(), 32U);
    EXPECT_EQ(digest_of({}), digest);
    EXPECT_EQ(digest_of({"--wave.enable", "true"}), digest);
    EXPECT_EQ(digest_of({"--wave.enable", "true", "--alu.back_end", "rtl"}), digest);
    EXPECT_EQ(digest_of({"--wave.enable", "true", "--wave.from", "1us", "--wave.to", "2us"}), digest);
    EXPECT_EQ(digest_of({"--alu.back_end", "rtl"}), digest);
    EXPECT_EQ(digest_of({"--alu.back_end", "lockstep"}), digest);
    EXPECT_EQ(digest_of({"--sim.calendar", "heap"}), digest);
    EXPECT_EQ(digest_of({"--sim.strict", "true"}), digest);
    EXPECT_EQ(digest_of({"--sim.strict", "true", "--sim.calendar", "heap", "--alu.back_end", "lockstep",
                         "--wave.enable", "true"}),
              digest);
    EXPECT_EQ(digest_of({"--progress"}), digest);
    EXPECT_EQ(digest_of({"--quiet"}), digest);
}

// The same with one leaf in lockstep and recorded, the other in the model.
TEST(Digest, IsTheSameWithOneSwitchInLockstep)
{
    const TempDir files;
    const std::string file =
        files.write("one.ini", "[override \"leaf0*\"]\nalu.back_end = lockstep\n[wave]\nenable = true\n"
                               "scope = leaf0\n");
    const SimRun plain{base};
    const SimRun run{base + Words{"--config", file}};
    expect_ok(run);
    EXPECT_EQ(run.digest(), plain.digest());
    const std::uint64_t compared = run.number("beats_compared");
    EXPECT_GT(compared, 0U);
    // 12 KiB of four hosts, eight times: 192 beats each; the other leaf has as many, the root half of that.
    EXPECT_EQ(compared, 4U * 192 * 8);
    EXPECT_EQ(run.number("beats_reduced"), (4U + 4U + 2U) * 192 * 8);
    EXPECT_EQ(plain.number("beats_compared"), 0U);
    EXPECT_EQ(plain.number("beats_reduced"), run.number("beats_reduced"));
}

TEST(Digest, LockstepOfAllNodesComparesEveryBeat)
{
    const SimRun run{base + Words{"--alu.back_end", "lockstep"}};
    expect_ok(run);
    EXPECT_EQ(run.number("beats_compared"), run.number("beats_reduced"));
    EXPECT_EQ(run.number("beats_reduced"), (4U + 4U + 2U) * 192 * 8);
}

TEST(Digest, DiffersWithWhatIsSimulated)
{
    const std::string digest = digest_of({});
    EXPECT_NE(digest_of({"--fabric.host_cable", "3m"}), digest);
    EXPECT_NE(digest_of({"--fabric.switch_cable", "11m"}), digest);
    EXPECT_NE(digest_of({"--link.vls", "2"}), digest);
    EXPECT_NE(digest_of({"--seed", "2"}), digest);
    EXPECT_NE(digest_of({"--link.fc_watermark", "1KiB"}), digest);
}

// One host of all, one nanosecond slower.
TEST(Digest, DiffersWithOneLaterReceiver)
{
    const TempDir files;
    const std::string file = files.write("one.ini", "[override \"host3\"]\nhca.poll = 63ns\n");
    EXPECT_NE(digest_of({"--config", file}), digest_of({}));
}

// A result that differs only in its bytes: same packets, same times.
TEST(Digest, HoldsTheBytes)
{
    const SimRun a{base};
    const SimRun b{base + Words{"--workload.values", "special"}};
    expect_ok(a);
    expect_ok(b);
    EXPECT_EQ(a.number("sim_time_ps"), b.number("sim_time_ps"));
    EXPECT_EQ(a.number("packet_hops"), b.number("packet_hops"));
    EXPECT_NE(a.digest(), b.digest());
}

} // namespace
