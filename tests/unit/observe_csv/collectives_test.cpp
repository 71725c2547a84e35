// SPDX-License-Identifier: Apache-2.0
#include "observe/collectives_csv.h"
#include "observe/human.h"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using sharpsim::test::TempDir;

CollectiveRow row(std::uint64_t bytes, const std::string& path, std::uint64_t median)
{
    CollectiveRow r;
    r.kind = "allreduce";
    r.bytes = bytes;
    r.type = "float32";
    r.op = "sum";
    r.path = path;
    r.latency_min_ps = median / 2;
    r.latency_median_ps = median;
    r.latency_p99_ps = median * 2;
    r.latency_max_ps = median * 3;
    return r;
}

std::vector<std::string> words(const std::string& text, std::size_t line)
{
    std::istringstream in{text};
    std::string found;
    for (std::size_t i = 0; i <= line; ++i)
        std::getline(in, found);
    std::istringstream parts{found};
    return {std::istream_iterator<std::string>{parts}, {}};
}

// Of n values at most half lie below the median and at most 1 % above the 99th percentile, and both occurred.
TEST(Collectives, PercentilesAreNearestRank)
{
    for (std::size_t n = 1; n <= 300; ++n) {
        std::vector<Picoseconds> values;
        for (std::size_t i = 0; i < n; ++i)
            values.emplace_back((i * 7919) % 1009 + 1);
        CollectiveRow r;
        set_latencies(r, values);
        const auto below = [&](std::uint64_t limit) {
            return static_cast<std::size_t>(std::count_if(values.begin(), values.end(),
                                                          [&](Picoseconds v) { return v.count() < limit; }));
        };
        for (const auto& [value, percent] :
             {std::pair{r.latency_median_ps, 50U}, std::pair{r.latency_p99_ps, 99U}}) {
            EXPECT_NE(std::find(values.begin(), values.end(), Picoseconds{value}), values.end());
            EXPECT_LT(below(value) * 100, n * percent) << n;
            EXPECT_GE(below(value + 1) * 100, n * percent) << n;
        }
        EXPECT_EQ(below(r.latency_min_ps), 0U);
        EXPECT_EQ(below(r.latency_max_ps + 1), n);
    }
}

TEST(Collectives, FileComesBack)
{
    CollectiveRow a = row(65536, "ring", 9'000'000);
    a.index = 3;
    a.name = "grad, \"last\"";
    a.fallback_reason = "size 65536 B above collective.sharp_max 4096 B";
    a.ranks = 128;
    a.ranks_done = 128;
    a.start_ps = 5;
    a.end_ps = 27'000'005;
    a.wrong = 2;
    a.limited_by = "port of leaf0.an (into it), 97 %";
    a.result_hash = "0123456789abcdef";
    CollectiveRow b;
    b.kind = "barrier";
    b.path = "sharp-llt";
    b.ranks = 4;
    b.start_ps = 7;
    b.ranks_done = 3;
    CollectiveRow c = b;
    c.ranks_done = 0;
    c.begun = false;
    const std::string text = render_collectives_csv({a, b, c});
    const TempDir here;
    const auto rows = read_collectives_csv(here.write("c.csv", text));
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_TRUE(rows[0].finished());
    EXPECT_FALSE(rows[1].finished());
    EXPECT_EQ(rows[1].start_ps, 7U);
    EXPECT_EQ(rows[1].ranks_done, 3U);
    EXPECT_FALSE(rows[2].begun);
    EXPECT_EQ(rows[0].name, a.name);
    EXPECT_EQ(rows[0].limited_by, a.limited_by);
    EXPECT_EQ(rows[0].result_hash, a.result_hash);
    EXPECT_EQ(rows[0].end_ps, a.end_ps);
    EXPECT_EQ(render_collectives_csv(rows), text);
    EXPECT_EQ(text.substr(0, 24), "index,name,kind,bytes,ty");
}

