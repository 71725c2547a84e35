// SPDX-License-Identifier: Apache-2.0
#include "base/calendar.h"

namespace sharpsim {

std::uint32_t Calendar::add_actor(Actor& actor, std::uint32_t count)
{
    SHARPSIM_CHECK(actors_.size() + count <= (std::size_t{1} << 24), now(), "calendar",
                   "more than 2^24 targets");
    const auto first = static_cast<std::uint32_t>(actors_.size());
    actors_.insert(actors_.end(), count, &actor);
    return first;
}

template <class Queue>
void Calendar::run_queue(Queue& queue, std::uint64_t limit)
{
    while (queue.ready(limit)) {
        const Entry e = queue.pop();
        if (__builtin_expect(e.time == last_time_ && e.key == last_key_, 0))
            fail_twice(e);
        last_time_ = e.time;
        last_key_ = e.key;
        now_ = e.time;
        ++popped_;
        const std::uint32_t target = (e.key >> 4) & 0xffffff;
        actors_[target]->on_event(static_cast<Stage>(e.key >> 28), target, e.key & 15, e.payload);
        if (__builtin_expect(leave_, 0))
            return;
    }
}

void Calendar::run(Picoseconds limit)
{
    if (heap_kind_)
        run_queue(heap_, limit.count());
    else
        run_queue(wheel_, limit.count());
}

void Calendar::fail_push(Picoseconds time, Stage stage, std::uint32_t target, std::uint32_t sub) const
{
    fail_check(now_, "calendar", "time >= now(), not before the kernel's, and sub <= 15",
               "stage " + std::to_string(static_cast<int>(stage)) + ", target " + std::to_string(target) +
                   ", sub " + std::to_string(sub) + " asked for " + std::to_string(time.count()) + " ps",
               __FILE__, __LINE__);
}

void Calendar::fail_twice(const Entry& e) const
{
    fail_check(e.time, "calendar", "one entry per (time, stage, index)",
               "stage " + std::to_string(e.key >> 28) + ", target " +
                   std::to_string((e.key >> 4) & 0xffffff) + ", sub " + std::to_string(e.key & 15) +
                   " came twice",
               __FILE__, __LINE__);
}

} // namespace sharpsim
