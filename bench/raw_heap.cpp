// SPDX-License-Identifier: Apache-2.0
#include "raw_heap.h"

#include <cstdint>
#include <memory>
#include <queue>
#include <vector>

#include "raw_delay.h"
#include "sample.h"

namespace sharpsim::bench {

namespace {

class Loop;

class Process {
public:
    virtual ~Process() = default;
    virtual void activate(Loop& loop) = 0;
};

struct Event {
    std::uint64_t time;
    std::uint64_t sequence;
    Process* process;
};
struct Later {
    bool operator()(const Event& a, const Event& b) const
    {
        return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
    }
};

class Loop {
public:
    void schedule(Process& process, std::uint64_t delay)
    {
        queue_.push({now_ + delay, sequence_++, &process});
    }
    void run(unsigned events)
    {
        for (unsigned i = 0; i < events; ++i) {
            const Event e = queue_.top();
            queue_.pop();
            now_ = e.time;
            e.process->activate(*this);
        }
    }
    RawDelay delays;

private:
    std::priority_queue<Event, std::vector<Event>, Later> queue_;
    std::uint64_t now_{0};
    std::uint64_t sequence_{0};
};

// Two kinds in turn, for the call to stay a virtual one.
class Even final : public Process {
public:
    void activate(Loop& loop) override { loop.schedule(*this, loop.delays.next()); }
};
class Odd final : public Process {
public:
    void activate(Loop& loop) override
    {
        ++activations_;
        loop.schedule(*this, loop.delays.next());
    }

private:
    std::uint64_t activations_{0};
};

} // namespace

double raw_heap_rate(double seconds)
{
    constexpr unsigned batch = 16384;
    Loop loop;
    std::vector<std::unique_ptr<Process>> processes;
    for (unsigned i = 0; i < raw_pending; ++i) {
        if (i % 2 == 0)
            processes.push_back(std::make_unique<Even>());
        else
            processes.push_back(std::make_unique<Odd>());
        loop.schedule(*processes.back(), loop.delays.next());
    }
    loop.run(batch);
    std::uint64_t events = 0;
    const double begun = cpu_seconds();
    double took = 0;
    while (took < seconds) {
        loop.run(batch);
        events += batch;
        took = cpu_seconds() - begun;
    }
    return static_cast<double>(events) / took;
}

} // namespace sharpsim::bench
