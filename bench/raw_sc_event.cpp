// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "raw_delay.h"
#include "raw_heap.h"
#include "sample.h"

namespace sharpsim::bench {

namespace {

struct Shared {
    RawDelay delay;
    std::uint64_t fired{0};
};

class Waiter : public sc_core::sc_module {
public:
    SC_HAS_PROCESS(Waiter);
    Waiter(const sc_core::sc_module_name& nm, Shared& shared) : sc_core::sc_module{nm}, shared_{shared}
    {
        SC_METHOD(fire);
        sensitive << event_;
    }

private:
    void fire() // once at the start, then by its event
    {
        ++shared_.fired;
        event_.notify(sc_core::sc_time::from_value(shared_.delay.next()));
    }

    Shared& shared_;
    sc_core::sc_event event_{"wake_up"};
};

} // namespace

double raw_sc_event_rate(double seconds)
{
    Shared shared;
    std::vector<std::unique_ptr<Waiter>> waiters;
    for (unsigned i = 0; i < raw_pending; ++i)
        waiters.push_back(std::make_unique<Waiter>(("waiter" + std::to_string(i)).c_str(), shared));
    const sc_core::sc_time slice{2, sc_core::SC_US}; // some 15 000 events
    sc_core::sc_start(slice);
    const std::uint64_t before = shared.fired;
    const double begun = cpu_seconds();
    double took = 0;
    while (took < seconds) {
        sc_core::sc_start(slice);
        took = cpu_seconds() - begun;
    }
    return static_cast<double>(shared.fired - before) / took;
}

} // namespace sharpsim::bench
