// SPDX-License-Identifier: Apache-2.0
// Both queues against std::set over random workloads: the same entries, in the same order, at every step.
#include "base/event_queue.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>
#include <vector>

#include "base/random.h"

namespace sharpsim {
namespace {

constexpr std::uint64_t bucket = std::uint64_t{1} << WheelQueue::bucket_shift;
constexpr std::uint64_t ring = bucket * WheelQueue::bucket_count;

// Delays that a workload draws from, relative to the last popped time.
using Delay = std::uint64_t (*)(RandomStream&);

struct Workload {
    const char* name;
    Delay delay;
    std::uint64_t pending;
    std::uint64_t operations;
};

const Workload workloads[] = {
    {"uniform", [](RandomStream& r) { return r.below(200'000); }, 300, 300'000},
    {"dense ties", [](RandomStream& r) { return r.below(3) * 500; }, 200, 200'000},
    {"all at once", [](RandomStream&) { return std::uint64_t{0}; }, 400, 100'000},
    {"open bucket", [](RandomStream& r) { return r.below(bucket); }, 100, 200'000},
    {"edges of buckets",
     [](RandomStream& r) { return r.below(5) * bucket + (r.below(3) + bucket - 1) % bucket; }, 50, 200'000},
    {"far future", [](RandomStream& r) { return ring + r.below(50 * ring); }, 500, 200'000},
    {"around the ring's end", [](RandomStream& r) { return ring - 2 * bucket + r.below(4 * bucket); }, 64,
     200'000},
    {"long idle jumps", [](RandomStream& r) { return r.below(1'000'000'000'000) >> r.below(40); }, 3,
     200'000},
    {"one at a time", [](RandomStream& r) { return r.below(3 * ring); }, 1, 200'000},
    {"many", [](RandomStream& r) { return r.below(ring); }, 20'000, 400'000},
    {"mixed",
     [](RandomStream& r) {
         const std::uint64_t kind = r.below(16);
         return kind < 4     ? r.below(bucket)
                : kind < 14  ? r.below(400'000)
                : kind == 14 ? ring + r.below(ring)
                             : r.below(1'000'000'000);
     },
     1000, 1'000'000},
};

using Reference = std::set<std::pair<std::uint64_t, std::uint32_t>>;

template <class Queue>
void compare(const Workload& w, std::uint64_t seed)
{
    SCOPED_TRACE(std::string(w.name) + ", seed " + std::to_string(seed));
    RandomStream random{seed, w.name};
    Queue queue;
    Reference reference;
    std::uint64_t now = 0;
    std::uint32_t last_key = 0;
    const auto push = [&] {
        Entry e{now + w.delay(random), static_cast<std::uint32_t>(random.next()), 0};
        if (random.below(4) == 0)
            e.key &= 7; // ties in time, neighbours in key
        if (e.time == now && e.key <= last_key)
            return;
        e.payload = e.key ^ static_cast<std::uint32_t>(e.time);
        if (reference.emplace(e.time, e.key).second)
            queue.push(e);
    };
    for (std::uint64_t i = 0; i < w.operations; ++i) {
        // Grows to `pending`, then breathes around it; drains to nothing now and then.
        const bool drain = (i / (4 * w.pending + 1000)) % 5 == 4;
        if (reference.empty() ||
            (!drain && (reference.size() < w.pending ? random.below(4) != 0 : random.below(4) == 0))) {
            push();
            continue;
        }
        if (random.below(8) == 0) { // looking changes nothing
            ASSERT_EQ(queue.top().time, reference.begin()->first);
            ASSERT_EQ(queue.top().key, reference.begin()->second);
        }
        if (random.below(8) == 0) {
            const std::uint64_t next = reference.begin()->first;
            ASSERT_FALSE(queue.ready(next));
            ASSERT_TRUE(queue.ready(next + 1));
        }
        const Entry e = queue.pop();
        ASSERT_EQ(e.time, reference.begin()->first);
        ASSERT_EQ(e.key, reference.begin()->second);
        ASSERT_EQ(e.payload, e.key ^ static_cast<std::uint32_t>(e.time));
        reference.erase(reference.begin());
        now = e.time;
        last_key = e.key;
        ASSERT_EQ(queue.size(), reference.size());
    }
    while (!reference.empty()) {
        ASSERT_FALSE(queue.empty());
        ASSERT_EQ(queue.pop().time, reference.begin()->first);
        reference.erase(reference.begin());
    }
    ASSERT_TRUE(queue.empty());
    ASSERT_FALSE(queue.ready(~std::uint64_t{0}));
}

TEST(WheelQueue, EqualsASortedSet)
{
    for (const Workload& w : workloads)
        for (std::uint64_t seed = 1; seed <= 3; ++seed)
            ASSERT_NO_FATAL_FAILURE(compare<WheelQueue>(w, seed));
}

TEST(HeapQueue, EqualsASortedSet)
{
    for (const Workload& w : workloads)
        ASSERT_NO_FATAL_FAILURE(compare<HeapQueue>(w, 1));
}

// Every slot of the ring as the only occupied one, seen from every kind of start: the search over words and
// summary.
TEST(WheelQueue, FindsALoneEntryAnywhereInTheRing)
{
    for (const std::uint64_t start : {0ULL, 1ULL, 62ULL, 63ULL, 64ULL, 4031ULL, 4032ULL, 4095ULL, 4096ULL,
                                      16'319ULL, 16'383ULL, 1'000'000ULL}) {
        WheelQueue queue;
        std::uint64_t at = start;
        queue.push({at * bucket, 0, 0});
        ASSERT_EQ(queue.pop().time, at * bucket);
        for (std::uint64_t distance = 1; distance <= WheelQueue::bucket_count + 2; ++distance) {
            queue.push({(at + distance) * bucket + 5, 1, 0});
            ASSERT_EQ(queue.top().time, (at + distance) * bucket + 5);
            ASSERT_EQ(queue.pop().time, (at + distance) * bucket + 5);
            ASSERT_TRUE(queue.empty());
            at += distance;
        }
    }
}

// Entries pushed before the time that was looked at, as a foreign module does between two drains.
TEST(WheelQueue, LookingFarAheadDoesNotDisturbEarlierPushes)
{
    RandomStream random{1, "ahead"};
    WheelQueue queue;
    queue.push({1'000'000'000, 1, 0}); // 1 ms
    std::uint64_t last = 0;
    for (std::uint32_t i = 0; i < 100'000; ++i) {
        ASSERT_EQ(queue.top().time, 1'000'000'000U);
        ASSERT_FALSE(queue.ready(1'000'000'000));
        queue.push({last + random.below(9'000), i << 4, 0});
        const Entry e = queue.pop();
        ASSERT_EQ(e.key, i << 4);
        ASSERT_GE(e.time, last);
        last = e.time;
    }
    ASSERT_EQ(queue.pop().time, 1'000'000'000U);
}

// Earlier than a bucket that is already open (its first entry was popped): still in order.
TEST(WheelQueue, PushesBeforeTheOpenBucketKeepTheOrder)
{
    WheelQueue queue;
    queue.push({10 * bucket, 1, 0});
    queue.push({10 * bucket + 3, 1, 0});
    queue.push({12 * bucket, 1, 0});
    ASSERT_EQ(queue.pop().time, 10 * bucket);
    queue.push({2 * bucket, 1, 0});
    queue.push({11 * bucket, 1, 0});
    queue.push({1 * bucket, 1, 0});
    std::vector<std::uint64_t> got;
    while (!queue.empty())
        got.push_back(queue.pop().time);
    EXPECT_EQ(got,
              (std::vector<std::uint64_t>{bucket, 2 * bucket, 10 * bucket + 3, 11 * bucket, 12 * bucket}));
}

TEST(Queues, TheEndOfTimeIsHeld)
{
    WheelQueue wheel;
    HeapQueue heap;
    for (const std::uint64_t t : {~std::uint64_t{0}, ~std::uint64_t{0} - 1, std::uint64_t{0}}) {
        wheel.push({t, 0, 0});
        heap.push({t, 0, 0});
    }
    for (const std::uint64_t t : {std::uint64_t{0}, ~std::uint64_t{0} - 1, ~std::uint64_t{0}}) {
        EXPECT_EQ(wheel.pop().time, t);
        EXPECT_EQ(heap.pop().time, t);
    }
}

} // namespace
} // namespace sharpsim
