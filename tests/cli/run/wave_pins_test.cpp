// SPDX-License-Identifier: Apache-2.0
// What the guide says of the RTL's pins in a waveform: when the clock of an ALU stands still, and what is on
// out_valid_o meanwhile.
#include <gtest/gtest.h>

#include <algorithm>

#include "integration/waves/vcd_reader.h"
#include "support/program.h"

namespace {

using namespace sharpsim::test;

using Times = std::vector<std::uint64_t>;

Times changes_to(const Vcd& vcd, const std::string& pin, const std::string& value)
{
    Times times;
    for (const VcdChange& change : vcd.changes.at("leaf0.an.alu0." + pin))
        if (change.value == value)
            times.push_back(change.time);
    return times;
}

bool contains(const Times& times, std::uint64_t time)
{
    return std::binary_search(times.begin(), times.end(), time);
}

std::uint64_t between(const Times& times, std::uint64_t after, std::uint64_t before)
{
    return static_cast<std::uint64_t>(std::lower_bound(times.begin(), times.end(), before) -
                                      std::upper_bound(times.begin(), times.end(), after));
}

TEST(WavePins, OutValidStaysUntilTheNextBeatWhileTheClockStands)
{
    const SimRun run{{"--fabric.kind", "single-switch", "--fabric.hosts", "4", "--workload.bytes", "8",
                      "--workload.path", "sharp", "--workload.iterations", "3", "--alu.back_end", "lockstep",
                      "--wave.enable", "true", "--wave.scope", "*.alu0"}};
    expect_ok(run);
    const Vcd vcd = read_fst(run.path() + "/waves.fst");
    ASSERT_FALSE(vcd.timescale.empty());
    const Times rises = changes_to(vcd, "clk_i", "1");
    const Times up = changes_to(vcd, "out_valid_o", "1");
    Times down = changes_to(vcd, "out_valid_o", "0");
    down.erase(std::remove(down.begin(), down.end(), 0U), down.end()); // what it begins with
    const Times beats = changes_to(vcd, "in_valid_i", "1");
    ASSERT_EQ(up.size(), 3U * 4); // each of 4 operands of 3 operations, one beat each
    ASSERT_EQ(down.size() + 1, up.size());
    constexpr std::uint64_t period = 1'000; // of alu.clock, ps
    unsigned stood = 0;
    for (std::size_t i = 0; i < down.size(); ++i) {
        EXPECT_TRUE(contains(rises, up[i]));
        EXPECT_TRUE(contains(rises, down[i])); // an edge hands it over,
        EXPECT_EQ(between(rises, up[i], down[i]), 0U);
        if (down[i] - up[i] <= period)
            continue;
        ++stood; // and after a pause it is the next beat's
        EXPECT_TRUE(contains(beats, down[i])) << down[i];
    }
    EXPECT_GE(stood, 2U); // between the operations at least
    // After the last result: no edge, and the pin as it was.
    EXPECT_EQ(rises.back(), up.back());
    EXPECT_EQ(vcd.changes.at("leaf0.an.alu0.out_valid_o").back().value, "1");
}

} // namespace
