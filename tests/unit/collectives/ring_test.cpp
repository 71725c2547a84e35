// SPDX-License-Identifier: Apache-2.0
#include "collectives/ring_allreduce.h"

#include <gtest/gtest.h>

#include <optional>
#include <set>

#include "base/error.h"
#include "unit/collectives/fake_network.h"

namespace sharpsim {
namespace {

using reduction::Operator;
using reduction::Type;
using test::FakeNetwork;

// One rank that only runs one ring.
class RingRank final : public RankHandler {
public:
    RingRank(const RingAllreduce::Setup& setup, RankId rank, const ReductionCall& call,
             RankEndpoint& endpoint) :
        ring{setup, rank, call, endpoint, 77}, endpoint_{endpoint}
    {
        endpoint.set_handler(this);
    }
    void on_message(RankId from, Message&& message) override
    {
        ring.on_message(from, std::move(message));
        note();
    }
    void on_sharp_result(Message&&) override { ADD_FAILURE(); }
    void on_completion(std::uint64_t) override { ADD_FAILURE(); }
    void on_timer(std::uint64_t token) override
    {
        EXPECT_EQ(token, 77U);
        ring.on_reduced();
        note();
    }
    void note()
    {
        if (ring.done() && !done_at)
            done_at = endpoint_.now().count();
    }
    RingAllreduce ring;
    std::optional<std::uint64_t> done_at;

private:
    RankEndpoint& endpoint_;
};

struct Outcome {
    std::uint64_t wrong;
    std::string first;
    std::set<std::uint64_t> hashes;
    std::uint64_t last_done;
    std::size_t held;
};

Outcome run_ring(FakeNetwork& net, std::uint32_t ranks, const ReductionCall& call, std::uint64_t segment = 0,
                 bool real = true, std::uint64_t seed = 1)
{
    const PayloadSource source{seed, real};
    Mismatches mismatches;
    RingOracle oracle{source, mismatches};
    const RingAllreduce::Setup setup{ranks, segment, source, oracle};
    std::vector<std::unique_ptr<RingRank>> all;
    for (std::uint32_t r = 0; r < ranks; ++r)
        all.push_back(std::make_unique<RingRank>(setup, RankId{r}, call, net[r]));
    for (auto& rank : all) {
        rank->ring.start();
        rank->note();
    }
    net.run();
    Outcome out{mismatches.wrong(), mismatches.first(), {}, 0, oracle.held()};
    for (auto& rank : all) {
        EXPECT_TRUE(rank->done_at.has_value());
        out.hashes.insert(rank->ring.result_hash());
        out.last_done = std::max(out.last_done, rank->done_at.value_or(0));
    }
    return out;
}

TEST(RingLayout, ChunksAndSegmentsCoverTheVectorOnce)
{
    for (std::uint32_t p : {1U, 2U, 3U, 7U, 16U})
        for (std::uint64_t n : {0U, 1U, 2U, 6U, 7U, 15U, 16U, 17U, 1000U})
            for (std::uint64_t segment : {0U, 1U, 4U, 12U, 4096U}) {
                const RingLayout layout{p, {0, Type::float32, Operator::sum, n * 4}, segment};
                std::uint64_t next = 0;
                std::uint64_t segments = 0;
                for (std::uint32_t c = 0; c < p; ++c) {
                    EXPECT_LE(layout.chunk_elements(c), (n + p - 1) / p);
                    EXPECT_GE(layout.chunk_elements(c), n / p);
                    for (std::uint64_t s = 0; s < layout.segments(c); ++s) {
                        const auto part = layout.segment(c, s);
                        EXPECT_EQ(part.first, next);
                        EXPECT_TRUE(part.count > 0 || layout.chunk_elements(c) == 0);
                        if (segment != 0) {
                            EXPECT_LE(part.count * 4, std::max<std::uint64_t>(segment, 4));
                        }
                        next += part.count;
                        ++segments;
                    }
                }
                EXPECT_EQ(next, n);
                EXPECT_EQ(layout.all_segments(), segments);
            }
}

TEST(RingTag, KeepsItsFields)
{
    const RingTag tag{RingTag::max_collectives - 1, 2 * 0xBFFF - 3, RingTag::max_segments - 1};
    const RingTag back = RingTag::of(tag.bits());
    EXPECT_TRUE(RingTag::is_one(tag.bits()));
    EXPECT_FALSE(RingTag::is_one(0xFFFFFFFF));
    EXPECT_EQ(back.collective, tag.collective);
    EXPECT_EQ(back.step, tag.step);
    EXPECT_EQ(back.segment, tag.segment);
}

TEST(Ring, EveryRankGetsTheResultForAnyRanksAndSizes)
{
    for (std::uint32_t p : {1U, 2U, 3U, 5U, 8U, 13U})
        for (std::uint64_t n : {0U, 1U, 2U, 7U, 8U, 9U, 1001U})
            for (std::uint64_t segment : {0U, 64U}) {
                FakeNetwork net{p};
                const Outcome o = run_ring(net, p, {4, Type::float32, Operator::sum, n * 4}, segment);
                SCOPED_TRACE(std::to_string(p) + " ranks, " + std::to_string(n) + " elements");
                EXPECT_EQ(o.wrong, 0U) << o.first;
                EXPECT_EQ(o.hashes.size(), 1U);
                EXPECT_EQ(*o.hashes.begin() == 0, n == 0);
                EXPECT_EQ(o.held, 0U);
                // Each element goes over p - 1 links as a partial sum and over p - 1 as a result.
                EXPECT_EQ(net.message_bytes, 2 * (p - 1) * n * 4);
                if (segment == 0) {
                    EXPECT_EQ(net.messages, 2ULL * (p - 1) * p);
                }
            }
}

TEST(Ring, AllTypesAndOperators)
{
    for (const Type type : {Type::int32, Type::uint32, Type::float16, Type::bfloat16, Type::float32})
        for (const Operator op : {Operator::sum, Operator::min, Operator::max}) {
            FakeNetwork net{6};
            const Outcome o = run_ring(net, 6, {1, type, op, 202 * reduction::element_bytes(type)}, 32);
            EXPECT_EQ(o.wrong, 0U) << o.first;
            EXPECT_EQ(o.hashes.size(), 1U);
        }
}

// Patarasuk and Yuan: 2(p - 1) steps, each a message of n / p bytes.
TEST(Ring, TakesTheTimeOfTheClosedFormula)
{
    for (std::uint32_t p : {2U, 3U, 8U, 17U}) {
        const std::uint64_t bytes = 4096 * p;
        FakeNetwork net{p, {1'234'567, 20, 0, 0}};
        const Outcome o = run_ring(net, p, {0, Type::float32, Operator::max, bytes});
        EXPECT_EQ(o.last_done, 2 * (p - 1) * 1'234'567ULL + 2 * (p - 1) * bytes / p * 20);
    }
}

// With reductions of rate g they follow each receive of the first half.
TEST(Ring, ReductionsAddToTheFirstHalfOnly)
{
    FakeNetwork net{5, {1000, 20, 3, 0}};
    const Outcome o = run_ring(net, 5, {0, Type::int32, Operator::sum, 5 * 400});
    EXPECT_EQ(o.last_done, 8 * (1000 + 400 * 20) + 4 * 400 * 3);
}

TEST(Ring, SegmentsOverlapWireAndReduction)
{
    FakeNetwork whole{4, {1000, 20, 20, 0}};
    FakeNetwork cut{4, {1000, 20, 20, 0}};
    const ReductionCall call{0, Type::int32, Operator::sum, 4 * 65536};
    const Outcome a = run_ring(whole, 4, call);
    const Outcome b = run_ring(cut, 4, call, 4096);
    EXPECT_EQ(a.hashes.size(), 1U);
    EXPECT_LT(b.last_done, a.last_done * 3 / 4);
    EXPECT_EQ(b.wrong, 0U);
}

TEST(Ring, SizesAloneTakeTheSameTime)
{
    FakeNetwork real{7};
    FakeNetwork sizes{7};
    const ReductionCall call{0, Type::float16, Operator::sum, 10'002};
    const Outcome a = run_ring(real, 7, call, 512);
    const Outcome b = run_ring(sizes, 7, call, 512, false);
    EXPECT_EQ(a.last_done, b.last_done);
    EXPECT_EQ(*b.hashes.begin(), 0U);
}

// One wrong bit in one message is found, and the report says where.
TEST(Ring, AWrongBitIsFound)
{
    constexpr std::uint32_t p = 4;
    // Messages 1..4 are those of step 0: rank 0 sends chunk 0, to be finished by rank 3. The wrong bit goes
    // into the sum, and then to all four.
    FakeNetwork first{p};
    first.corrupt_message = 1;
    const Outcome a = run_ring(first, p, {6, Type::uint32, Operator::sum, 16 * p});
    EXPECT_EQ(a.wrong, 4U);
    EXPECT_EQ(a.first.rfind("collective 6 at rank 3, element 0 (uint32): expected 0x", 0), 0U) << a.first;
    // The very last message of a finished chunk spoils one element at one rank.
    FakeNetwork last{p};
    last.corrupt_message = 2 * (p - 1) * p;
    const Outcome b = run_ring(last, p, {6, Type::uint32, Operator::sum, 16 * p});
    EXPECT_EQ(b.wrong, 1U);
    EXPECT_EQ(b.hashes.size(), 2U);
}

TEST(Ring, AMessageOfAnotherSizeIsAFaultOfTheModel)
{
    FakeNetwork net{2};
    const PayloadSource source{1, false};
    Mismatches mismatches;
    RingOracle oracle{source, mismatches};
    RingAllreduce ring{{2, 0, source, oracle}, RankId{0}, {0, Type::int32, Operator::sum, 16}, net[0], 0};
    Message m;
    m.payload = Payload::sized(4);
    m.tag = RingTag{0, 0, 0}.bits();
    EXPECT_THROW(ring.on_message(RankId{1}, std::move(m)), ModelError);
}

} // namespace
} // namespace sharpsim
