// SPDX-License-Identifier: Apache-2.0
#include "system/run.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iomanip>
#include <optional>
#include <ostream>
#include <sstream>

#include "base/pattern.h"
#include "base/shown.h"
#include "base/unmatched.h"
#include "collectives/order_log.h"
#include "observe/gtkw.h"
#include "observe/interrupt.h"
#include "observe/progress.h"
#include "system/result_rows.h"
#include "system/system.h"
#include "system/test_faults.h"
#include "system/utilisation.h"
#include "system/wave_taps.h"
#include "workload/engine.h"

namespace sharpsim {

namespace {

constexpr Picoseconds slice{
    100'000'000}; // of simulated time between two looks at the watchdog and the terminal

class Run {
public:
    Run(const Config& config, const std::vector<Setting>& settings, const std::string& out_dir,
        std::ostream& progress) :
        config_{config},
        out_dir_{out_dir},
        region_{config.sim.seed, config.sim.calendar},
        system_{region_, config, settings},
        progress_{progress},
        watchdog_{config.watchdog},
        utilisation_{system_}
    {
        if (config.workload.kind != WorkloadKind::synthetic)
            prepare_ranks();
        if (config.wave.enable) {
            waves_.emplace(region_.calendar, config.wave);
            taps_.emplace(*waves_, system_);
            refuse_unmatched_scope(settings);
        }
    }
    ~Run()
    {
        if (waves_)
            waves_->close();
    }
    Run(const Run&) = delete;
    Run& operator=(const Run&) = delete;

    [[nodiscard]] KernelHost& host() { return system_.host(); }

    RunResult execute()
    {
        const auto begun = std::chrono::steady_clock::now();
        if (waves_)
            waves_->open(out_dir_ + "/waves.fst");
        bool stopped = true; // in the middle of something
        try {
            loop();
            stopped = false;
        } catch (const RtlMismatch& e) {
            result_.summary.rtl_mismatches = 1;
            fail(e.what());
        } catch (const ModelError& e) {
            fail(e.what());
        }
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
        result_.summary.host_seconds = took.count();
        collect();
        if (waves_)
            finish_waves(stopped);
        return std::move(result_);
    }

private:
    void refuse_unmatched_scope(const std::vector<Setting>& settings) const
    {
        const auto& offered = waves_->offered();
        for (const std::string& pattern : scope_patterns(config_.wave))
            if (std::none_of(offered.begin(), offered.end(), [&pattern](const std::string& instance) {
                    return matches_instance(pattern, instance);
                }))
                fail_value_of("wave.scope", settings,
                              shown(pattern) + " matches no " +
                                  unmatched_text(pattern, "instance that can be recorded", offered));
    }

    void prepare_ranks()
    {
        const auto hosts = static_cast<std::uint32_t>(system_.ranks().size());
        program_.emplace(load_program(config_.workload, hosts));
        if (program_->ranks() > hosts)
            throw InputError("configuration: the workload has " + std::to_string(program_->ranks()) +
                             " ranks; the fabric has " + std::to_string(hosts) + " HCAs");
        system_.build_tree(program_->ranks());
        WorkloadEngine::Setup setup{*program_,
                                    region_.digest,
                                    region_.seed,
                                    config_.collective,
                                    config_.workload.skew,
                                    config_.workload.compute_scale,
                                    config_.workload.real_payload,
                                    system_.group(),
                                    system_.no_tree_reason(),
                                    system_.tree_node_names(),
                                    config_.sharp.profile,
                                    config_.workload.values,
                                    system_.rtl_context() != nullptr};
        engine_ = std::make_unique<WorkloadEngine>(setup, system_.endpoints());
        system_.set_reduction_log(engine_->reduction_log());
        if (config_.collective.record_orders && system_.group() != nullptr) {
            orders_ = std::make_unique<OrderLog>(*system_.group(), system_.tree_node_names(),
                                                 engine_->reduction_log());
            system_.set_reduction_log(orders_.get());
        }
        engine_->set_on_finished([this] { finished_at_ = region_.calendar.now(); });
        engine_->record_keeper().set_observer([this](std::uint32_t index, bool ended, Picoseconds now) {
            if (ended)
                engine_->record_keeper().set_limited_by(index, utilisation_.end(index, now));
            else
                utilisation_.begin(index, now);
        });
    }

    void fail(const std::string& why)
    {
        result_.summary.status = "wrong";
        result_.summary.failure = why;
    }

