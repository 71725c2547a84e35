// SPDX-License-Identifier: Apache-2.0
#include "cases.h"
#include "raw_heap.h"
#include "system/system.h"

namespace sharpsim::bench {

namespace {

constexpr Picoseconds warmup{4'000'000};
constexpr Picoseconds idle_time{10'000'000'000};

std::string unbalanced(const Region& region, const System& system, std::uint64_t injected,
                       std::uint64_t delivered)
{
    if (!region.calendar.empty())
        return "the calendar is not empty 10 ms after the last packet was made";
    if (injected != delivered)
        return std::to_string(injected) + " packets injected, " + std::to_string(delivered) + " delivered";
    if (region.dropped_packets != 0)
        return std::to_string(region.dropped_packets) + " packets dropped";
    return system.imbalance();
}

} // namespace

Sample run_fabric(const std::vector<Setting>& settings, Picoseconds window, double raw_seconds)
{
    Effective effective{settings};
    const Picoseconds end = warmup + window;
    effective.values.workload.traffic.warmup = warmup;
    effective.values.workload.traffic.duration = end;

    Region region{effective.values.sim.seed, effective.values.sim.calendar};
    System system{region, effective.values, settings};
    system.host().run(warmup);

    Sample sample;
    sample.set("heap_before", raw_heap_rate(raw_seconds));
    const std::uint64_t hops = region.packet_hops;
    const std::uint64_t entries = region.calendar.popped();
    const double begun = cpu_seconds();
    system.host().run(end);
    sample.set("seconds", cpu_seconds() - begun);
    sample.set("hops", static_cast<double>(region.packet_hops - hops));
    sample.set("entries", static_cast<double>(region.calendar.popped() - entries));
    sample.set("heap_after", raw_heap_rate(raw_seconds));

    system.host().run(end + idle_time);
    std::uint64_t injected = 0;
    std::uint64_t delivered = 0;
    for (const System::EndEntry& e : system.ends()) {
        if (!e.traffic)
            continue;
        injected += e.traffic->totals().injected;
        delivered += e.traffic->totals().delivered;
    }
    sample.set("delivered", static_cast<double>(delivered));
    sample.set("digest", region.digest.text());
    if (const std::string fault = unbalanced(region, system, injected, delivered); !fault.empty())
        sample.set("fault", fault);
    return sample;
}

Sample run_idle(const std::vector<Setting>& settings)
{
    Effective effective{settings};
    Region region{effective.values.sim.seed, effective.values.sim.calendar};
    System system{region, effective.values, settings};
    system.build_tree(static_cast<std::uint32_t>(system.ranks().size()));
    system.host().run(idle_time);
    Sample sample;
    sample.set("entries", static_cast<double>(region.calendar.pushed()));
    if (region.calendar.pushed() != 0)
        sample.set("fault",
                   "an idle fabric made " + std::to_string(region.calendar.pushed()) + " calendar entries");
    return sample;
}

} // namespace sharpsim::bench
