// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

namespace sharpsim {
namespace {

// SplitMix64 with seed 1234567 gives these (the reference outputs published with Vigna's splitmix64.c in many
// test suites); a stream is that generator, started at its key.
TEST(Random, MixIsTheFinalizerOfSplitMix64)
{
    const std::uint64_t expected[] = {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                      4593380528125082431ULL, 16408922859458223821ULL};
    std::uint64_t state = 1234567;
    for (const std::uint64_t e : expected)
        EXPECT_EQ(mix64(state += 0x9e3779b97f4a7c15ULL), e);
}

TEST(Random, ValuesDoNotDependOnCallOrder)
{
    const RandomStream fixed{42, "hca/arrivals"};
    RandomStream a{42, "hca/arrivals"};
    RandomStream b{42, "hca/lengths"};
    std::vector<std::uint64_t> alone;
    for (int i = 0; i < 100; ++i)
        alone.push_back(a.next());
    RandomStream again{42, "hca/arrivals"};
    for (std::uint64_t i = 0; i < 100; ++i) {
        for (std::uint64_t n = i % 4; n > 0; --n)
            b.next(); // another stream in between
        EXPECT_EQ(again.next(), alone[i]);
        EXPECT_EQ(fixed.at(99 - i), alone[99 - i]); // and backwards
    }
}

TEST(Random, SeedPathAndInstanceAllMatter)
{
    std::set<std::uint64_t> first;
    std::size_t streams = 0;
    const auto take = [&](RandomStream s) {
        for (std::uint64_t i = 0; i < 4; ++i)
            first.insert(s.at(i));
        streams += 1;
    };
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        for (const char* path : {"", "a", "b", "ab", "ba", "a/b", "link", "link/errors"}) {
            take({seed, path});
            for (std::uint64_t instance = 0; instance < 50; ++instance)
                take({seed, path, instance});
        }
    }
    EXPECT_EQ(first.size(), 4 * streams); // of 2^64 values none meets another
}

double chi_square(const std::vector<std::uint64_t>& counts, double expected)
{
    double sum = 0;
    for (const std::uint64_t c : counts)
        sum += (static_cast<double>(c) - expected) * (static_cast<double>(c) - expected) / expected;
    return sum;
}

// With k cells the statistic has mean k - 1 and standard deviation sqrt(2 (k - 1)): six of them are allowed
// each way.
void expect_uniform(const std::vector<std::uint64_t>& counts, double total)
{
    const auto cells = static_cast<double>(counts.size());
    const double x = chi_square(counts, total / cells);
    EXPECT_LT(std::abs(x - (cells - 1)), 6 * std::sqrt(2 * (cells - 1)));
}

TEST(Random, IsUniform)
{
    for (const std::uint64_t n : {2ULL, 7ULL, 36ULL, 100ULL, 1024ULL}) {
        RandomStream r{1, "uniform", n};
        std::vector<std::uint64_t> counts(n);
        for (int i = 0; i < 1'000'000; ++i)
            ++counts[r.below(n)];
        expect_uniform(counts, 1e6);
    }
    // Across instances at one index, as payload and per-host streams are used.
    std::vector<std::uint64_t> counts(64);
    for (std::uint64_t i = 0; i < 640'000; ++i)
        ++counts[RandomStream(9, "host", i).below(64)];
    expect_uniform(counts, 640'000);
}

// Pairs of neighbouring instances, and of neighbouring draws: 16 x 16 cells.
TEST(Random, NeighboursAreUncorrelated)
{
    std::vector<std::uint64_t> instances(256), draws(256);
    double product = 0;
    constexpr int n = 500'000;
    RandomStream a{3, "port", 17};
    RandomStream b{3, "port", 18};
    RandomStream c{3, "port", 19};
    std::uint64_t last = c.below(16);
    for (int i = 0; i < n; ++i) {
        const double x = a.unit();
        const double y = b.unit();
        ++instances[static_cast<std::size_t>((1 - x) * 16) * 16 + static_cast<std::size_t>((1 - y) * 16)];
        product += (x - 0.5) * (y - 0.5);
        const std::uint64_t next = c.below(16);
        ++draws[last * 16 + next];
        last = next;
    }
    expect_uniform(instances, n);
    expect_uniform(draws, n);
    EXPECT_LT(std::abs(product / n * 12), 6 / std::sqrt(n)); // correlation; its standard error is 1/sqrt(n)
}

TEST(Random, UnitStaysInItsInterval)
{
    RandomStream r{4, "unit"};
    double sum = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        const double u = r.unit();
        ASSERT_GT(u, 0.0);
        ASSERT_LE(u, 1.0);
        sum += u;
    }
    EXPECT_NEAR(sum / 1e6, 0.5, 6 * 0.2887 / 1000);
}

// Mean m, variance m^2, and a share of e^-1 above the mean.
TEST(Random, ExponentialHasItsMoments)
{
    RandomStream r{5, "exponential"};
    double sum = 0;
    double squares = 0;
    int above = 0;
    constexpr int n = 1'000'000;
    for (int i = 0; i < n; ++i) {
        const double x = r.exponential(40.0);
        ASSERT_GE(x, 0.0);
        sum += x;
        squares += x * x;
        above += x > 40.0 ? 1 : 0;
    }
    EXPECT_NEAR(sum / n, 40.0, 6 * 40.0 / 1000);
    EXPECT_NEAR(squares / n, 2 * 1600.0, 6 * 1600.0 * std::sqrt(20.0) / 1000); // variance of x^2: 20 m^4
    EXPECT_NEAR(static_cast<double>(above) / n, std::exp(-1.0), 6 * 0.483 / 1000);
}

} // namespace
} // namespace sharpsim
