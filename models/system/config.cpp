// SPDX-License-Identifier: Apache-2.0
#include "system/config.h"

#include "base/error.h"
#include "base/pattern.h"
#include "base/unmatched.h"

namespace sharpsim {

using namespace literals;

namespace {
void declare(KeyTable& keys, SimConfig& c)
{
    keys.integer("sim.seed", c.seed, {std::uint64_t{0}, ~std::uint64_t{0}},
                 {"seed of every random stream", "product choice"});
    keys.choice("sim.calendar", c.calendar, {{"wheel", CalendarKind::wheel}, {"heap", CalendarKind::heap}},
                {"event queue: time buckets, or the 4-ary heap it is checked against; same results",
                 "product choice"});
    keys.flag("sim.strict", c.strict,
              {"give control back to the SystemC kernel once per distinct time; slower, same results",
               "product choice"});
    keys.duration("sim.time_limit", c.time_limit, {0_ps, Picoseconds{1'000'000'000'000'000}},
                  {"simulated time after which a run ends as incomplete; 0ps is none", "product choice"});
}
} // namespace

void declare(KeyTable& keys, Config& c)
{
    declare(keys, c.sim);
    declare(keys, c.watchdog);
    topology::declare(keys, c.fabric);
    declare(keys, c.link);
    declare(keys, c.sw);
    declare(keys, c.hca);
    declare(keys, c.sharp);
    reduction::declare(keys, c.alu);
    reduction::declare_rules(keys, c.alu);
    declare(keys, c.collective);
    declare(keys, c.workload);
    declare_keys(keys, c.wave);
}

void check(const Config& c)
{
    check(c.link);
    reduction::check(c.alu);
    check(c.workload);
    check(c.wave);
    if (c.sharp.payload_per_ost.count() + sharp_header_bytes > c.link.mtu.count())
        throw InputError(
            "configuration: sharp.payload_per_ost = " + std::to_string(c.sharp.payload_per_ost.count()) +
            "B and the SHARP header of " + std::to_string(sharp_header_bytes) +
            "B do not fit one packet of link.mtu = " + std::to_string(c.link.mtu.count()) + "B");
    if (c.sharp.payload_per_ost.count() % 8 != 0)
        throw InputError(
            "configuration: sharp.payload_per_ost = " + std::to_string(c.sharp.payload_per_ost.count()) +
            "B: a multiple of 8B, so that no element is cut in two");
    if (c.workload.kind != WorkloadKind::synthetic && !c.workload.real_payload &&
        c.alu.back_end != reduction::BackEnd::model)
        throw InputError("configuration: workload.payload = size-only leaves the RTL nothing to compute: "
                         "alu.back_end = model goes with it");
    if (c.workload.kind == WorkloadKind::synthetic &&
        c.workload.traffic.packet_bytes.count() > c.link.mtu.count() + 126)
        throw InputError("configuration: workload.packet_bytes = " +
                         std::to_string(c.workload.traffic.packet_bytes.count()) +
                         "B is longer than a packet of link.mtu = " + std::to_string(c.link.mtu.count()) +
                         "B with all its headers");
}

InstanceConfigs::InstanceConfigs(const Config& plain, const std::vector<Setting>& settings) :
    plain_{plain}, settings_{settings}, matched_(settings.size())
{
    for (const Setting& s : settings)
        any_override_ = any_override_ || !s.instance_pattern.empty();
}

Config InstanceConfigs::of(const std::string& instance)
{
    if (!any_override_)
        return plain_;
    instances_.push_back(instance);
    bool concerned = false;
    for (std::size_t i = 0; i < settings_.size(); ++i) {
        const std::string& pattern = settings_[i].instance_pattern;
        if (pattern.empty() || !matches_instance(pattern, instance))
            continue;
        matched_[i] = true;
        concerned = true;
    }
    if (!concerned)
        return plain_;
    Config config;
    KeyTable keys;
    declare(keys, config);
    apply_settings(keys, settings_, instance);
    check(config);
    return config;
}

void InstanceConfigs::refuse_unmatched() const
{
    for (std::size_t i = 0; i < settings_.size(); ++i)
        if (!settings_[i].instance_pattern.empty() && !matched_[i])
            fail_pattern(settings_[i], "matches no " + unmatched_text(settings_[i].instance_pattern,
                                                                      "instance of this fabric", instances_));
}

} // namespace sharpsim
