// SPDX-License-Identifier: Apache-2.0
#include "collectives/sharp_allreduce.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/collectives/fake_network.h"

namespace sharpsim {
namespace {

using reduction::Operator;
using reduction::Type;
using test::FakeNetwork;

// One rank that begins given collectives at given times.
class SharpRank final : public RankHandler {
public:
    SharpRank(const SharpGroup& group, const PayloadSource& source, ReductionOracle& oracle, RankId rank,
              RankEndpoint& endpoint, const std::vector<ReductionCall>& calls) :
        client{group, source, oracle, rank, endpoint}, group_{group}, calls_{calls}
    {
        endpoint.set_handler(this);
    }
    void on_message(RankId, Message&&) override { ADD_FAILURE(); }
    void on_completion(std::uint64_t) override { ADD_FAILURE(); }
    void on_sharp_result(Message&& message) override
    {
        if (const auto done = client.on_result(std::move(message)))
            completed.push_back(*done);
    }
    void on_timer(std::uint64_t index) override
    {
        std::uint64_t first = 0;
        for (std::uint64_t i = 0; i < index; ++i)
            first += sharp_operations(group_, calls_[i]);
        client.begin(calls_[index], static_cast<std::uint32_t>(first));
    }
    SharpAllreduce client;
    std::vector<SharpAllreduce::Completed> completed;

private:
    const SharpGroup& group_;
    const std::vector<ReductionCall>& calls_;
};

struct Rig {
    Rig(std::uint32_t ranks, std::uint32_t per_leaf, std::vector<ReductionCall> wanted, bool real = true) :
        group{test::make_group(ranks, per_leaf)},
        net{ranks, {1000, 20, 0, 5000}},
        calls{std::move(wanted)},
        source{1, real},
        oracle{group, source, mismatches}
    {
        net.group = &group;
        net.log = &oracle;
        for (std::uint32_t r = 0; r < ranks; ++r)
            all.push_back(std::make_unique<SharpRank>(group, source, oracle, RankId{r}, net[r], calls));
    }
    void begin(std::uint32_t rank, std::uint64_t index, std::uint64_t when)
    {
        net[rank].after(Picoseconds{when}, index);
    }
    void run_all()
    {
        for (std::uint32_t r = 0; r < all.size(); ++r)
            for (std::uint64_t k = 0; k < calls.size(); ++k)
                begin(r, k, 100 * k + 37 * r % 900);
        net.run();
    }
    void expect_all_completed() const
    {
        for (const auto& rank : all) {
            EXPECT_EQ(rank->completed.size(), calls.size());
            EXPECT_FALSE(rank->client.oldest_in_flight().has_value());
            for (const auto& done : rank->completed)
                for (const auto& other : all.front()->completed)
                    if (done.collective == other.collective) {
                        EXPECT_EQ(done.hash, other.hash);
                    }
        }
        EXPECT_EQ(oracle.held(), 0U);
    }

