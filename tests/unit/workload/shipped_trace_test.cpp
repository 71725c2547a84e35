// SPDX-License-Identifier: Apache-2.0
// The workload in traces/ against its script and against the published size of the model.
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "workload/program_reader.h"
#include "workload/trace_summary.h"

namespace sharpsim {
namespace {

const std::string traces = std::string{SHARPSIM_SOURCE_DIR} + "/traces/";

std::string output_of(const std::string& command)
{
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (pipe == nullptr)
        return {};
    std::string out;
    char buffer[4096];
    for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;)
        out.append(buffer, n);
    EXPECT_EQ(::pclose(pipe), 0) << command;
    return out;
}

TEST(ShippedTrace, ScriptMakesTheFile)
{
    std::ifstream in{traces + "gpt2_block_step.ranks", std::ios::binary};
    std::ostringstream file;
    file << in.rdbuf();
    ASSERT_FALSE(file.str().empty());
    EXPECT_EQ(output_of("python3 '" + traces + "make_transformer_step.py'"), file.str());
}

TEST(ShippedTrace, GradientsAreOneBlockOfGpt2Small)
{
    const RankProgram p = read_rank_program(traces + "gpt2_block_step.ranks");
    EXPECT_EQ(p.ranks(), 128U);
    EXPECT_TRUE(summarise(p).warnings.empty());
    std::uint64_t gradients = 0;
    unsigned scalars = 0;
    for (const CollectiveCall& c : p.collectives()) {
        if (c.type == reduction::Type::bfloat16) {
            EXPECT_EQ(c.op, reduction::Operator::sum);
            EXPECT_LE(c.bytes.count(), 4ULL << 20);
            gradients += c.bytes.count();
        } else if (c.kind == CollectiveKind::allreduce) {
            EXPECT_EQ(c.bytes, Bytes{8});
            EXPECT_EQ(c.type, reduction::Type::float32);
            ++scalars;
        }
    }
    // Weights 3d*d + d*d + 4d*d + d*4d with d = 768, biases 3d + d + 4d + d, two layer norms of 2d each.
    constexpr std::uint64_t d = 768;
    constexpr std::uint64_t parameters = 12 * d * d + 9 * d + 4 * d;
    static_assert(parameters == 7'087'872);
    EXPECT_EQ(gradients, 2 * parameters);
    EXPECT_LE(gradients, 16ULL << 20);
    EXPECT_EQ(scalars, 4U);
    EXPECT_EQ(p.collectives().back().kind, CollectiveKind::barrier);
    // Forward 2 and backward 4 FLOP per parameter and token, 8192 tokens at 2e14 FLOP/s; rounded up node by
    // node.
    double compute_ns = 0;
    for (const ProgramNode& n : p.graph(RankId{0}).nodes())
        compute_ns += n.kind == NodeKind::compute ? static_cast<double>(n.amount) / 1000 : 0;
    EXPECT_NEAR(compute_ns, 6.0 * parameters * 8192 / 2e14 * 1e9, 5);
}

TEST(ShippedTrace, ScriptTakesOtherNumbers)
{
    const std::string script = "python3 '" + traces + "make_transformer_step.py' ";
    const std::string text = output_of(script + "--ranks 3 --bucket 1000002 --tokens 7 --flops 1000000000");
    const std::string path = testing::TempDir() + "sharpsim_step_" + std::to_string(::getpid()) + ".ranks";
    std::ofstream{path} << text;
    const RankProgram p = read_rank_program(path);
    std::remove(path.c_str());
    EXPECT_EQ(p.ranks(), 3U);
    std::uint64_t gradients = 0;
    for (const CollectiveCall& c : p.collectives())
        gradients += c.type == reduction::Type::bfloat16 ? c.bytes.count() : 0;
    EXPECT_EQ(gradients, 2 * 7'087'872U);
    EXPECT_EQ(p.collectives().size(), 15U + 4 + 1); // ceil(14175744 / 1000002) buckets
}

} // namespace
} // namespace sharpsim
