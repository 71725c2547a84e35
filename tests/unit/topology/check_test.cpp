// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "fabrics.h"
#include "topology/check.h"
#include "topology/describe.h"
#include "topology/generators.h"

namespace sharpsim::topology {
namespace {

bool says(const std::vector<Finding>& findings, Severity severity, const std::string& text)
{
    for (const Finding& f : findings)
        if (f.severity == severity && f.text.find(text) != std::string::npos)
            return true;
    return false;
}
std::vector<Finding> check(const Fabric& f, RoutingEngine engine = RoutingEngine::up_down)
{
    return check(f, compute_routes(f, engine));
}

TEST(Check, GeneratedFabricIsClean) { EXPECT_TRUE(check(make_two_level_fat_tree()).empty()); }

TEST(Check, RealFabricHasOnlyItsSharedName)
{
    SKIP_WITHOUT(real_file());
    const auto findings = check(read_fabric(real_file()));
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_TRUE(says(findings, Severity::note, "69 nodes share the description"));
}

TEST(Check, FindsEachKindOfTrouble)
{
    const auto apart = check(fabric_of(Shape{{1, 1}, {}, false}));
    EXPECT_TRUE(says(apart, Severity::error, "2 parts without a cable between them"));
    EXPECT_TRUE(says(apart, Severity::error, "2 of the paths"));
    EXPECT_TRUE(says(apart, Severity::warning, "2 switches with HCAs have no aggregation node: s0, s1"));
    EXPECT_EQ(apart.front().severity, Severity::error);

    const Shape ring{{2, 2, 2, 2}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
    EXPECT_TRUE(
        says(check(fabric_of(ring), RoutingEngine::min_hop), Severity::error, "credit loop over 4 cables"));
    EXPECT_TRUE(check(fabric_of(ring)).empty());

    const auto text = check(fabric_of(
        "Switch 4 \"s\" # \"s\" base port 0 lid 1 lmc 0\n[1] \"h\"[1] # \"h\" lid 2 4xNDR\n\n"
        "Ca 1 \"h\" # \"h\"\n[1] \"s\"[1] # lid 2 lmc 1 \"s\" lid 1 2xNDR\n\nCa 1 \"z\" # \"z\"\n"));
    EXPECT_TRUE(says(text, Severity::warning, "the slower one is taken"));
    EXPECT_TRUE(says(text, Severity::warning, "LMC above 0"));
    EXPECT_TRUE(says(text, Severity::warning, "1 nodes have no cable: z"));

    const auto direct = check(fabric_of("Ca 1 \"a\"\n[1] \"b\"[1]\n\nCa 1 \"b\"\n[1] \"a\"[1]\n"));
    EXPECT_TRUE(says(direct, Severity::error, "no switch"));
    EXPECT_TRUE(says(direct, Severity::warning, "2 end nodes are cabled to each other"));
}

TEST(Describe, CountsTheRealFabric)
{
    SKIP_WITHOUT(real_file());
    const Fabric f = read_fabric(real_file());
    const std::string text = describe(f, compute_routes(f));
    for (const char* line :
         {"40 switches, 542 HCAs, 40 aggregation nodes", "1114 of 4xNDR (400 Gb/s data)",
          "level 0      31 switches", "level 1      9 switches", "HCAs on each 16 to 19, uplinks 14 to 18",
          "263 pairs of switches with 2 cables", "69 nodes are described as"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

TEST(Describe, SmallFabric)
{
    SpineLeafConfig c;
    c.hosts = 8;
    c.leaves = 2;
    c.spines = 1;
    c.uplinks_per_leaf = 2;
    const Fabric f = make_spine_leaf(c);
    const std::string text = describe(f, compute_routes(f));
    EXPECT_NE(text.find("oversubscr.  2.000 to 2.000"), std::string::npos) << text;
    EXPECT_NE(text.find("2 pairs of switches with 2 cables"), std::string::npos) << text;
}

} // namespace
} // namespace sharpsim::topology