    // Until nothing is pending anywhere. What is still on its way when the last rank is done
    // (acknowledgements, credits) arrives too, so that the books can be balanced.
    void loop()
    {
        KernelHost& host = system_.host();
        host.run(Picoseconds{0}); // elaborates: credits are granted, nothing moves yet
        if (taps_)
            taps_->start();
        if (engine_)
            engine_->start();
        const Calendar& calendar = region_.calendar;
        const Picoseconds limit = config_.sim.time_limit.count() != 0 ? config_.sim.time_limit : never;
        std::string& status = result_.summary.status;
        for (Picoseconds next = slice; status.empty(); next += slice) {
            if (!InterruptScope::requested())
                host.run(done() ? next : std::min(next, limit));
            report_progress();
            status = status_at(std::min(next, limit));
            if (status.empty() && next >= limit && !done())
                status = "incomplete";
            // An idle gap is crossed in one step.
            if (status.empty() && calendar.next_time() > next + slice)
                next = Picoseconds{region_.calendar.next_time().count() / slice.count() * slice.count()};
        }
        end_of_time_ = status == "incomplete" ? limit : calendar.now();
        judge();
    }

    [[nodiscard]] bool done() const
    {
        return engine_ ? engine_->finished() : region_.calendar.now() >= config_.workload.traffic.duration;
    }

    // Empty while there is reason to go on.
    std::string status_at(Picoseconds now)
    {
        if (InterruptScope::requested())
            return "interrupted";
        // Nobody wants anything of the fabric, now at least.
        const bool idle =
            engine_ ? engine_->finished() : region_.packets.alive() == 0 && !system_.traffic_waits();
        if (region_.calendar.empty())
            return idle ? "ok" : "stalled";
        const std::uint64_t moved = region_.packet_hops + (engine_ ? engine_->progress() : 0);
        const bool busy = engine_ && (engine_->busy() || system_.working());
        if (!watchdog_.stalled(now, moved, busy))
            return "";
        if (!idle)
            return "stalled";
        return done() ? "ok" : ""; // ports may repeat lost flow-control packets for ever; sources may be slow
    }

    void report_progress()
    {
        if (!progress_.due())
            return;
        const std::uint64_t now = region_.calendar.now().count();
        const std::uint64_t birth = std::min(now, region_.packets.oldest_birth());
        progress_.tick(Picoseconds{now}, region_.packet_hops, region_.packets.alive(),
                       Picoseconds{now - birth});
    }

    void judge()
    {
        Summary& s = result_.summary;
        std::ostringstream text;
        if (s.status == "stalled" || s.status == "incomplete" || s.status == "interrupted") {
            text << (s.status == "stalled" ? "stalled" : "stopped") << " at " << end_of_time_.count()
                 << " ps";
            if (s.status == "stalled" && !region_.calendar.empty())
                text << ": nothing moved for " << watchdog_.limit().count() << " ps";
            text << "\n";
            if (engine_)
                engine_->describe_waiting(text);
            system_.describe_waiting(text);
        }
        if (s.status == "ok") {
            if (const std::string fault = system_.imbalance(); !fault.empty())
                throw ModelError("the books do not balance at the end: " + fault);
        }
        if (engine_ && engine_->mismatches().wrong() != 0)
            fail("the first wrong element: " + engine_->mismatches().first());
        if (!engine_)
            judge_traffic(text);
        result_.text += text.str();
    }

    void judge_traffic(std::ostream& text)
    {
        const TrafficConfig& t = config_.workload.traffic;
        TrafficHost::Totals sum;
        const LatencyHistogram& latency = system_.traffic_latency();
        double capacity = 0; // bytes that the hosts' links could take in the window
        const double window = static_cast<double>((t.duration - t.warmup).count());
        for (const System::EndEntry& e : system_.ends()) {
            if (!e.traffic)
                continue;
            const auto& h = e.traffic->totals();
            sum.injected += h.injected;
            sum.delivered += h.delivered;
            sum.measured_bytes += h.measured_bytes;
            capacity +=
                window / (static_cast<double>(e.traffic->port().wire().of(Bytes{1'000'000}).count()) / 1e6);
        }
        const double throughput = capacity > 0 ? static_cast<double>(sum.measured_bytes) / capacity : 0;
        const double offered = t.arrival == Arrival::saturated ? 1.0 : t.load;
        if (result_.summary.status == "ok" && throughput < 0.98 * offered)
            result_.summary.status = "saturated";
        text << std::fixed << std::setprecision(4) << "offered     " << offered << " of the line rate\n"
             << "delivered   " << throughput << " in the window from " << t.warmup.count() << " ps to "
             << t.duration.count() << " ps\n"
             << std::setprecision(1);
        if (latency.count() != 0)
            text << "latency     mean " << latency.mean() / 1000 << " ns, median "
                 << static_cast<double>(latency.percentile(50).count()) / 1000 << " ns, p99 "
                 << static_cast<double>(latency.percentile(99).count()) / 1000 << " ns, max "
                 << static_cast<double>(latency.max().count()) / 1000 << " ns (percentiles within 0.8 %)\n";
    }

