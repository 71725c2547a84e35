// SPDX-License-Identifier: Apache-2.0
// Models and RTL in one file: names, times and values, read back with GTKWave's own converter.
#include <gtest/gtest.h>

#include <regex>

#include "base/error.h"
#include "counter_instance.h"
#include "observe/waves.h"
#include "script.h"
#include "vcd_reader.h"

namespace sharpsim::test {
namespace {

struct Bench {
    explicit Bench(const WaveConfig& config = {}) : waves{calendar, config}, script{calendar} {}
    Calendar calendar;
    WaveWriter waves;
    Script script;
};

TEST(Waves, ModelValuesStandAtTheirPicosecond)
{
    Bench b;
    const SignalId depth = b.waves.declare("leaf0.port1", "queue_bytes", 20, SignalKind::level);
    const SignalId busy = b.waves.declare("leaf0.port1", "busy", 1, SignalKind::bit);
    const SignalId wide = b.waves.declare("leaf0", "tag", 64, SignalKind::code);
    b.waves.open(wave_path());
    b.script.at(0, [&] { b.waves.set(depth, 7); });
    b.script.at(1001, [&] { b.waves.set(depth, 4096); });
    b.script.at(1001, [&] { b.waves.set(busy, 1); });
    b.script.at(1002, [&] { b.waves.set(wide, 0xfedcba9876543210ULL); });
    b.script.at(999'999'999'999, [&] { b.waves.set(busy, 0); });
    b.script.run();
    b.waves.close();

    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.timescale, "1ps");
    EXPECT_EQ(vcd.history("leaf0.port1.queue_bytes"), "0:7 1001:4096");
    EXPECT_EQ(vcd.history("leaf0.port1.busy"), "0:0 1001:1 999999999999:0");
    EXPECT_EQ(vcd.history("leaf0.tag"), "0:0 1002:18364758544493064720");
    EXPECT_EQ(vcd.ranges.at("leaf0.port1.queue_bytes"), "[19:0]");
    EXPECT_EQ(vcd.ranges.at("leaf0.port1.busy"), "");
}

TEST(Waves, OnlyTheLastValueOfAPicosecondIsRecorded)
{
    Bench b;
    const SignalId x = b.waves.declare("a", "x", 8, SignalKind::number);
    const SignalId same = b.waves.declare("a", "same", 8, SignalKind::number);
    b.waves.open(wave_path());
    for (const unsigned v : {1U, 2U, 3U})
        b.script.at(50, [&b, x, v] { b.waves.set(x, v); });
    b.script.at(
        60, [&] { b.waves.set(same, 5); }, Stage::credit);
    b.script.at(
        60, [&] { b.waves.set(same, 0); }, Stage::rtl);
    b.script.at(70, [&] { b.waves.set(x, 3); });
    b.script.run();
    b.waves.close();
    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.history("a.x"), "0:0 50:3");
    EXPECT_EQ(vcd.history("a.same"), "0:0");
}

TEST(Waves, TwoRtlInstancesShareTheAxisWithTheModels)
{
    Bench b;
    CounterInstance first{&b.waves};
    CounterInstance second{&b.waves};
    b.waves.add_rtl("leaf0.an.alu1", [&](void* fst) { second.add_to_trace(fst); });
    b.waves.add_rtl("leaf0.an.alu0", [&](void* fst) { first.add_to_trace(fst); });
    const SignalId osts = b.waves.declare("leaf0.an", "osts_in_use", 8, SignalKind::level);
    const SignalId spine = b.waves.declare("spine0.port2", "busy", 1, SignalKind::bit);
    b.waves.open(wave_path());
    b.script.at(
        1000, [&] { first.edge(0, true, Picoseconds{1417}); }, Stage::rtl);
    b.script.at(1417, [&] { b.waves.set(spine, 1); });
    b.script.at(
        1834, [&] { b.waves.set(osts, 3); }, Stage::engine);
    b.script.at(
        1834, [&] { first.edge(5, false, Picoseconds{2251}); }, Stage::rtl);
    b.script.at(
        2000, [&] { second.edge(0, true, Picoseconds{2417}); }, Stage::rtl);
    b.script.at(
        2667, [&] { first.edge(6, false, Picoseconds{3084}); }, Stage::rtl);
    b.script.at(
        2834, [&] { second.edge(9, false, Picoseconds{3251}); }, Stage::rtl);
    b.script.at(4000, [&] { b.waves.set(osts, 0); });
    b.script.run();
    b.waves.close();
    EXPECT_EQ(first.count(), 11);
    EXPECT_EQ(second.count(), 9);

    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.timescale, "1ps");
    EXPECT_EQ(vcd.history("leaf0.an.alu0.count"), "0:0 1834:5 2667:11");
    EXPECT_EQ(vcd.history("leaf0.an.alu0.clk"), "0:0 1000:1 1417:0 1834:1 2251:0 2667:1 3084:0");
    EXPECT_EQ(vcd.history("leaf0.an.alu1.count"), "0:0 2834:9");
    EXPECT_EQ(vcd.history("leaf0.an.alu1.clk"), "0:0 2000:1 2417:0 2834:1 3251:0");
    EXPECT_EQ(vcd.history("leaf0.an.osts_in_use"), "0:0 1834:3 4000:0");
    EXPECT_EQ(vcd.history("spine0.port2.busy"), "0:0 1417:1");
    EXPECT_EQ(vcd.history("leaf0.an.alu0.wave_counter.register.q"), "0:0 1834:5 2667:11");
    // One #time for each picosecond, however many things happen in it.
    const std::vector<std::uint64_t> times{0,    1000, 1417, 1834, 2000, 2251,
                                           2417, 2667, 2834, 3084, 3251, 4000};
    EXPECT_EQ(vcd.times, times);
    EXPECT_TRUE(vcd.repeated_scopes.empty()) << vcd.repeated_scopes.front();
    for (const std::string& kind : vcd.scope_kinds)
        EXPECT_EQ(kind, "module");
}