    SharpGroup group;
    FakeNetwork net;
    std::vector<ReductionCall> calls;
    PayloadSource source;
    Mismatches mismatches;
    ReductionOracle oracle;
    std::vector<std::unique_ptr<SharpRank>> all;
};

TEST(Sharp, CutsIntoOperationsOfWholeElements)
{
    SharpGroup g;
    g.payload_per_ost = 1022;
    const auto operations = [&g](Type type, std::uint64_t bytes) {
        return sharp_operations(g, {0, type, Operator::sum, bytes});
    };
    EXPECT_EQ(operations(Type::float32, 0), 1U);
    EXPECT_EQ(operations(Type::float32, 4), 1U);
    EXPECT_EQ(operations(Type::float32, 1020), 1U);
    EXPECT_EQ(operations(Type::float32, 1024), 2U);
    EXPECT_EQ(operations(Type::float16, 1022), 1U);
    EXPECT_EQ(operations(Type::float32, 1020 * 50), 50U);
}

TEST(Sharp, AllRanksGetTheSumOfAnyTreeInItsOrder)
{
    for (const auto& [ranks, per_leaf] :
         std::vector<std::pair<std::uint32_t, std::uint32_t>>{{1, 4}, {2, 1}, {4, 4}, {9, 4}, {23, 6}}) {
        Rig rig{ranks,
                per_leaf,
                {{0, Type::float32, Operator::sum, 4 * 5003}, {1, Type::bfloat16, Operator::sum, 2}}};
        rig.run_all();
        SCOPED_TRACE(std::to_string(ranks) + " ranks");
        rig.expect_all_completed();
        EXPECT_EQ(rig.mismatches.wrong(), 0U) << rig.mismatches.first();
        EXPECT_EQ(rig.net.requests, ranks * (20ULL + 1)); // ceil(20012 / 1024), and one
        EXPECT_LE(rig.net.most_in_flight, rig.group.osts_per_group);
        if (ranks > 1) {
            EXPECT_GT(rig.net.most_in_flight, 1U);
        }
    }
}

TEST(Sharp, AllTypesAndOperators)
{
    for (const Type type : {Type::int32, Type::uint32, Type::float16, Type::bfloat16, Type::float32})
        for (const Operator op : {Operator::sum, Operator::min, Operator::max}) {
            Rig rig{7, 3, {{5, type, op, 3000 / 4 * 4}}};
            rig.run_all();
            rig.expect_all_completed();
            EXPECT_EQ(rig.mismatches.wrong(), 0U) << rig.mismatches.first();
        }
}

TEST(Sharp, BarriersAndEmptyVectorsAreOneOperationWithoutPayload)
{
    Rig rig{6, 3, {{0}, {1, Type::float32, Operator::sum, 0}, {2, Type::float32, Operator::sum, 8}}};
    rig.run_all();
    rig.expect_all_completed();
    EXPECT_EQ(rig.net.requests, 6 * 3U);
    EXPECT_EQ(rig.mismatches.wrong(), 0U);
}

TEST(Sharp, ABarrierWaitsForTheLastRank)
{
    Rig rig{5, 2, {{0}}};
    for (std::uint32_t r = 0; r < 4; ++r)
        rig.begin(r, 0, 0);
    rig.net.run();
    for (const auto& rank : rig.all)
        EXPECT_TRUE(rank->completed.empty());
    EXPECT_EQ(rig.all[0]->client.waiting_for(0), "operation 0 not returned (0 of 1 are)");
    EXPECT_EQ(rig.oracle.nodes_done(0), 2U); // the two leaves that have all their ranks
    rig.begin(4, 0, 1);
    rig.net.run();
    rig.expect_all_completed();
}

TEST(Sharp, ResultsThatComeTwiceCountOnce)
{
    Rig rig{8, 4, {{0, Type::float32, Operator::sum, 40'000}}};
    rig.net.copies = 2;
    rig.run_all();
    rig.expect_all_completed();
    EXPECT_EQ(rig.mismatches.wrong(), 0U);
}

// Operations are numbered by the order of the collectives: one that begins too early waits for its turn.
TEST(Sharp, RanksMayBeginInDifferentOrder)
{
    Rig rig{4, 2, {{0, Type::int32, Operator::sum, 20'000}, {1, Type::int32, Operator::max, 8}}};
    for (std::uint32_t r = 0; r < 4; ++r) {
        rig.begin(r, 0, r % 2 == 0 ? 0 : 400'000);
        rig.begin(r, 1, r % 2 == 0 ? 400'000 : 0);
    }
    rig.net.run();
    rig.expect_all_completed();
    EXPECT_EQ(rig.mismatches.wrong(), 0U);
}

TEST(Sharp, SaysWhatAnEarlyCollectiveWaitsFor)
{
    Rig rig{2, 2, {{0, Type::int32, Operator::sum, 20'000}, {1, Type::int32, Operator::max, 8}}};
    rig.begin(0, 1, 0);
    rig.net.run();
    EXPECT_EQ(rig.all[0]->client.waiting_for(1),
              "its first operation 20 goes after operation 0 of an earlier collective, which is not sent");
    EXPECT_EQ(rig.all[0]->client.waiting_for(0), "");
}

TEST(Sharp, SizesAloneAreNotChecked)
{
    Rig rig{6, 2, {{0, Type::float64, Operator::sum, 9000}}, false};
    rig.run_all();
    rig.expect_all_completed();
    EXPECT_EQ(rig.all[0]->completed[0].hash, 0U);
}

TEST(Sharp, AWrongBitInAResultIsFoundAtEveryRank)
{
    Rig rig{6, 2, {{3, Type::uint32, Operator::sum, 4096}}};
    rig.net.corrupt_operation = 2;
    rig.run_all();
    EXPECT_EQ(rig.mismatches.wrong(), 6U);
    EXPECT_EQ(rig.mismatches.wrong_in_collective(3), 6U);
    EXPECT_NE(rig.mismatches.first().find("collective 3 at rank "), std::string::npos);
    EXPECT_NE(rig.mismatches.first().find(", element 512 (uint32): expected 0x"), std::string::npos);
}

// Float sums depend on the order, so that a record of another order does not pass.
TEST(Sharp, AWrongRecordOfTheOrderIsFound)
{
    Rig rig{9, 9, {{0, Type::float16, Operator::sum, 4096}}};
    rig.net.lie_about_order = true;
    rig.run_all();
    EXPECT_GT(rig.mismatches.wrong(), 100U);
}

TEST(ReductionOracle, RefusesImpossibleRecords)
{
    const SharpGroup group = test::make_group(4, 2);
    const PayloadSource source{1, true};
    Mismatches mismatches;
    ReductionOracle oracle{group, source, mismatches};
    EXPECT_THROW(oracle.on_reduced(0, GroupId{8}, 0, {0, 1}), ModelError);
    EXPECT_THROW(oracle.on_reduced(3, group.group, 0, {0, 1}), ModelError);
    EXPECT_THROW(oracle.on_reduced(0, group.group, 0, {0, 0}), ModelError);
    EXPECT_THROW(oracle.on_reduced(0, group.group, 0, {1}), ModelError);
    EXPECT_THROW(oracle.on_reduced(0, group.group, 0, {0, 2}), ModelError);
    oracle.on_reduced(0, group.group, 0, {1, 0});
    EXPECT_THROW(oracle.on_reduced(0, group.group, 0, {0, 1}), ModelError); // twice
    // A result although one node has not reduced.
    EXPECT_THROW(oracle.check(RankId{0}, {0, Type::int32, Operator::sum, 4}, {0, 0, 1}, Payload::sized(4)),
                 ModelError);
}

TEST(Sharp, StrangeResultsAreFaultsOfTheModel)
{
    Rig rig{2, 2, {{0, Type::int32, Operator::sum, 4}}};
    const auto result = [](std::uint32_t group, std::uint32_t operation, SharpKind kind) {
        Message m;
        m.has_sharp = true;
        m.sharp.group = group;
        m.sharp.operation = operation;
        m.sharp.kind = kind;
        return m;
    };
    auto& client = rig.all[0]->client;
    EXPECT_THROW(client.on_result(result(9, 0, SharpKind::result)), ModelError); // never sent
    rig.begin(0, 0, 0);
    rig.net.run();
    EXPECT_THROW(client.on_result(result(8, 0, SharpKind::result)), ModelError);
    EXPECT_THROW(client.on_result(result(9, 0, SharpKind::error)), ModelError);
    EXPECT_THROW(client.on_result(result(9, 0, SharpKind::result)), ModelError); // without its bytes
}

} // namespace
} // namespace sharpsim
