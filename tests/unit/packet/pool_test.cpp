// SPDX-License-Identifier: Apache-2.0
#include "packet/packet.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "base/random.h"

namespace sharpsim {
namespace {

TEST(Payload, SlicesShareTheBuffer)
{
    Payload whole{100};
    for (std::uint8_t i = 0; i < 100; ++i)
        whole.data()[i] = i;
    Payload part = whole.slice(10, 20);
    EXPECT_EQ(part.size(), 20U);
    EXPECT_EQ(part.data(), whole.data() + 10);
    Payload inner = part.slice(5, 3);
    whole = Payload{};
    part = Payload{};
    EXPECT_EQ(inner.data()[0], 15); // the last slice keeps the buffer
    EXPECT_EQ(inner.size(), 3U);
}

TEST(Payload, IsAlignedAndMovable)
{
    Payload a{1};
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(a.data()) % 64, 0U);
    const std::uint8_t* at = a.data();
    Payload b = std::move(a);
    EXPECT_EQ(b.data(), at);
    const Payload& self = b;
    b = self;
    EXPECT_EQ(b.data(), at);
}

TEST(Payload, SizedHasNoBytes)
{
    const Payload p = Payload::sized(1'000'000);
    EXPECT_FALSE(p.has_bytes());
    EXPECT_EQ(p.size(), 1'000'000U);
    EXPECT_EQ(p.slice(10, 4096).size(), 4096U);
    EXPECT_FALSE(p.slice(10, 4096).has_bytes());
}

TEST(PacketPool, CopiesShareOneBody)
{
    PacketPool pool;
    const PacketRef p = pool.take();
    const BodyRef b = pool.take_body();
    pool[p].body = b;
    pool.body(b).bth.psn = 77;
    pool.body(b).payload = Payload{64};
    const PacketRef q = pool.copy(p);
    EXPECT_EQ(pool.alive(), 2U);
    EXPECT_EQ(pool.body(b).references, 2U);
    pool.give_back(p);
    EXPECT_EQ(pool.alive(), 1U);
    EXPECT_EQ(pool.body_of(q).bth.psn, 77U);
    EXPECT_TRUE(pool.body_of(q).payload.has_bytes());
    pool.give_back(q);
    EXPECT_EQ(pool.alive(), 0U);
    EXPECT_EQ(pool.body(b).references, 0U);
    EXPECT_FALSE(pool.body(b).payload.has_bytes()); // the buffer goes with the last copy
}

TEST(PacketPool, KnowsTheOldestPacketAlive)
{
    PacketPool pool;
    const std::uint64_t none = pool.oldest_birth();
    EXPECT_EQ(none, ~std::uint64_t{0});
    const PacketRef old = pool.take();
    const PacketRef young = pool.take();
    pool[old].birth = 100;
    pool[young].birth = 200;
    EXPECT_EQ(pool.oldest_birth(), 100U);
    pool.give_back(old);
    EXPECT_EQ(pool.oldest_birth(), 200U);
    pool.give_back(young);
    EXPECT_EQ(pool.oldest_birth(), none);
}

TEST(PacketPool, ReusedRecordsAreClean)
{
    PacketPool pool;
    const PacketRef p = pool.take();
    pool[p].tag = 5;
    pool[p].body = pool.take_body();
    pool.body_of(p).has_sharp = true;
    const BodyRef b = pool[p].body;
    pool.give_back(p);
    const PacketRef q = pool.take();
    EXPECT_EQ(q, p);
    EXPECT_EQ(pool[q].tag, 0U);
    EXPECT_EQ(pool[q].body, no_body);
    EXPECT_EQ(pool[q].next, no_packet);
    EXPECT_EQ(pool.take_body(), b);
    EXPECT_FALSE(pool.body(b).has_sharp);
}

TEST(PacketPool, RandomLivesEndWithNobodyAlive)
{
    PacketPool pool;
    RandomStream r{3, "pool"};
    std::vector<PacketRef> alive;
    std::set<BodyRef> bodies;
    for (int i = 0; i < 100'000; ++i) {
        const auto dice = r.below(5);
        if (dice == 0 || alive.empty()) {
            const PacketRef p = pool.take();
            const BodyRef b = pool.take_body();
            pool[p].body = b;
            pool.body(b).payload = Payload{32};
            bodies.insert(b);
            alive.push_back(p);
        } else if (dice < 3) {
            alive.push_back(pool.copy(alive[r.below(alive.size())]));
        } else {
            const std::size_t k = r.below(alive.size());
            pool.give_back(alive[k]);
            alive[k] = alive.back();
            alive.pop_back();
        }
        ASSERT_EQ(pool.alive(), alive.size());
    }
    std::sort(alive.begin(), alive.end());
    EXPECT_EQ(std::unique(alive.begin(), alive.end()), alive.end()); // nobody was handed out twice
    std::uint64_t references = 0;
    for (const BodyRef b : bodies)
        references += pool.body(b).references;
    EXPECT_EQ(references, alive.size());
    for (const PacketRef p : alive)
        pool.give_back(p);
    EXPECT_EQ(pool.alive(), 0U);
    for (const BodyRef b : bodies) {
        EXPECT_EQ(pool.body(b).references, 0U);
        EXPECT_FALSE(pool.body(b).payload.has_bytes());
    }
}

TEST(Packet, CreditBlocksRoundUp)
{
    Packet p;
    p.wire_bytes = 64;
    EXPECT_EQ(p.blocks(6), 1U);
    p.wire_bytes = 65;
    EXPECT_EQ(p.blocks(6), 2U);
    p.wire_bytes = 4122;
    EXPECT_EQ(p.blocks(6), 65U);
}

} // namespace
} // namespace sharpsim