TEST(Waves, RtlLevelsLimitTheHierarchy)
{
    WaveConfig config;
    config.rtl_levels = 1;
    Bench b{config};
    CounterInstance rtl{&b.waves};
    b.waves.add_rtl("leaf0.alu0", [&](void* fst) { rtl.add_to_trace(fst); });
    const SignalId x = b.waves.declare("leaf0", "x", 4, SignalKind::number);
    const SignalId y = b.waves.declare("leaf0.port1", "y", 4, SignalKind::number);
    b.waves.open(wave_path());
    b.script.at(
        10, [&] { rtl.edge(1, true, Picoseconds{15}); }, Stage::rtl);
    b.script.at(
        20, [&] { rtl.edge(1, false, Picoseconds{25}); }, Stage::rtl);
    b.script.at(21, [&] { b.waves.set(x, 9); });
    b.script.at(22, [&] { b.waves.set(y, 8); });
    b.script.run();
    b.waves.close();
    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.history("leaf0.alu0.count"), "0:0 20:1");
    EXPECT_EQ(vcd.history("leaf0.x"), "0:0 21:9");
    EXPECT_EQ(vcd.history("leaf0.port1.y"), "0:0 22:8");
    EXPECT_EQ(vcd.history("leaf0.alu0.wave_counter.count"), "no such signal");
    EXPECT_EQ(vcd.history("leaf0.alu0.wave_counter.register.q"), "no such signal");
}

