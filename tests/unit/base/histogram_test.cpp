// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/random.h"

namespace sharpsim {
namespace {

using namespace literals;

// Every bin starts where the one before ends, and both of its ends find it.
TEST(LogLinearAxis, BinsTileTheWholeRange)
{
    const LogLinearAxis axis;
    std::uint64_t next = 0;
    for (int i = 0; i < axis.size(); ++i) {
        const auto bin = static_cast<std::uint64_t>(i);
        ASSERT_EQ(LogLinearAxis::edge(bin), next);
        const std::uint64_t last = next + (LogLinearAxis::width(bin) - 1);
        ASSERT_EQ(axis.index(next), i);
        ASSERT_EQ(axis.index(last), i);
        ASSERT_LE(static_cast<Wide>(LogLinearAxis::width(bin) - 1) * 64, next);
        next = last + 1;
    }
    EXPECT_EQ(next, 0U); // one past 2^64 - 1
}

struct Shape {
    const char* name;
    std::uint64_t (*draw)(RandomStream&);
};

const Shape shapes[] = {
    {"constant", [](RandomStream&) { return std::uint64_t{123'457}; }},
    {"tiny", [](RandomStream& r) { return r.below(200); }},
    {"uniform", [](RandomStream& r) { return r.below(1'000'000); }},
    {"exponential",
     [](RandomStream& r) { return 130'000 + static_cast<std::uint64_t>(r.exponential(90'000)); }},
    {"heavy tail",
     [](RandomStream& r) { return static_cast<std::uint64_t>(1000 / std::pow(r.unit(), 1.5)); }},
    {"two modes",
     [](RandomStream& r) { return r.below(10) == 0 ? 5'000'000 + r.below(1000) : 700 + r.below(9); }},
    {"every magnitude", [](RandomStream& r) { return r.next() >> r.below(64); }},
};

// The rank in whole numbers: percent in thousandths.
std::uint64_t rank_of(std::uint64_t n, std::uint64_t thousandths)
{
    return std::max<std::uint64_t>(1, (n * thousandths + 99'999) / 100'000);
}

void expect_like(const LatencyHistogram& h, std::vector<std::uint64_t> samples)
{
    std::sort(samples.begin(), samples.end());
    ASSERT_EQ(h.count(), samples.size());
    EXPECT_EQ(h.min().count(), samples.front());
    EXPECT_EQ(h.max().count(), samples.back());
    long double sum = 0;
    for (const std::uint64_t s : samples)
        sum += static_cast<long double>(s);
    const long double mean = sum / static_cast<long double>(samples.size());
    EXPECT_NEAR(h.mean(), static_cast<double>(mean), 1e-9 * static_cast<double>(mean));
    std::uint64_t before = 0;
    for (const std::uint64_t t :
         {0U, 1U, 1000U, 5000U, 25'000U, 50'000U, 75'000U, 90'000U, 99'000U, 99'900U, 99'990U, 100'000U}) {
        const std::uint64_t exact = samples[rank_of(samples.size(), t) - 1];
        const std::uint64_t got = h.percentile(static_cast<double>(t) / 1000.0).count();
        const std::uint64_t off = got > exact ? got - exact : exact - got;
        EXPECT_LE(static_cast<Wide>(off) * 128, exact) << t << ": " << got << " for " << exact;
        EXPECT_GE(got, before);
        before = got;
    }
    EXPECT_EQ(h.percentile(0).count(), samples.front());
    EXPECT_EQ(h.percentile(100).count(), samples.back());
}

TEST(LatencyHistogram, AgreesWithSortedSamples)
{
    for (const Shape& shape : shapes)
        for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 10ULL, 1000ULL, 100'000ULL}) {
            SCOPED_TRACE(std::string(shape.name) + ", " + std::to_string(n));
            RandomStream random{6, shape.name, n};
            LatencyHistogram h;
            std::vector<std::uint64_t> samples;
            for (std::uint64_t i = 0; i < n; ++i) {
                samples.push_back(shape.draw(random));
                h.add(Picoseconds{samples.back()});
            }
            expect_like(h, std::move(samples));
        }
}

TEST(LatencyHistogram, MergingIsAddingAll)
{
    std::vector<std::uint64_t> samples;
    LatencyHistogram all;
    for (const Shape& shape : shapes) {
        RandomStream random{8, shape.name};
        LatencyHistogram one;
        for (int i = 0; i < 5000; ++i) {
            samples.push_back(shape.draw(random));
            one.add(Picoseconds{samples.back()});
        }
        all.merge(one);
        all.merge(LatencyHistogram{}); // nothing
    }
    expect_like(all, std::move(samples));
}

TEST(LatencyHistogram, EmptyIsZero)
{
    const LatencyHistogram h;
    EXPECT_EQ(h.count(), 0U);
    EXPECT_EQ(h.min(), 0_ps);
    EXPECT_EQ(h.max(), 0_ps);
    EXPECT_EQ(h.mean(), 0.0);
    EXPECT_EQ(h.percentile(99), 0_ps);
}

TEST(LatencyHistogram, RanksOfDecimalPercentages)
{
    LatencyHistogram h;
    for (std::uint64_t i = 1; i <= 100; ++i)
        h.add(Picoseconds{i}); // below 128 ps: exact
    for (std::uint64_t p = 1; p <= 100; ++p)
        EXPECT_EQ(h.percentile(static_cast<double>(p)).count(), p);
    EXPECT_EQ(h.percentile(98.5), 99_ps);
    EXPECT_EQ(h.percentile(7.0000001), 8_ps);
}

TEST(LatencyHistogram, PercentagesOutsideAreModelErrors)
{
    const LatencyHistogram h;
    EXPECT_THROW(static_cast<void>(h.percentile(-0.1)), ModelError);
    EXPECT_THROW(static_cast<void>(h.percentile(100.1)), ModelError);
    EXPECT_THROW(static_cast<void>(h.percentile(std::nan(""))), ModelError);
}

} // namespace
} // namespace sharpsim