    void collect()
    {
        if (orders_)
            result_.orders = orders_->csv();
        Summary& s = result_.summary;
        s.seed = region_.seed;
        s.digest = region_.digest.text();
        s.sim_time_ps = (finished_at_ ? *finished_at_ : region_.calendar.now()).count();
        s.packet_hops = region_.packet_hops;
        s.wire_bytes = region_.wire_bytes;
        s.dropped_packets = region_.dropped_packets;
        if (engine_) {
            s.injected_bytes = engine_->injected_bytes();
            s.delivered_bytes = engine_->delivered_bytes();
            s.wrong = engine_->mismatches().wrong();
        }
        for (const System::EndEntry& e : system_.ends()) {
            if (e.traffic) {
                const auto& t = e.traffic->totals();
                s.injected_bytes += t.injected * config_.workload.traffic.packet_bytes.count();
                s.delivered_bytes += t.delivered * config_.workload.traffic.packet_bytes.count();
            }
            if (e.aggregation_node) {
                s.beats_reduced += e.aggregation_node->engine().beats_reduced();
                s.beats_compared += e.aggregation_node->engine().beats_compared();
            }
        }
        s.limited_by = utilisation_.overall(Picoseconds{s.sim_time_ps});
        if (engine_)
            for (const CollectiveRecord& r : engine_->records())
                result_.collectives.push_back(
                    collective_row(r, engine_->mismatches().wrong_in_collective(r.index)));
        for (const System::SwitchEntry& sw : system_.switches())
            for (unsigned p = 0; p < sw.model->port_count(); ++p)
                if (sw.model->port(p).cabled())
                    result_.ports.push_back(port_row(system_, sw.model->port(p), sw.node, p + 1));
        for (const System::EndEntry& e : system_.ends()) {
            const unsigned number = system_.fabric().first_cabled_port(e.node).port.value();
            const Port& port = e.aggregation_node ? e.aggregation_node->transport().port()
                               : e.hca            ? e.hca->transport().port()
                                                  : e.traffic->port();
            result_.ports.push_back(port_row(system_, port, e.node, number));
            if (e.aggregation_node)
                result_.ports.back().sharp_requests = e.aggregation_node->requests_sent();
            if (e.aggregation_node)
                result_.ports.back().sharp_results = e.aggregation_node->results_sent();
        }
    }

    void finish_waves(bool failed)
    {
        waves_->close();
        GtkwOptions options;
        if (failed)
            options.marker = region_.calendar.now();
        write_gtkw(*waves_, out_dir_ + "/waves.gtkw", options);
        if (const auto cut = waves_->truncated_at())
            result_.text += "waveform ends at " + std::to_string(cut->count()) +
                            " ps: wave.max_size = " + std::to_string(config_.wave.max_size.count()) +
                            "B is reached\n";
    }

    const Config& config_;
    std::string out_dir_;
    Region region_;
    System system_;
    Progress progress_;
    Watchdog watchdog_;
    Utilisation utilisation_;
    std::optional<RankProgram> program_;
    std::unique_ptr<WorkloadEngine> engine_;
    std::unique_ptr<OrderLog> orders_; // where orders are recorded
    std::optional<WaveWriter> waves_;
    std::optional<WaveTaps> taps_;
    std::optional<Picoseconds> finished_at_;
    Picoseconds end_of_time_{0};
    RunResult result_;
};

} // namespace

RunResult run_simulation(const Config& config, const std::vector<Setting>& settings,
                         const std::string& out_dir, std::ostream& progress)
{
    test_faults::select_model_fault();
    // From the first moment on: building a large fabric takes seconds.
    std::atomic<KernelHost*> host{nullptr};
    InterruptScope interrupt{[](void* h) {
                                 if (KernelHost* built = static_cast<std::atomic<KernelHost*>*>(h)->load())
                                     built->stop();
                             },
                             &host};
    Run run{config, settings, out_dir, progress};
    host = &run.host();
    RunResult result = run.execute();
    host = nullptr;
    return result;
}

} // namespace sharpsim
