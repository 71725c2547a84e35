// SPDX-License-Identifier: Apache-2.0
#include "observe/names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "observe/observe_config.h"

namespace sharpsim {
namespace {

TEST(Names, NumbersSortAsNumbersAndScopesBeforeTheirNeighbours)
{
    const std::vector<std::string> order{"leaf2",       "leaf2.an",        "leaf2.port1",
                                         "leaf2.port2", "leaf2.port2.vl0", "leaf2.port10",
                                         "leaf2_b",     "leaf10",          "leaf10.an"};
    std::vector<std::string> sorted{order.rbegin(), order.rend()};
    std::sort(sorted.begin(), sorted.end(), natural_less);
    EXPECT_EQ(sorted, order);
}

TEST(Names, LegalNames)
{
    EXPECT_EQ(legal_name("a b:c$d/e"), "a_b_c_d_e");
    EXPECT_EQ(legal_name("7up"), "_7up");
    EXPECT_EQ(legal_name(""), "_");
    EXPECT_EQ(legal_name("na\xc3\xafve"), "na__ve");
}

TEST(Names, PatternsSelectAnInstanceAndAllInIt)
{
    WaveConfig config;
    for (const auto& [scope, instance, expected] :
         {std::tuple{"*", "leaf0.port3", true}, std::tuple{"leaf0", "leaf0.port3", true},
          std::tuple{"leaf0", "leaf0", true}, std::tuple{"leaf0", "leaf01.port3", false},
          std::tuple{"leaf?.an", "leaf0.an.alu1", true}, std::tuple{"leaf?.an", "leaf0.port3", false},
          std::tuple{"x,*.an", "leaf0.an", true}, std::tuple{"port3", "leaf0.port3", false}}) {
        config.scope = scope;
        EXPECT_EQ(selects(config, instance), expected) << scope << " " << instance;
    }
}

TEST(WaveKeys, DefaultsAndLimits)
{
    KeyTable table;
    WaveConfig config;
    declare_keys(table, config);
    const auto get = [&table](const char* name) { return table.find(name)->get(); };
    EXPECT_EQ(get("wave.enable"), "false");
    EXPECT_EQ(get("wave.scope"), "*");
    EXPECT_EQ(get("wave.max_size"), "50MiB");
    table.find("wave.from")->set("3us");
    table.find("wave.max_size")->set("1GiB");
    table.find("wave.rtl_levels")->set("1");
    EXPECT_EQ(config.from, Picoseconds{3'000'000});
    EXPECT_EQ(config.max_size, Bytes{1ULL << 30});
    EXPECT_EQ(config.rtl_levels, 1U);
    EXPECT_THROW(table.find("wave.from")->set("3"), std::invalid_argument);
    EXPECT_THROW(table.find("wave.max_size")->set("1KiB"), std::invalid_argument);
    EXPECT_THROW(table.find("wave.rtl_levels")->set("0"), std::invalid_argument);
}

} // namespace
} // namespace sharpsim
