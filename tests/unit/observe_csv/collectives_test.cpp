// SPDX-License-Identifier: Apache-2.0
#include "observe/collectives_csv.h"

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
    a.start_ps = 5;
    a.end_ps = 27'000'005;
    a.wrong = 2;
    a.limited_by = "port of leaf0.an (into it), 97 %";
    a.result_hash = "0123456789abcdef";
    CollectiveRow b;
    b.kind = "barrier";
    b.path = "sharp-llt";
    const std::string text = render_collectives_csv({a, b});
    const TempDir here;
    const auto rows = read_collectives_csv(here.write("c.csv", text));
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].name, a.name);
    EXPECT_EQ(rows[0].limited_by, a.limited_by);
    EXPECT_EQ(rows[0].result_hash, a.result_hash);
    EXPECT_EQ(rows[0].end_ps, a.end_ps);
    EXPECT_EQ(render_collectives_csv(rows), text);
    EXPECT_EQ(text.substr(0, 24), "index,name,kind,bytes,ty");
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
