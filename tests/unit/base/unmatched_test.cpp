// SPDX-License-Identifier: Apache-2.0
#include "base/unmatched.h"

#include <gtest/gtest.h>

namespace {

using sharpsim::unmatched_text;
using Names = std::vector<std::string>;

TEST(Unmatched, TellsTheNearestName)
{
    const Names fabric{"leaf0", "leaf0.port1", "leaf0.an", "spine0", "host0"};
    EXPECT_EQ(unmatched_text("leaff0", "instance", fabric), "instance; did you mean leaf0?");
    EXPECT_EQ(unmatched_text("leaf0.prt1", "instance", fabric), "instance; did you mean leaf0.port1?");
    // Only what contains it is in the list.
    EXPECT_EQ(unmatched_text("nod3", "scope", {"node3.port1"}), "scope; did you mean node3?");
}

TEST(Unmatched, TellsWhatThereIs)
{
    EXPECT_EQ(unmatched_text("x*", "instance", {}), "instance; there is none");
    EXPECT_EQ(unmatched_text("x*", "instance", {"a"}), "instance; there are a");
    // Ranges of what counts up; numbers that do not, and names without number, stand alone.
    EXPECT_EQ(unmatched_text("x*", "instance", {"a0", "a1", "a2", "b9", "b10", "c1", "c3", "d", "e5", "d1"}),
              "instance; there are a0 to a2, b9 to b10, c1, c3, d, e5, d1");
    // One of each kind inside.
    EXPECT_EQ(
        unmatched_text("x?", "instance",
                       {"s0", "s0.port1", "s0.port2", "s1", "s1.port1", "s1.an", "s1.an.alu0", "s1.an.alu1"}),
        "instance; there are s0 to s1, with s0.port1, s1.an, s1.an.alu0 inside them");
    // Nothing near is as good as a pattern.
    EXPECT_EQ(unmatched_text("quite_another", "instance", {"s0"}), "instance; there are s0");
}

TEST(Unmatched, StaysShort)
{
    Names names;
    for (unsigned n = 0; n < 1000; ++n)
        names.push_back("n" + std::to_string(3 * n));
    EXPECT_EQ(unmatched_text("x*", "instance", names),
              "instance; there are n0, n3, n6, n9, n12, n15, n18, n21 and 992 more");
    // Numbers past all counting are names like any other.
    EXPECT_EQ(unmatched_text("x*", "instance", {"n99999999999999999999998", "n99999999999999999999999"}),
              "instance; there are n99999999999999999999998, n99999999999999999999999");
}

} // namespace