TEST(Waves, EveryNameIsLegalAndStaysItsOwn)
{
    Bench b;
    CounterInstance rtl{&b.waves};
    b.waves.add_rtl("S0:sw-1/U1.alu 0", [&](void* fst) { rtl.add_to_trace(fst); });
    (void)b.waves.declare("S0:sw-1/U1.port1", "$depth", 4, SignalKind::number);
    (void)b.waves.declare("S0_sw_1_U1.port1", "depth", 4, SignalKind::number);
    (void)b.waves.declare("S0_sw-1_U1.port1", "a:b", 4, SignalKind::number);
    (void)b.waves.declare("S0_sw-1_U1.port1", "a.b", 4, SignalKind::number);
    (void)b.waves.declare("40", "1st", 1, SignalKind::bit);
    b.waves.open(wave_path());
    b.waves.close();
    const Vcd vcd = read_fst(wave_path());
    const std::regex legal{"([A-Za-z_][A-Za-z0-9_]*\\.)*[A-Za-z_][A-Za-z0-9_]*"};
    const std::regex range{"|\\[[0-9]+:0\\]"};
    EXPECT_GE(vcd.ranges.size(), 10U);
    for (const auto& [name, bits] : vcd.ranges) {
        EXPECT_TRUE(std::regex_match(name, legal)) << name;
        EXPECT_TRUE(std::regex_match(bits, range)) << name << " " << bits;
    }
    EXPECT_EQ(vcd.ranges.count("S0_sw_1_U1.port1._depth"), 1U);
    EXPECT_EQ(vcd.ranges.count("S0_sw_1_U1_2.port1.depth"), 1U);
    EXPECT_EQ(vcd.ranges.count("S0_sw_1_U1_3.port1.a_b"), 1U);
    EXPECT_EQ(vcd.ranges.count("S0_sw_1_U1_3.port1.a_b_2"), 1U);
    EXPECT_EQ(vcd.ranges.count("_40._1st"), 1U);
    EXPECT_EQ(vcd.ranges.count("S0_sw_1_U1.alu_0.clk"), 1U);
}

TEST(Waves, ScopePatternSelectsInstances)
{
    WaveConfig config;
    config.scope = "leaf1, spine*";
    Bench b{config};
    CounterInstance rtl{&b.waves};
    b.waves.add_rtl("leaf0.alu0", [&](void* fst) { rtl.add_to_trace(fst); });
    const SignalId out = b.waves.declare("leaf0.port1", "x", 4, SignalKind::number);
    const SignalId in = b.waves.declare("leaf1.port1", "x", 4, SignalKind::number);
    (void)b.waves.declare("leaf10.port1", "x", 4, SignalKind::number);
    (void)b.waves.declare("spine3", "x", 4, SignalKind::number);
    EXPECT_EQ(out, SignalId{});
    b.waves.open(wave_path());
    b.script.at(5, [&] { b.waves.set(out, 1); });
    b.script.at(6, [&] { b.waves.set(in, 1); });
    b.script.run();
    b.waves.close();
    const Vcd vcd = read_fst(wave_path());
    EXPECT_EQ(vcd.changes.size(), 2U);
    EXPECT_EQ(vcd.history("leaf1.port1.x"), "0:0 6:1");
    EXPECT_EQ(vcd.ranges.count("spine3.x"), 1U);
}

TEST(Waves, RecordingMakesNoCalendarEntriesAndKeepsTheOrder)
{
    const auto run = [](bool record) {
        Bench b;
        std::string order;
        CounterInstance rtl{&b.waves};
        SignalId x;
        if (record) {
            x = b.waves.declare("a", "x", 8, SignalKind::number);
            b.waves.add_rtl("a.rtl", [&](void* fst) { rtl.add_to_trace(fst); });
            b.waves.open(wave_path());
        }
        for (unsigned n = 1; n < 200; ++n) {
            b.script.at(
                n * 7 % 64 + 1, [&, n] { order += std::to_string(n) + " ", b.waves.set(x, n); },
                n % 2 == 0 ? Stage::credit : Stage::host);
            b.script.at(
                n * 10, [&, n] { rtl.edge(static_cast<std::uint8_t>(n), n == 1, Picoseconds{n * 10 + 5}); },
                Stage::rtl);
        }
        b.script.run();
        b.waves.close();
        return order + std::to_string(b.calendar.pushed()) + " " + std::to_string(b.calendar.popped()) + " " +
               std::to_string(rtl.count()) + " " + std::to_string(b.calendar.now().count());
    };
    EXPECT_EQ(run(true), run(false));
}

TEST(Waves, MisuseIsAFaultOfTheModel)
{
    Bench b;
    (void)b.waves.declare("a", "x", 8, SignalKind::number);
    EXPECT_THROW((void)b.waves.declare("a", "x", 8, SignalKind::number), ModelError);
    EXPECT_THROW((void)b.waves.declare("a", "y", 65, SignalKind::number), ModelError);
    b.waves.open(wave_path());
    EXPECT_THROW((void)b.waves.declare("a", "z", 8, SignalKind::number), ModelError);
}

} // namespace
} // namespace sharpsim::test
