// SPDX-License-Identifier: Apache-2.0
#include "base/units.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace sharpsim {
namespace {

using namespace literals;

struct Generation {
    const char* name;
    LinkRate rate;                      // 4x: four lanes at the published lane rate
    std::uint64_t one, mtu256, mtu4096; // picoseconds
};

// Lane rates 2.5, 5, 10, 10.3125, 14.0625, 25.78125, 53.125, 106.25, 212.5 Gb/s, times four. Data rates 8,
// 16, 32, 40, 54.54.., 100, 200, 400, 800 Gb/s, so that a byte takes 1000, 500, 250, 200, 146.67, 80, 40, 20,
// 10 ps.
const Generation generations[] = {
    {"SDR", {KbitPerSecond{10'000'000}, 8, 10}, 1000, 256'000, 4'096'000},
    {"DDR", {KbitPerSecond{20'000'000}, 8, 10}, 500, 128'000, 2'048'000},
    {"QDR", {KbitPerSecond{40'000'000}, 8, 10}, 250, 64'000, 1'024'000},
    {"FDR10", {KbitPerSecond{41'250'000}, 64, 66}, 200, 51'200, 819'200},
    {"FDR", {KbitPerSecond{56'250'000}, 64, 66}, 147, 37'547, 600'747}, // 146 2/3, 37546 2/3, 600746 2/3
    {"EDR", {KbitPerSecond{103'125'000}, 64, 66}, 80, 20'480, 327'680},
    {"HDR", {KbitPerSecond{212'500'000}, 16, 17}, 40, 10'240, 163'840},
    {"NDR", {KbitPerSecond{425'000'000}, 16, 17}, 20, 5'120, 81'920},
    {"XDR", {KbitPerSecond{850'000'000}, 16, 17}, 10, 2'560, 40'960},
};

TEST(WireTime, LiteralPicosecondsOfEveryGeneration)
{
    for (const Generation& g : generations) {
        EXPECT_EQ(wire_time(1_B, g.rate).count(), g.one) << g.name;
        EXPECT_EQ(wire_time(256_B, g.rate).count(), g.mtu256) << g.name;
        EXPECT_EQ(wire_time(4096_B, g.rate).count(), g.mtu4096) << g.name;
        EXPECT_EQ(wire_time(0_B, g.rate).count(), 0U) << g.name;
    }
    // One lane, where no whole Mb/s exists: 14.0625 and 25.78125 Gb/s.
    EXPECT_EQ(wire_time(4096_B, {KbitPerSecond{14'062'500}, 64, 66}).count(), 2'402'987U); // 2402986 2/3
    EXPECT_EQ(wire_time(4096_B, {KbitPerSecond{25'781'250}, 64, 66}).count(), 1'310'720U);
    // Line rate without a code: 4096 * 8 bit / 425 Gb/s = 77101.17.. ps
    EXPECT_EQ(wire_time(4096_B, {KbitPerSecond{425'000'000}}).count(), 77'102U);
}

TEST(WireTime, RoundsUpOnceAndHoldsLargeMessages)
{
    for (const Generation& g : generations) {
        const WireTime time{g.rate};
        RandomStream random{2, g.name};
        for (int i = 0; i < 20'000; ++i) {
            const std::uint64_t n = random.next() >> (24 + random.below(40)); // up to 1 TiB
            const Wide bits_ps = static_cast<Wide>(n) * 8 * 1'000'000'000 * g.rate.code_den;
            const Wide per = static_cast<Wide>(g.rate.line.count()) * g.rate.code_num;
            const Wide t = time.of(Bytes{n}).count();
            ASSERT_GE(t * per, bits_ps) << g.name << n;
            ASSERT_LT(t * per, bits_ps + per) << g.name << n;
        }
    }
}

TEST(LinkRate, DataRateForPeople)
{
    EXPECT_EQ((LinkRate{KbitPerSecond{425'000'000}, 16, 17}.data().count()), 400'000'000U);
    EXPECT_EQ((LinkRate{KbitPerSecond{56'250'000}, 64, 66}.data().count()), 54'545'454U);
}

TEST(Clock, LiteralEdges)
{
    const Clock c{Hertz{1'200'000'000}}; // 833 1/3 ps
    EXPECT_EQ(c.edge(0), 0_ps);
    EXPECT_EQ(c.edge(1), 834_ps);
    EXPECT_EQ(c.edge(2), 1667_ps);
    EXPECT_EQ(c.edge(3), 2500_ps);
    EXPECT_EQ(c.edge_before(833_ps), 0U);
    EXPECT_EQ(c.edge_before(834_ps), 1U);
    EXPECT_EQ(c.edge_after(835_ps), 2U);
    EXPECT_EQ(c.align_up(1_ps), 834_ps);
    EXPECT_EQ(c.align_up(834_ps), 834_ps);
    EXPECT_EQ(c.align_down(1666_ps), 834_ps);
    EXPECT_EQ((Clock{Hertz{1'000'000'000}}.edge(7)), 7000_ps);
}

// After a billion edges the clock has lost less than a picosecond; 1.2 * 10^9 of them are one second.
TEST(Clock, DoesNotDrift)
{
    const Clock c{Hertz{1'200'000'000}};
    EXPECT_EQ(c.edge(1'000'000'000).count(), 833'333'333'334U);
    EXPECT_EQ(c.edge(1'200'000'000).count(), 1'000'000'000'000U);
    EXPECT_EQ(c.edge(86'400ULL * 1'200'000'000).count(), 86'400ULL * 1'000'000'000'000); // a day
    for (std::uint64_t n = 0; n < 1'000'000'000; n += 997) {
        const std::uint64_t third = n * 2500;
        ASSERT_EQ(c.edge(n).count(), third / 3 + (third % 3 != 0 ? 1 : 0));
    }
}

TEST(Clock, EdgesAndTimesAgree)
{
    for (const std::uint64_t hz : {1'200'000'000ULL, 1'000'000'000ULL, 875'000'000ULL, 333'333'333ULL,
                                   1'000'003ULL, 9'999'999'967ULL}) {
        const Clock c{Hertz{hz}};
        RandomStream random{hz, "times"};
        for (int i = 0; i < 20'000; ++i) {
            const Picoseconds t{random.next() >> (12 + random.below(52))}; // up to 75 minutes
            const std::uint64_t n = c.edge_before(t);
            ASSERT_LE(c.edge(n), t);
            ASSERT_GT(c.edge(n + 1), t);
            ASSERT_GE(c.align_up(t), t);
            ASSERT_EQ(c.align_up(c.align_up(t)), c.align_up(t));
            ASSERT_EQ(c.edge_before(c.edge(n)), n);
            ASSERT_EQ(c.edge_after(c.edge(n)), n);
        }
    }
}

} // namespace
} // namespace sharpsim
