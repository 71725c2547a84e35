// SPDX-License-Identifier: Apache-2.0
// The window of time, the limit of size, and the ends of a file.
#include <gtest/gtest.h>

#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "base/error.h"
#include "base/random.h"
#include "counter_instance.h"
#include "observe/waves.h"
#include "script.h"
#include "vcd_reader.h"

namespace sharpsim::test {
namespace {

WaveConfig window(std::uint64_t from, std::uint64_t to)
{
    WaveConfig config;
    config.from = Picoseconds{from};
    config.to = Picoseconds{to};
    return config;
}

std::uint64_t size_of(const std::string& path)
{
    struct stat status {};
    return ::stat(path.c_str(), &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

TEST(WaveWindow, HoldsTheStateAtItsStartAndNothingOutside)
{
    Calendar calendar;
    Script script{calendar};
    WaveWriter waves{calendar, window(1000, 2000)};
    CounterInstance rtl{&waves};
    const SignalId x = waves.declare("a", "x", 16, SignalKind::number);
    const SignalId still = waves.declare("a", "still", 16, SignalKind::number);
    waves.add_rtl("a.rtl", [&](void* fst) { rtl.add_to_trace(fst); });
    waves.set(still, 77); // before the file exists
    waves.open(wave_path());
    for (std::uint64_t t = 100; t <= 3000; t += 100)
        script.at(t, [&waves, x, t] { waves.set(x, t); });
    for (std::uint64_t t = 50; t < 3000; t += 300) // 950, 1250, 1550, 1850 and 2150 are near or in the window
        script.at(
            t, [&rtl, t] { rtl.edge(1, t == 50, Picoseconds{t + 100}); }, Stage::rtl);
    script.run();
    EXPECT_FALSE(waves.recording());
    waves.close();

    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.history("a.x"), "1000:1000 1100:1100 1200:1200 1300:1300 1400:1400 1500:1500 1600:1600 "
                                  "1700:1700 1800:1800 1900:1900 2000:2000");
    EXPECT_EQ(vcd.history("a.still"), "1000:77");
    // Edge 950 (the fourth, the first resets) is the state at the start: count 3, the clock still high.
    EXPECT_EQ(vcd.history("a.rtl.count"), "1000:3 1250:4 1550:5 1850:6");
    EXPECT_EQ(vcd.history("a.rtl.clk"), "1000:1 1050:0 1250:1 1350:0 1550:1 1650:0 1850:1 1950:0");
    EXPECT_EQ(vcd.times.front(), 1000U);
    EXPECT_EQ(vcd.times.back(), 2000U);
    for (const auto& [name, changes] : vcd.changes) {
        ASSERT_FALSE(changes.empty()) << name;
        EXPECT_EQ(changes.front().time, 1000U) << name;
        EXPECT_EQ(changes.front().value.find_first_not_of("01"), std::string::npos) << name;
    }
    EXPECT_EQ(rtl.count(), 9) << "the clock runs on after the window";
}

TEST(WaveWindow, ReachesToItsEndWithoutALastChange)
{
    Calendar calendar;
    Script script{calendar};
    WaveWriter waves{calendar, window(10, 500)};
    const SignalId x = waves.declare("a", "x", 16, SignalKind::number);
    waves.open(wave_path());
    script.at(20, [&] { waves.set(x, 1); });
    script.at(5000, [&] { waves.set(x, 2); });
    script.run();
    waves.close();
    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.times, (std::vector<std::uint64_t>{10, 20, 500}));
    EXPECT_EQ(vcd.history("a.x"), "10:0 20:1");
}

TEST(WaveWindow, ARunThatEndsBeforeItLeavesAValidFile)
{
    Calendar calendar;
    Script script{calendar};
    WaveWriter waves{calendar, window(1'000'000, 2'000'000)};
    const SignalId x = waves.declare("a", "x", 16, SignalKind::number);
    waves.open(wave_path());
    script.at(20, [&] { waves.set(x, 1); });
    script.run();
    waves.close();
    waves.close();
    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.timescale, "1ps");
    EXPECT_EQ(vcd.ranges.count("a.x"), 1U);
}

TEST(WaveWindow, ClosingWithoutAnyChangeHoldsTheFirstState)
{
    Calendar calendar;
    WaveWriter waves{calendar, {}};
    const SignalId x = waves.declare("a", "x", 16, SignalKind::number);
    waves.set(x, 12);
    waves.open(wave_path());
    waves.close();
    waves.set(x, 13);
    EXPECT_EQ(read_fst(wave_path()).history("a.x"), "0:12");
}

TEST(WaveWindow, TheTimeOfAFailureIsInTheFile)
{
    Calendar calendar;
    Script script{calendar};
    WaveWriter waves{calendar, {}};
    const SignalId x = waves.declare("a", "x", 16, SignalKind::number);
    waves.open(wave_path());
    script.at(40, [&] {
        waves.set(x, 3);
        throw ModelError{"stop here"};
    });
    EXPECT_THROW(script.run(), ModelError);
    waves.close();
    EXPECT_EQ(read_fst(wave_path()).history("a.x"), "0:0 40:3");
}

TEST(WaveWindow, ADestroyedRecorderLeavesAReadableFile)
{
    Calendar calendar;
    Script script{calendar};
    {
        WaveWriter waves{calendar, {}};
        const SignalId x = waves.declare("a", "x", 16, SignalKind::number);
        waves.open(wave_path());
        script.at(40, [&] { waves.set(x, 3); });
        script.at(50, [&] { waves.set(x, 4); });
        script.run();
    }
    EXPECT_EQ(read_fst(wave_path()).history("a.x"), "0:0 40:3");
}

TEST(WaveWindow, ChangesFromOutsideAfterTheDrainShareThePicosecond)
{
    // A foreign process of the kernel may run after the calendar has finished a time, still at that time.
    Calendar calendar;
    Script script{calendar};
    WaveWriter waves{calendar, {}};
    const SignalId x = waves.declare("a", "x", 16, SignalKind::number);
    const SignalId y = waves.declare("a", "y", 16, SignalKind::number);
    waves.open(wave_path());
    script.at(
        40, [&] { waves.set(x, 3); }, Stage::rtl);
    script.run();
    waves.set(y, 5);
    script.at(
        40, [&] { waves.set(x, 6); }, Stage::rtl);
    script.run();
    waves.close();
    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.history("a.x"), "0:0 40:6");
    EXPECT_EQ(vcd.history("a.y"), "0:0 40:5");
}

