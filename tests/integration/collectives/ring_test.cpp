// SPDX-License-Identifier: Apache-2.0
// Ring allreduces over real HCAs and a real switch.
#include "integration/collectives/hosts.h"
#include "unit/workload/temp_file.h"
#include "workload/program_reader.h"

namespace sharpsim::test {
namespace {

using reduction::Operator;
using reduction::Type;

class RingOverHcas : public ::testing::TestWithParam<std::uint32_t> {};

// No element, one, fewer than ranks, odd counts, chunks above the MTU; one after another in one run.
TEST_P(RingOverHcas, AllSizesAreBitExact)
{
    const std::uint32_t p = GetParam();
    HostsRig rig{p};
    std::string text = "sharpsim-ranks 1\nranks " + std::to_string(p) + "\nrank * {\n";
    std::uint64_t bytes = 0;
    for (const std::uint64_t n : {1U, 3U, 7U, 1025U, 40'001U}) {
        text += "allreduce " + std::to_string(4 * n) + "B float32 sum after\n";
        text += "allreduce " + std::to_string(2 * n) + "B bfloat16 sum after\n";
        text += "allreduce " + std::to_string(4 * n) + "B int32 min after\n";
        bytes += 10 * n;
    }
    text.replace(text.find(" after"), 6, "");
    rig.run(read_rank_program(TempFile{text + "barrier after\n}\n"}.path()), by(PathKey::ring));
    rig.expect_right();
    EXPECT_EQ(rig.engine->injected_bytes(), 2 * (p - 1) * bytes);
    EXPECT_EQ(rig.engine->delivered_bytes(), rig.engine->injected_bytes());
    EXPECT_EQ(rig.an.requests_received(), 0U);
}

INSTANTIATE_TEST_SUITE_P(Ranks, RingOverHcas, ::testing::Values(1U, 2U, 3U, 5U, 8U));

TEST(RingOverHcas, NoElementsIsABarrier)
{
    HostsRig rig{4};
    rig.run(loop(4, CollectiveKind::allreduce, 0, 3), by(PathKey::ring));
    rig.expect_right();
    // 2(p - 1) messages of one packet a rank, and an acknowledgement for each.
    EXPECT_EQ(rig.sw.totals().sent, 3U * 4 * 6 * 2);
}

// 2(p - 1) steps of post, doorbell, fetch, wire, switch, receive and poll; in the first half each with the
// reduction. All ranks do the same at the same time, each on its own port, so that nothing waits.
//
// A step of 4096 B (float32, p = 4), with the defaults of hca_config.h: 175 + 137 + 364 ns to the wire;
// host's link: 10 + 5 + 60 ns, 4122 B at 20 ps = 82.440 ns; switch 100 ns, at most one clock period of
// alignment; second link 75 ns; 240 + 62 ns to the software. Sum 1'310.440 ns. A reduction of 4096 B at 10
// GB/s takes 409.6 ns.
TEST(RingOverHcas, StepsTakeTheirLatenciesAndNothingElse)
{
    constexpr std::uint32_t p = 4;
    LinkConfig link;
    link.fc_size = Bytes{0}; // acknowledgements still take 30 B, but not when a message wants the wire
    HostsRig rig{p, HcaConfig{}, link};
    rig.run(loop(p, CollectiveKind::allreduce, 4096 * p), by(PathKey::ring));
    rig.expect_right();
    const std::uint64_t alone = 2 * (p - 1) * 1'310'440ULL + (p - 1) * 409'600ULL;
    for (const Picoseconds latency : rig.engine->records()[0].latencies) {
        EXPECT_GE(latency.count(), alone);
        EXPECT_LE(latency.count(), alone + 2 * (p - 1) * 1000ULL);
    }
}

TEST(RingOverHcas, SegmentsGiveTheSameResultSooner)
{
    HostsRig rig{4};
    CollectivesConfig config = by(PathKey::ring);
    config.ring_segment = Bytes{16384};
    rig.run(loop(4, CollectiveKind::allreduce, 4 << 20), config);
    rig.expect_right();
    // Uncut, each chunk of 1 MiB is received, reduced (104.86 us) and sent (at least 20.97 us) in turn.
    EXPECT_LT(rig.engine->records()[0].latencies[0].count(), 3 * 104'857'600ULL + 6 * 20'971'520ULL);
}

TEST(RingOverHcas, SeveralRingsAndMessagesAtOnce)
{
    HostsRig rig{5};
    rig.run(read_rank_program(TempFile{"sharpsim-ranks 1\nranks 5\nrank * {\n"
                                       "allreduce 50000B float16 max\n"
                                       "allreduce 30000B uint32 sum\n"
                                       "c: compute 3us\n"
                                       "allreduce 9000B float32 sum requires c\n"
                                       "send 70000B to +2 tag 4\n"
                                       "recv 70000B from -2 tag 4\n"
                                       "send 10B to +1\n"
                                       "recv 10B from any requires c\n"
                                       "}\n"}
                                  .path()),
            by(PathKey::ring));
    rig.expect_right();
}

} // namespace
} // namespace sharpsim::test
