// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/keys.h"
#include "base/random.h"
#include "unit/base/sample_config.h"
#include "unit/base/temp_file.h"

namespace sharpsim {
namespace {

struct IniTest : ::testing::Test {
    std::vector<Setting> read(const std::string& content) { return read_ini(dir.write("a.ini", content)); }
    test::TempDir dir;
};

TEST_F(IniTest, SectionsKeysCommentsAndPlaces)
{
    const auto s = read("\xef\xbb\xbf; a comment\r\n"
                        "\r\n"
                        "  [link]  # the cable\r\n"
                        "rate=400Gb/s\r\n"
                        "\tcable = 3 m ; short\r\n"
                        "phy.fec = on#1;2\r\n"
                        "# another\n"
                        "[override \"leaf[12]*\"] ; two of them\n"
                        "link.rate = 200Gb/s\n"
                        "[link]\n"
                        "name = \xc3\xa9t\xc3\xa9 2 = x");
    ASSERT_EQ(s.size(), 5U);
    const auto is = [&](std::size_t i, const std::string& pattern, const std::string& key,
                        const std::string& value, std::size_t line) {
        EXPECT_EQ(s[i].instance_pattern, pattern);
        EXPECT_EQ(s[i].key, key);
        EXPECT_EQ(s[i].value, value);
        EXPECT_EQ(s[i].origin.line, line);
        EXPECT_EQ(s[i].origin.file, (dir.path() / "a.ini").string());
    };
    is(0, "", "link.rate", "400Gb/s", 4);
    is(1, "", "link.cable", "3 m", 5);
    is(2, "", "link.phy.fec", "on#1;2", 6);
    is(3, "leaf[12]*", "link.rate", "200Gb/s", 9);
    is(4, "", "link.name", "\xc3\xa9t\xc3\xa9 2 = x", 11);
}

TEST_F(IniTest, Quotes)
{
    const auto s = read("[a]\n"
                        "b = \"  # not ; a comment \" ; but this is\n"
                        "c = \"\"\n"
                        "d = \"say \\\"x\\\" \\\\ y\"\n"
                        "e = in \"the\" middle\n");
    ASSERT_EQ(s.size(), 4U);
    EXPECT_EQ(s[0].value, "  # not ; a comment ");
    EXPECT_EQ(s[1].value, "");
    EXPECT_EQ(s[2].value, "say \"x\" \\ y");
    EXPECT_EQ(s[3].value, "in \"the\" middle");
}

TEST_F(IniTest, EmptyFilesAreEmpty)
{
    EXPECT_TRUE(read("").empty());
    EXPECT_TRUE(read("\xef\xbb\xbf").empty());
    EXPECT_TRUE(read("\n\n; nothing\n[link]\n").empty());
}

// What render_ini() writes, taken back by a fresh table, gives the same values; with random values of every
// kind.
TEST_F(IniTest, RenderedTextRoundTrips)
{
    RandomStream random{7, "round trip"};
    const std::vector<std::string> texts{"",    " ",   "plain",   "a # b",    "a#b",
                                         "; x", "\"",  "\"q\" x", "back\\",   "tail ",
                                         "=",   "[x]", "\\\"",    "\xc3\xa9", "a = b ; c"};
    for (int round = 0; round < 400; ++round) {
        test::SampleConfig one;
        KeyTable first;
        test::declare(first, one);
        one.rate = KbitPerSecond{2'500'000 + random.below(2'547'000'000)};
        one.cable = random.unit() * (round % 2 != 0 ? 10000.0 : 1e-7);
        one.fec = Picoseconds{random.below(1'000'001)};
        one.buffer = Bytes{64 + random.below(67'000'000)};
        one.clock = Hertz{1'000'000 + random.below(4'000'000'000)};
        one.scheduler = static_cast<test::Scheduler>(random.below(4));
        one.ports = static_cast<unsigned>(2 + random.below(127));
        one.seed = random.next();
        one.load = random.unit();
        one.on = random.below(2) != 0;
        one.file = texts[random.below(texts.size())];
        const std::vector<Setting> settings{{"leaf*", "link.cable", "1m", {}},
                                            {"", "link.cable", "2m", {}},
                                            {"leaf3", "link.cable", "3m", {}},
                                            {"a \"b\\ ]", "switch.scheduler", "fifo", {}},
                                            {"leaf*", "link.cable", "4m", {}}};
        const auto back = read(render_ini(first, settings));
        test::SampleConfig two;
        KeyTable second;
        test::declare(second, two);
        apply_settings(second, back);
        ASSERT_EQ(first.keys().size(), second.keys().size());
        for (std::size_t i = 0; i < first.keys().size(); ++i)
            ASSERT_EQ(first.keys()[i].get(), second.keys()[i].get()) << first.keys()[i].name;
        ASSERT_EQ(one.cable, two.cable); // to the last bit
        ASSERT_EQ(one.load, two.load);
        ASSERT_EQ(one.file, two.file);
        ASSERT_EQ(one.rate, two.rate);

        std::vector<Setting> overrides;
        for (const Setting& s : back)
            if (!s.instance_pattern.empty())
                overrides.push_back(s);
        ASSERT_EQ(overrides.size(), 3U); // the first one is replaced by the last
        EXPECT_EQ(overrides[0].instance_pattern, "leaf3");
        EXPECT_EQ(overrides[1].instance_pattern, "a \"b\\ ]");
        EXPECT_EQ(overrides[2].value, "4m");
        apply_settings(second, back, "leaf3");
        EXPECT_EQ(two.cable, 4.0);
        EXPECT_EQ(render_ini(first, back), render_ini(first, settings));
    }
}

TEST_F(IniTest, RenderedTextExplainsItself)
{
    test::SampleConfig config;
    KeyTable table;
    test::declare(table, config);
    const std::string text = render_ini(table, {});
    EXPECT_EQ(text.rfind("[link]\n; line rate [2.5Gb/s to 2.55Tb/s]\nrate = 425Gb/s\n", 0), 0U) << text;
    EXPECT_NE(text.find("\nfile = \"\"\n"), std::string::npos);
}

} // namespace
} // namespace sharpsim
