// SPDX-License-Identifier: Apache-2.0
// Runs the program of every rank over its endpoint, from the start to the last node, and keeps what there is
// to tell.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "workload/rank_host.h"
#include "workload/workload_config.h"

namespace sharpsim {

class WorkloadEngine {
public:
    // References and the group outlive the engine.
    struct Setup {
        const RankProgram& program;
        Digest& digest;
        std::uint64_t seed{1};
        CollectivesConfig collectives{};
        Picoseconds skew{0};
        double compute_scale{1};
        bool real_payload{true};
        const SharpGroup* group{nullptr};      // over all ranks of the program; null: no tree
        std::string no_tree_reason{};          // then: why
        std::vector<std::string> node_names{}; // of the group's aggregation nodes, for reports; may be empty
        reduction::Profile profile{reduction::Profile::quantum2};
        oracle::Values values{oracle::Values::normal};
        bool rtl{false}; // the aggregation nodes compute with the RTL
    };
    // One endpoint a rank, by rank; more than the program has ranks are left alone. Throws InputError for a
    // workload that cannot run.
    WorkloadEngine(const Setup& setup, const std::vector<RankEndpoint*>& endpoints);
    WorkloadEngine(const WorkloadEngine&) = delete;
    WorkloadEngine& operator=(const WorkloadEngine&) = delete;
    ~WorkloadEngine();

    // For every aggregation node of the group; null without one.
    [[nodiscard]] ReductionLog* reduction_log() { return reduction_oracle_.get(); }
    void set_on_finished(std::function<void()> f) { state_.on_finished = std::move(f); }
    void set_on_marker(std::function<void(RankId, std::string_view, Picoseconds)> f)
    {
        state_.on_marker = std::move(f);
    }

    // Each rank begins now, or up to the skew later. Once, before or while time runs.
    void start();

    [[nodiscard]] bool finished() const { return state_.unfinished == 0; }
    [[nodiscard]] std::uint32_t unfinished_ranks() const { return state_.unfinished; }
    [[nodiscard]] const CollectivePlan& plan() const { return plan_; }
    [[nodiscard]] CollectiveRecords& record_keeper() { return records_; }
    [[nodiscard]] const std::vector<CollectiveRecord>& records() const { return records_.all(); }
    [[nodiscard]] const Mismatches& mismatches() const { return mismatches_; }
    [[nodiscard]] std::uint64_t injected_bytes() const { return state_.injected_bytes; }
    [[nodiscard]] std::uint64_t delivered_bytes() const { return state_.delivered_bytes; }
    // For the watchdog: something moves, and somebody computes, reduces or has not started.
    [[nodiscard]] std::uint64_t progress() const { return state_.progress; }
    [[nodiscard]] bool busy() const { return state_.timers != 0; }

    // Which collectives are unfinished and who is missing, then what each rank waits for: first the ranks
    // that wait for something else than collectives.
    void describe_waiting(std::ostream& os, std::size_t most_ranks = 16) const;

private:
    Setup setup_;
    PayloadSource source_;
    Mismatches mismatches_;
    RingOracle ring_oracle_;
    CollectivePlan plan_;
    CollectiveRecords records_;
    std::unique_ptr<ReductionOracle> reduction_oracle_;
    WorkloadState state_;
    std::vector<std::unique_ptr<RankHost>> hosts_;
};

} // namespace sharpsim
