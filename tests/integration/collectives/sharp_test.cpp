// SPDX-License-Identifier: Apache-2.0
// SHARP allreduces of real HCAs over one switch's aggregation node.
#include <sstream>
#include <tuple>

#include "integration/collectives/hosts.h"
#include "unit/workload/temp_file.h"
#include "workload/program_reader.h"

namespace sharpsim::test {
namespace {

using reduction::Operator;
using reduction::Type;

SharpConfig results(ResultPath path)
{
    SharpConfig sharp;
    sharp.result = path;
    return sharp;
}

class SharpOverHcas : public ::testing::TestWithParam<ResultPath> {};

TEST_P(SharpOverHcas, IsBitExactByEveryWayDown)
{
    HostsRig rig{7, HcaConfig{}, LinkConfig{}, results(GetParam())};
    rig.run(loop(7, CollectiveKind::allreduce, 20'000, 3, Type::float16), by(PathKey::sharp));
    rig.expect_right();
    EXPECT_EQ(rig.an.requests_received(), 3U * 7 * 20); // ceil(20000 / 1024)
    EXPECT_EQ(rig.an.osts_in_use(), 0U);
    EXPECT_EQ(rig.engine->delivered_bytes(), 3U * 7 * 20'000);
    EXPECT_EQ(rig.engine->injected_bytes(), 3U * 7 * 20'000);
}

INSTANTIATE_TEST_SUITE_P(Results, SharpOverHcas,
                         ::testing::Values(ResultPath::multicast, ResultPath::tree, ResultPath::both));

// One node: an operation holds as many elements as wide values fit into its payload.
TEST(SharpOverHcas, ExactSumsTakeMoreOperations)
{
    for (const auto& [type, precision, elements] :
         {std::tuple{Type::float16, reduction::Precision::native, 512U},
          std::tuple{Type::float16, reduction::Precision::fp32, 512U},
          std::tuple{Type::float16, reduction::Precision::exact_wire, 128U},
          std::tuple{Type::float8_e4m3, reduction::Precision::exact_wire, 204U},
          std::tuple{Type::float8_e5m2, reduction::Precision::exact_wire, 146U},
          std::tuple{Type::int32, reduction::Precision::exact_wire, 256U}}) {
        SharpGroup group;
        group.precision = precision;
        const ReductionCall call{0, type, Operator::sum,
                                 std::uint64_t{10'000} * reduction::element_bytes(type)};
        EXPECT_EQ(sharp_operations(group, call), (10'000 + elements - 1) / elements);
    }
}

TEST(SharpOverHcas, BarriersAndEmptyVectors)
{
    HostsRig rig{6};
    rig.run(read_rank_program(TempFile{"sharpsim-ranks 1\nranks 6\nrank 0-4 {\nbarrier\nbarrier after\n}\n"
                                       "rank 5 {\nc: compute 30us\nbarrier after\nbarrier after\n}\n"}
                                  .path()),
            by(PathKey::sharp));
    rig.expect_right();
    for (std::uint32_t r = 0; r < 5; ++r)
        EXPECT_GT(rig.engine->records()[0].latencies[r], Picoseconds{30'000'000});
    EXPECT_LT(rig.engine->records()[0].latencies[5], Picoseconds{10'000'000});
}

TEST(SharpOverHcas, FewSlotsKeepTheOrderOfOperations)
{
    SharpConfig sharp;
    sharp.osts_per_group = 2;
    sharp.payload_per_ost = Bytes{256};
    HostsRig rig{4, HcaConfig{}, LinkConfig{}, sharp};
    rig.run(read_rank_program(TempFile{"sharpsim-ranks 1\nranks 4\nrank 0-1 {\nallreduce 9000B int32 sum\n"
                                       "allreduce 4000B float32 max\n}\nrank 2-3 {\nc: compute 5us\n"
                                       "allreduce 9000B int32 sum after\nallreduce 4000B float32 max\n}\n"}
                                  .path()),
            by(PathKey::sharp));
    rig.expect_right();
}

TEST(SharpOverHcas, SizesAloneTakeTheSameTime)
{
    HostsRig rig{5};
    rig.run(loop(5, CollectiveKind::allreduce, 10'000, 2), by(PathKey::sharp), false);
    rig.expect_right();
    EXPECT_EQ(rig.engine->records()[1].ended, 5U);
}

TEST(SharpOverHcas, AMissingRankIsNamed)
{
    HostsRig rig{4};
    rig.run(read_rank_program(TempFile{"sharpsim-ranks 1\nranks 4\n"
                                       "rank 0 {\nallreduce 8B float32 sum\nsend 8B to 2 after\n}\n"
                                       "rank 1,3 {\nallreduce 8B float32 sum\n}\n"
                                       "rank 2 {\nrecv 8B from 0\nallreduce 8B float32 sum after\n}\n"}
                                  .path()),
            by(PathKey::automatic));
    EXPECT_FALSE(rig.engine->finished());
    EXPECT_TRUE(rig.region.calendar.empty());
    std::ostringstream out;
    rig.engine->describe_waiting(out);
    rig.an.describe_waiting(out);
    EXPECT_NE(out.str().find("not begun by rank 2\nrank 2 since 0 ps: recv 8B from 0"), std::string::npos)
        << out.str();
    EXPECT_NE(out.str().find("operation 0 has 3 of 4 operands; missing: child 2"), std::string::npos)
        << out.str();
}

} // namespace
} // namespace sharpsim::test