// What did not end has no times: no number in the file stands for them, nor one in a table.
TEST(Collectives, UnfinishedOperationsHaveNoTimes)
{
    CollectiveRow open = row(8, "sharp-llt", 77'000'000);
    open.ranks = 4;
    open.start_ps = 5;
    open.end_ps = 6;
    for (const std::uint64_t done : {0, 3}) {
        open.ranks_done = done;
        const std::string file = render_collectives_csv({open});
        EXPECT_NE(file.find(",4,5,,,,,,,0,,," + std::to_string(done) + "\n"), std::string::npos) << file;
        // Alone: '-' for each of count's neighbours, and for "wrong" as long as no rank has a result.
        const auto alone = words(collectives_table({open}), 1);
        const std::vector<std::string> wanted{"sharp-llt", "0", "of", "1", "-",
                                              "-",         "-", "-",  "-", done == 0 ? "-" : "0"};
        ASSERT_GE(alone.size(), 15U);
        EXPECT_EQ(std::vector<std::string>(alone.begin() + 5, alone.begin() + 15), wanted);
        // Beside one that ended, that one's figures.
        CollectiveRow ended = row(8, "sharp-llt", 2'000);
        const auto both = words(collectives_table({open, ended}), 1);
        const std::vector<std::string> figures{"1", "of", "2", "1",  "ns", "2", "ns",
                                               "4", "ns", "6", "ns", "4",  "0"};
        ASSERT_GE(both.size(), 19U);
        EXPECT_EQ(std::vector<std::string>(both.begin() + 6, both.begin() + 19), figures);
        // In a comparison neither figures nor a ratio, in whichever run it is.
        for (const auto& [first, second] : {std::pair{open, ended}, std::pair{ended, open}}) {
            const std::string table = collectives_comparison({first}, "a", {second}, "b");
            EXPECT_EQ(table.find("77"), std::string::npos) << table;
            EXPECT_EQ(table.find(" 0 ps"), std::string::npos) << table;
            const auto line = words(table, first.ranks_done == first.ranks ? 2 : 1);
            EXPECT_EQ(std::count(line.begin(), line.end(), "-"), 8) << table;
        }
    }
    open.begun = false;
    EXPECT_NE(render_collectives_csv({open}).find(",4,,,,,,,,0,,,3\n"), std::string::npos);
}

// One unit and one meaning in both tables and in the file.
TEST(Collectives, BandwidthIsTheSameEverywhere)
{
    for (const auto& [bytes, median] : {std::pair{8U, 1'856'000U}, std::pair{65536U, 24'400'000U},
                                        std::pair{1U << 20, 177'281'000U}, std::pair{1000U, 1000U}}) {
        const CollectiveRow r = row(bytes, "ring", median);
        const std::string wanted = short_number(bytes * 1000.0 / median); // GB/s: bytes per ns
        const auto column = [](const std::string& table) {
            const std::size_t end = table.find("algbw GB/s") + std::string{"algbw GB/s"}.size();
            const std::string line = table.substr(table.find('\n') + 1);
            return line.substr(line.rfind(' ', end - 1) + 1, end - line.rfind(' ', end - 1) - 1);
        };
        EXPECT_EQ(column(collectives_table({r})), wanted);
        EXPECT_EQ(column(collectives_comparison({r}, "a", {r}, "b")), wanted);
        const std::string file = render_collectives_csv({r});
        std::istringstream fields{file.substr(file.find('\n') + 1)};
        std::string field;
        for (unsigned i = 0; i < 16; ++i)
            std::getline(fields, field, ',');
        EXPECT_EQ(short_number(std::stod(field)), wanted) << file;
    }
}

// 1000 bytes in 1 ns are 1000 GB/s.
TEST(Collectives, Bandwidth)
{
    EXPECT_DOUBLE_EQ(algorithm_bandwidth(1000, 1000), 1000.0);
    EXPECT_DOUBLE_EQ(algorithm_bandwidth(65536, 0), 0.0);
}

TEST(Collectives, TableJoinsEqualOperations)
{
    const std::string table = collectives_table({row(65536, "ring", 9'000), row(8, "sharp-llt", 1'000),
                                                 row(8, "sharp-llt", 5'000), row(8, "sharp-llt", 3'000)});
    const auto first = words(table, 1); // the smallest vector first
    ASSERT_GE(first.size(), 15U) << table;
    const std::vector<std::string> wanted{"allreduce", "8", "B",  "float32", "sum", "sharp-llt", "3", "500",
                                          "ps",        "3", "ns", "10",      "ns",  "15",        "ns"};
    EXPECT_EQ(std::vector<std::string>(first.begin(), first.begin() + 15), wanted) << table;
    EXPECT_EQ(words(table, 2).at(6), "1");
    EXPECT_TRUE(words(table, 3).empty());
    EXPECT_EQ(collectives_table({}), "no collective operation\n");
}

TEST(Collectives, ReasonsThatDifferAreCounted)
{
    std::vector<CollectiveRow> rows{row(8, "ring", 1), row(8, "ring", 1), row(8, "ring", 1)};
    rows[0].fallback_reason = rows[2].fallback_reason = "no aggregation tree";
    rows[1].fallback_reason = "something else";
    EXPECT_NE(collectives_table(rows).find("no aggregation tree (+1 other)"), std::string::npos);
}

TEST(Collectives, ComparisonRefersToTheFirstRun)
{
    const std::string table = collectives_comparison({row(8, "sharp-llt", 2'000)}, "a",
                                                     {row(8, "ring", 9'000), row(16, "ring", 9'000)}, "b");
    EXPECT_NE(table.find("sharp-llt"), std::string::npos);
    const auto ring = words(table, 2);
    EXPECT_NE(std::find(ring.begin(), ring.end(), "4.5"), ring.end()) << table;
    const auto alone = words(table, 3); // only in the second run: no ratio, nothing that limited it
    EXPECT_EQ(alone.at(1), "16") << table;
    EXPECT_EQ(std::count(alone.begin(), alone.end(), "-"), 2) << table;
}

} // namespace
