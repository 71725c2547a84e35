// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/keys.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "unit/base/sample_config.h"

namespace sharpsim {
namespace {

using namespace literals;
using test::Scheduler;

struct KeysTest : ::testing::Test {
    KeysTest() { test::declare(table, config); }

    static Setting plain(const std::string& key, const std::string& value, std::size_t line = 1)
    {
        return {"", key, value, {"a.ini", line}};
    }
    static Setting override_of(const std::string& pattern, const std::string& key, const std::string& value)
    {
        return {pattern, key, value, {"a.ini", 9}};
    }
    static Setting typed(const std::string& key, const std::string& value)
    {
        return {"", key, value, Origin::command_line()};
    }
    std::string error_of(const std::vector<Setting>& settings, const std::string& instance = "")
    {
        try {
            apply_settings(table, settings, instance);
        } catch (const InputError& e) {
            return e.what();
        }
        return "accepted";
    }

    test::SampleConfig config;
    KeyTable table;
};

TEST_F(KeysTest, EveryKindIsSetAndReadBack)
{
    apply_settings(table, {plain("link.rate", "106.25Gb/s"), plain("link.cable", "0.5 m"),
                           plain("link.fec_delay", "0ps"), plain("switch.buffer", "1MiB"),
                           plain("switch.clock", "875MHz"), plain("switch.scheduler", "ideal"),
                           plain("switch.ports", "36"), plain("run.seed", "18446744073709551615"),
                           plain("workload.load", "1e-3"), plain("wave.on", "true"),
                           plain("workload.file", "a b.goal"), plain("workload.type", "float16")});
    EXPECT_EQ(config.rate, KbitPerSecond{106'250'000});
    EXPECT_EQ(config.cable, 0.5);
    EXPECT_EQ(config.fec, 0_ps);
    EXPECT_EQ(config.buffer, 1_MiB);
    EXPECT_EQ(config.clock, 875_MHz);
    EXPECT_EQ(config.scheduler, Scheduler::ideal);
    EXPECT_EQ(config.ports, 36U);
    EXPECT_EQ(config.seed, ~std::uint64_t{0});
    EXPECT_EQ(config.load, 0.001);
    EXPECT_TRUE(config.on);
    EXPECT_EQ(config.file, "a b.goal");
    EXPECT_EQ(config.type, "float16");
    EXPECT_EQ(table.find("link.rate")->get(), "106.25Gb/s");
    EXPECT_EQ(table.find("link.rate")->default_text, "425Gb/s");
    EXPECT_EQ(table.find("link.cable")->get(), "0.5m");
    EXPECT_EQ(table.find("switch.scheduler")->get(), "ideal");
    EXPECT_EQ(table.find("wave.on")->get(), "true");
    EXPECT_EQ(table.find("link.rat"), nullptr);
}

TEST_F(KeysTest, LaterSettingsWin)
{
    apply_settings(table,
                   {plain("switch.ports", "36"), plain("switch.ports", "40", 2), typed("switch.ports", "8")});
    EXPECT_EQ(config.ports, 8U);
}

TEST_F(KeysTest, AnErrorChangesNothing)
{
    EXPECT_NE(error_of({plain("switch.ports", "36"), plain("link.cable", "5")}), "accepted");
    EXPECT_EQ(config.ports, 64U);
}

TEST_F(KeysTest, OverridesApplyToMatchingInstancesOnly)
{
    const std::vector<Setting> settings{override_of("leaf*", "link.cable", "5m"),
                                        override_of("leaf3", "link.cable", "7m"),
                                        override_of("*[12]", "switch.scheduler", "fifo"),
                                        plain("link.cable", "1m"), typed("link.rate", "53.125Gb/s")};
    const auto cable = [&](const std::string& instance) {
        config = test::SampleConfig{};
        apply_settings(table, settings, instance);
        return config.cable;
    };
    EXPECT_EQ(cable(""), 1.0);
    EXPECT_EQ(cable("spine0"), 1.0);
    EXPECT_EQ(cable("leaf1"), 5.0); // although the plain value stands later
    EXPECT_EQ(config.scheduler, Scheduler::fifo);
    EXPECT_EQ(config.rate, KbitPerSecond{53'125'000});
    EXPECT_EQ(cable("leaf3"), 7.0); // the last match
    EXPECT_EQ(config.scheduler, Scheduler::islip);
}

TEST_F(KeysTest, OverridesAreCheckedEvenWhereNothingMatches)
{
    EXPECT_EQ(error_of({override_of("nobody", "link.cable", "5")}),
              "a.ini:9: [override \"nobody\"] link.cable = 5: a length needs its unit, for example 3m "
              "(allowed 0m to "
              "10000m)");
    EXPECT_EQ(error_of({override_of("leaf*", "switch.ports", "8")}),
              "a.ini:9: [override \"leaf*\"] switch.ports: the same for all instances; set it in [switch]");
    EXPECT_EQ(error_of({override_of("leaf*", "link.rat", "8")}),
              "a.ini:9: [override \"leaf*\"] link.rat: unknown key; did you mean link.rate?");
}

TEST_F(KeysTest, Messages)
{
    const std::vector<std::pair<Setting, std::string>> cases{
        {plain("link.rat", "1", 3), "a.ini:3: [link] rat: unknown key; did you mean link.rate?"},
        {plain("lnk.rate", "1"), "a.ini:1: [lnk] rate: unknown key; did you mean link.rate?"},
        {plain("switch.cable", "1m"), "a.ini:1: [switch] cable: unknown key; did you mean link.cable?"},
        {plain("link.bit_error_probability", "1"),
         "a.ini:1: [link] bit_error_probability: unknown key; the keys of [link] are rate, cable, fec_delay"},
        {plain("zzz.qqqqqqqqq", "1"),
         "a.ini:1: [zzz] qqqqqqqqq: unknown key; the sections are link, switch, run, workload, wave"},
        {typed("link.rat", "1"), "command line: --link.rat: unknown key; did you mean --link.rate?"},
        {typed("link.rate", "5"),
         "command line: --link.rate 5: a rate needs its unit, for example 400Gb/s (allowed "
         "2.5Gb/s to 2.55Tb/s)"},
        {plain("link.cable", "5", 4),
         "a.ini:4: link.cable = 5: a length needs its unit, for example 3m (allowed 0m to 10000m)"},
        {plain("link.cable", "20km", 4), "a.ini:4: link.cable = 20km: out of range (allowed 0m to 10000m)"},
        {plain("switch.scheduler", "islpi", 7),
         "a.ini:7: switch.scheduler = islpi: allowed are round-robin, islip, "
         "fifo, ideal; did you mean islip?"},
        {plain("switch.scheduler", "weighted"),
         "a.ini:1: switch.scheduler = weighted: allowed are round-robin, islip, fifo, ideal"},
        {plain("wave.on", "1"), "a.ini:1: wave.on = 1: allowed are true, false"},
        {plain("switch.ports", "-4"),
         "a.ini:1: switch.ports = -4: a count cannot be negative, for example 8 (allowed 2 to 128)"},
        {plain("switch.ports", "4294967360"),
         "a.ini:1: switch.ports = 4294967360: out of range (allowed 2 to 128)"},
        {plain("switch.ports", "8 ports"),
         "a.ini:1: switch.ports = 8 ports: a whole number without a unit is needed, "
         "for example 8 (allowed 2 to 128)"},
        {plain("run.seed", "18446744073709551616"), "a.ini:1: run.seed = 18446744073709551616: a number this "
                                                    "large cannot be held, for example 8 (allowed 0 to "
                                                    "18446744073709551615)"},
        {plain("workload.load", "nan"),
         "a.ini:1: workload.load = nan: a number without a unit is needed, for example 0.5 (allowed 0 to 1)"},
        {plain("workload.load", "1.01"), "a.ini:1: workload.load = 1.01: out of range (allowed 0 to 1)"},
        {plain("workload.type", "int7"), "a.ini:1: workload.type = int7: allowed are float16, float32"},
        {plain("workload.file", "a\nb"),
         "a.ini:1: workload.file = a\\x0ab: control characters are not allowed in a text"},
    };
    for (const auto& [setting, expected] : cases)
        EXPECT_EQ(error_of({setting}), expected);
}

TEST_F(KeysTest, TwiceOnTheCommandLine)
{
    EXPECT_EQ(error_of({typed("switch.ports", "8"), typed("switch.ports", "9")}),
              "command line: --switch.ports 9: given twice, before as 8");
}

TEST_F(KeysTest, CheckedTextAlwaysTakesItsDefaultBack)
{
    std::string odd = "none";
    table.checked("sharp.odd", odd, [](const std::string&) { throw std::invalid_argument("never right"); },
                  "nothing", {"odd", "assumption"});
    EXPECT_EQ(error_of({plain("sharp.odd", "none")}), "accepted");
    EXPECT_EQ(error_of({plain("sharp.odd", "nine")}), "a.ini:1: sharp.odd = nine: never right");
}

TEST_F(KeysTest, FaultyDeclarationsAreModelErrors)
{
    unsigned n = 5;
    EXPECT_THROW(table.integer("link.rate", n, {0, 9}, {"twice", "assumption"}), ModelError);
    EXPECT_THROW(table.integer("lonely", n, {0, 9}, {"no section", "assumption"}), ModelError);
    EXPECT_THROW(table.integer("link.Upper", n, {0, 9}, {"case", "assumption"}), ModelError);
    EXPECT_THROW(table.integer("link.n", n, {6, 9}, {"default out of range", "assumption"}), ModelError);
    auto wrong = static_cast<Scheduler>(77);
    EXPECT_THROW(table.choice("link.s", wrong, {{"fifo", Scheduler::fifo}}, {"no such value", "assumption"}),
                 ModelError);
}

TEST(Nearest, DistanceHasItsTextbookValues)
{
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("saturday", "sunday"), 3U);
    EXPECT_EQ(edit_distance("ca", "abc"), 3U); // optimal string alignment; 2 without its restriction
    EXPECT_EQ(edit_distance("islpi", "islip"), 1U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("same", "same"), 0U);
}

TEST(Nearest, IsAMetricOnShortWords)
{
    const std::vector<std::string> words{"",    "a",   "b",    "ab",   "ba",  "aab",
                                         "abb", "bab", "abab", "link", "lnik"};
    for (const auto& a : words)
        for (const auto& b : words) {
            EXPECT_EQ(edit_distance(a, b), edit_distance(b, a));
            EXPECT_EQ(edit_distance(a, b) == 0, a == b);
        }
}

TEST(Nearest, FarNamesGiveNothing)
{
    EXPECT_EQ(nearest_name("xyzzy", {"islip", "fifo"}), "");
    EXPECT_EQ(nearest_name("", {"a", "b"}), "");
    EXPECT_EQ(nearest_name(std::string(100000, 'x'), {"islip"}), "");
}

TEST(Pattern, ShellRules)
{
    EXPECT_TRUE(matches("leaf3*", "leaf3"));
    EXPECT_TRUE(matches("leaf3*", "leaf31"));
    EXPECT_FALSE(matches("leaf3*", "xleaf3"));
    EXPECT_TRUE(matches("*", "fabric/leaf.port"));
    EXPECT_TRUE(matches("leaf[0-3]", "leaf2"));
    EXPECT_FALSE(matches("leaf?", "leaf12"));
    EXPECT_FALSE(matches("Leaf1", "leaf1"));
}

} // namespace
} // namespace sharpsim