TEST(WaveLimit, TheFileStaysBelowAndReadable)
{
    constexpr std::uint64_t limit = 1'500'000;
    Calendar calendar;
    Script script{calendar};
    WaveConfig config;
    config.max_size = Bytes{limit};
    WaveWriter waves{calendar, config};
    CounterInstance rtl{&waves};
    waves.add_rtl("a.rtl", [&](void* fst) { rtl.add_to_trace(fst); });
    std::vector<SignalId> noise;
    for (unsigned n = 0; n < 100; ++n)
        noise.push_back(waves.declare("a.port" + std::to_string(n), "noise", 64, SignalKind::code));
    const SignalId time = waves.declare("a", "time", 64, SignalKind::number);
    waves.open(wave_path());
    RandomStream random{1, "noise"}; // does not compress: 100 signals, 8 bytes each, a step
    std::uint64_t biggest = 0;
    std::uint64_t t = 0;
    std::function<void()> step = [&] {
        for (const SignalId s : noise)
            waves.set(s, random.next());
        waves.set(time, calendar.now().count());
        rtl.edge(static_cast<std::uint8_t>(random.next()), t == 100, calendar.now() + Picoseconds{50});
        biggest = std::max(biggest, size_of(wave_path()));
        t += 100;
        if (t < 100 * 10'000)
            script.at(t, step);
    };
    script.at(100, step);
    script.run();
    waves.close();
    ASSERT_TRUE(waves.truncated_at().has_value());
    EXPECT_FALSE(waves.recording());
    const std::uint64_t size = size_of(wave_path());
    EXPECT_LE(size, limit);
    EXPECT_GE(size, limit * 7 / 10) << "most of the allowance is used";
    EXPECT_LE(biggest, limit);
    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.times.back(), waves.truncated_at()->count());
    // Complete up to there: every step is in the file.
    const auto& steps = vcd.changes.at("a.time");
    for (std::size_t n = 1; n < steps.size(); ++n)
        ASSERT_EQ(steps[n].time, n * 100);
    EXPECT_GT(steps.size(), 1000U);
}

TEST(WaveLimit, AFileThatFitsIsNotCut)
{
    Calendar calendar;
    Script script{calendar};
    WaveConfig config;
    config.max_size = Bytes{1'000'000};
    WaveWriter waves{calendar, config};
    const SignalId x = waves.declare("a", "x", 1, SignalKind::bit);
    waves.open(wave_path());
    for (std::uint64_t t = 1; t < 200'000; ++t)
        script.at(t, [&waves, x, t] { waves.set(x, t & 1); });
    script.run();
    waves.close();
    EXPECT_FALSE(waves.truncated_at().has_value());
    EXPECT_EQ(read_fst(wave_path()).changes.at("a.x").size(), 200'000U);
}

TEST(WaveLimit, TooSmallForTheNamesIsRefused)
{
    Calendar calendar;
    WaveConfig config;
    config.max_size = Bytes{256 * 1024};
    WaveWriter waves{calendar, config};
    for (unsigned n = 0; n < 20'000; ++n)
        (void)waves.declare("a.b" + std::to_string(n), "x", 32, SignalKind::code);
    try {
        waves.open(wave_path());
        FAIL() << "accepted";
    } catch (const InputError& e) {
        EXPECT_NE(std::string{e.what()}.find("wave.max_size"), std::string::npos) << e.what();
    }
    EXPECT_FALSE(std::ifstream{wave_path()}.good());
}

TEST(WaveConfigCheck, BadValuesNameTheirKey)
{
    Calendar calendar;
    try {
        WaveWriter waves{calendar, window(2000, 2000)};
        FAIL() << "accepted";
    } catch (const InputError& e) {
        EXPECT_EQ(std::string{e.what()}, "wave.to: 2000ps is not after wave.from: 2000ps");
    }
    WaveWriter waves{calendar, {}};
    EXPECT_THROW(waves.open("/nonexistent/waves.fst"), InputError);
}

} // namespace
} // namespace sharpsim::test
