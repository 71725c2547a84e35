// SPDX-License-Identifier: Apache-2.0
// Sums of 542 ranks, repeated by MPFR in the order in which the aggregation nodes took their operands:
// orders.csv tells the order, collectives.csv the hash of the bits that the ranks got.
#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "collectives/mismatches.h"
#include "oracle/element.h"
#include "oracle/payload_pattern.h"
#include "support/program.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::test;
using reduction::Rounding;
using reduction::Type;
using Codes = std::vector<std::uint64_t>;

constexpr std::uint64_t bytes = 64; // one operation

Codes payload(Type type, std::uint32_t rank)
{
    const std::size_t size = reduction::element_bytes(type);
    std::uint8_t data[bytes];
    oracle::fill(1, rank, 0, type, 0, bytes / size, data);
    Codes codes;
    for (std::size_t at = 0; at < bytes; at += size) {
        std::uint64_t code = 0;
        for (std::size_t n = size; n-- > 0;)
            code = code << 8 | data[at + n];
        codes.push_back(code);
    }
    return codes;
}

// By name: what a child of a node brings.
Codes replay(const std::vector<CsvRow>& orders, Type type, Rounding rounding, std::size_t& ranks)
{
    std::map<std::string, Codes> nodes;
    std::string root;
    const tb::Format format = tb::format_of(type);
    for (const CsvRow& row : orders) {
        std::istringstream children{row.at("order")};
        root = row.at("node");
        Codes& sum = nodes[root];
        for (std::string child; children >> child;) {
            const bool is_rank = child.rfind("rank", 0) == 0;
            ranks += is_rank ? 1 : 0;
            const Codes operand = is_rank
                                      ? payload(type, static_cast<std::uint32_t>(std::stoul(child.substr(4))))
                                      : nodes.at(child);
            if (sum.empty()) {
                sum = operand;
                continue;
            }
            for (std::size_t i = 0; i < sum.size(); ++i)
                sum[i] =
                    tb::expect_float_sum(format, format, rounding, {}, sum[i], operand[i], 0).element.value;
        }
    }
    return nodes.at(root);
}

std::string hash_of(Type type, const Codes& codes)
{
    const std::size_t size = reduction::element_bytes(type);
    std::uint8_t data[bytes];
    for (std::size_t i = 0; i < codes.size(); ++i)
        for (std::size_t n = 0; n < size; ++n)
            data[i * size + n] = static_cast<std::uint8_t>(codes[i] >> 8 * n);
    char text[17];
    std::snprintf(text, sizeof text, "%016" PRIx64, content_hash(0, data, bytes));
    return text;
}

struct Case {
    const char* name;
    Type type;
};
void PrintTo(const Case& c, std::ostream* os) { *os << c.name; }

class Replay : public ::testing::TestWithParam<Case> {
protected:
    void expect_replay(const Words& fabric, const char* rounding, Rounding code) const
    {
        const Case c = GetParam();
        const SimRun run{fabric + Words{"--workload.type", c.name, "--workload.bytes", std::to_string(bytes),
                                        "--workload.path", "sharp", "--workload.skew", "2us",
                                        "--sharp.profile", "future", "--collective.record_orders", "true",
                                        "--reduction.rounding", rounding}};
        expect_ok(run);
        std::size_t ranks = 0;
        const Codes sum = replay(test::read_csv(run.path() + "/orders.csv"), c.type, code, ranks);
        EXPECT_EQ(ranks, 542U);
        EXPECT_EQ(run.collectives.at(0).at("result_hash"), hash_of(c.type, sum)) << rounding;
    }
};

TEST_P(Replay, OnAGeneratedFabricOf542Hosts)
{
    const Words fabric{"--fabric.hosts", "542", "--fabric.leaves", "20", "--fabric.spines", "8"};
    expect_replay(fabric, "nearest_even", Rounding::nearest_even);
    expect_replay(fabric, "up", Rounding::up);
}

TEST_P(Replay, OnAProductionFabric)
{
    const std::string file = shared_file("data/fabrics/ndr-40-switch.ibnetdiscover");
    if (file.empty())
        GTEST_SKIP() << "the dump of the production fabric is not here";
    expect_replay({"--fabric.file", file}, "nearest_even", Rounding::nearest_even);
}

// The same vectors, when they come and over which tree changed: fixed point all the way gives the same bits,
// sums in the element type do not, and fixed point within a node only where the tree is the same.
TEST(ExactWire, GivesTheSameBitsInEveryOrderAndTree)
{
    const Words trees[] = {{"--fabric.kind", "single-switch"},
                           {"--fabric.leaves", "4", "--fabric.spines", "2"},
                           {"--fabric.leaves", "12", "--fabric.spines", "3"}};
    std::map<std::string, std::set<std::string>> hashes;
    std::set<std::string> one_tree;
    for (const Words& tree : trees)
        for (const char* skew : {"0ns", "1us", "3us"})
            for (const char* precision : {"native", "fp32", "exact_node", "exact_wire"}) {
                // One operation of the widest kind.
                const SimRun run{tree + Words{"--fabric.hosts", "48", "--workload.type", "float16",
                                              "--workload.bytes", "256", "--workload.path", "sharp",
                                              "--workload.skew", skew, "--reduction.precision", precision}};
                expect_ok(run);
                const std::string hash = run.collectives.at(0).at("result_hash");
                EXPECT_EQ(hash.size(), 16U);
                hashes[precision].insert(hash);
                if (&tree == &trees[2] && std::string{precision} == "exact_node")
                    one_tree.insert(hash);
            }
    EXPECT_EQ(hashes["exact_wire"].size(), 1U);
    EXPECT_EQ(one_tree.size(), 1U);
    EXPECT_EQ(hashes["exact_node"].size(), 3U); // a tree each; on one switch it is exact_wire's
    EXPECT_EQ(hashes["exact_node"].count(*hashes["exact_wire"].begin()), 1U);
    EXPECT_GE(hashes["native"].size(), 7U);
    EXPECT_GE(hashes["fp32"].size(), 3U);
}

INSTANTIATE_TEST_SUITE_P(Types, Replay,
                         ::testing::Values(Case{"float8_e4m3", Type::float8_e4m3},
                                           Case{"float8_e5m2", Type::float8_e5m2},
                                           Case{"float16", Type::float16}, Case{"bfloat16", Type::bfloat16},
                                           Case{"float32", Type::float32}, Case{"float64", Type::float64}),
                         [](const auto& i) { return std::string{i.param.name}; });

} // namespace
