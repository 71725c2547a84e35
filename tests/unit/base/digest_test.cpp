// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

#include "base/random.h"

namespace sharpsim {
namespace {

using Record = std::array<std::uint64_t, 3>;

Digest digest_of(const std::vector<Record>& records)
{
    Digest d;
    for (const Record& r : records)
        d.add(r[0], r[1], r[2]);
    return d;
}

std::vector<Record> records(std::size_t n)
{
    RandomStream random{1, "records"};
    std::vector<Record> out;
    for (std::size_t i = 0; i < n; ++i)
        out.push_back(
            {i * 1000 + random.below(1000), random.below(64) << 8 | random.below(4), random.next() >> 32});
    return out;
}

TEST(Digest, OrderAndPartitionDoNotMatter)
{
    std::vector<Record> r = records(1000);
    const Digest straight = digest_of(r);
    RandomStream random{2, "shuffle"};
    for (std::size_t i = r.size(); i > 1; --i)
        std::swap(r[i - 1], r[random.below(i)]);
    EXPECT_EQ(digest_of(r), straight);
    Digest first = digest_of({r.begin(), r.begin() + 333});
    first.merge(digest_of({r.begin() + 333, r.end()}));
    EXPECT_EQ(first, straight);
}

TEST(Digest, EveryBitOfEveryFieldMatters)
{
    const std::vector<Record> r = records(20);
    std::set<std::string> seen{digest_of(r).text()};
    std::size_t changes = 0;
    for (std::size_t i = 0; i < r.size(); ++i)
        for (std::size_t field = 0; field < 3; ++field)
            for (unsigned bit = 0; bit < 64; ++bit) {
                std::vector<Record> changed = r;
                changed[i][field] ^= std::uint64_t{1} << bit;
                seen.insert(digest_of(changed).text());
                ++changes;
            }
    EXPECT_EQ(seen.size(), changes + 1);
}

TEST(Digest, SwapsRepeatsAndLossesShow)
{
    const Record a{1000, 7, 99};
    const Record b{2000, 8, 98};
    const Digest whole = digest_of({a, b});
    EXPECT_NE(digest_of({a}), whole);
    EXPECT_NE(digest_of({a, b, b}), whole);
    EXPECT_NE(digest_of({a, a}), whole);
    for (std::size_t field = 0; field < 3; ++field) { // one field exchanged between two records
        Record x = a;
        Record y = b;
        std::swap(x[field], y[field]);
        EXPECT_NE(digest_of({x, y}), whole) << field;
    }
    EXPECT_NE(digest_of({{7, 1000, 99}}), digest_of({a})); // fields exchanged within one
    EXPECT_NE(digest_of({{1000, 99, 7}}), digest_of({a}));
    EXPECT_NE(digest_of({{0, 0, 0}}), Digest{});
}

// Small neighbouring records, as time, port and length are: no two collide, and each changes about half of
// the bits.
TEST(Digest, SmallRecordsSpread)
{
    std::set<std::string> seen;
    unsigned flipped = 0;
    unsigned pairs = 0;
    std::string last;
    for (std::uint64_t a = 0; a < 20; ++a)
        for (std::uint64_t b = 0; b < 20; ++b)
            for (std::uint64_t c = 0; c < 20; ++c) {
                const std::string text = digest_of({{a, b, c}}).text();
                ASSERT_EQ(text.size(), 32U);
                seen.insert(text);
                if (!last.empty()) {
                    const auto value = [](char h) {
                        return static_cast<unsigned>(h <= '9' ? h - '0' : h - 'a' + 10);
                    };
                    for (std::size_t i = 0; i < 32; ++i)
                        flipped += static_cast<unsigned>(__builtin_popcount(value(text[i]) ^ value(last[i])));
                    ++pairs;
                }
                last = text;
            }
    EXPECT_EQ(seen.size(), 8000U);
    EXPECT_NEAR(static_cast<double>(flipped) / pairs, 64.0, 4.0);
}

TEST(Digest, TextOfNothing) { EXPECT_EQ(Digest{}.text(), std::string(32, '0')); }

} // namespace
} // namespace sharpsim
