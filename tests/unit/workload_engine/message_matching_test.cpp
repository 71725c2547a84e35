// SPDX-License-Identifier: Apache-2.0
#include "workload/message_matching.h"

#include <gtest/gtest.h>

#include "workload/watchdog.h"

namespace sharpsim {
namespace {

MessageMatching::Receive from(NodeIndex node, std::uint32_t rank) { return {node, 8, false, RankId{rank}}; }
MessageMatching::Receive any(NodeIndex node) { return {node, 8, true, RankId{0}}; }

TEST(MessageMatching, ReceivesAreServedInOrderOfTheirPosts)
{
    MessageMatching m;
    EXPECT_FALSE(m.post(1, from(10, 3)).has_value());
    EXPECT_FALSE(m.post(1, any(11)).has_value());
    EXPECT_FALSE(m.post(1, from(12, 4)).has_value());
    EXPECT_EQ(m.arrive(1, {RankId{4}, 8})->node, 11U); // the one that takes any is older
    EXPECT_EQ(m.arrive(1, {RankId{4}, 8})->node, 12U);
    EXPECT_EQ(m.arrive(1, {RankId{3}, 8})->node, 10U);
    EXPECT_FALSE(m.arrive(1, {RankId{3}, 8}).has_value());
}

TEST(MessageMatching, ArrivalsAreTakenInTheirOrder)
{
    MessageMatching m;
    EXPECT_FALSE(m.arrive(1, {RankId{5}, 100}).has_value());
    EXPECT_FALSE(m.arrive(1, {RankId{6}, 200}).has_value());
    EXPECT_FALSE(m.arrive(1, {RankId{5}, 300}).has_value());
    EXPECT_FALSE(m.post(2, any(0)).has_value()); // another tag
    EXPECT_EQ(m.post(1, from(0, 6))->bytes, 200U);
    EXPECT_EQ(m.post(1, any(0))->bytes, 100U);
    EXPECT_EQ(m.post(1, from(0, 5))->bytes, 300U);
    EXPECT_FALSE(m.post(1, from(0, 5)).has_value());
}

TEST(Watchdog, CountsOnlyTimeInWhichNothingMovesAndNobodyComputes)
{
    Watchdog dog{WatchdogConfig{Picoseconds{1000}}};
    EXPECT_FALSE(dog.stalled(Picoseconds{1000}, 5, false));
    EXPECT_FALSE(dog.stalled(Picoseconds{1999}, 5, false));
    EXPECT_FALSE(dog.stalled(Picoseconds{2000}, 6, false)); // moved
    EXPECT_FALSE(dog.stalled(Picoseconds{9000}, 6, true));  // computes
    EXPECT_FALSE(dog.stalled(Picoseconds{9999}, 6, false));
    EXPECT_TRUE(dog.stalled(Picoseconds{10'000}, 6, false));
}

} // namespace
} // namespace sharpsim
