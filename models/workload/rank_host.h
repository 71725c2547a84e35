// SPDX-License-Identifier: Apache-2.0
// The software of one rank: walks the rank's program and turns its nodes into messages, collectives and
// timers.
//
// What wakes it, what it does, whom it wakes:
//   start timer       -> the program begins
//   compute timer     -> the node is complete
//   send completion   -> the node is complete
//   message           -> of a ring: the ring gets it, or keeps it until this rank begins the collective;
//                        else a receive takes it, or it is kept until there is one
//   reduction timer   -> the ring goes on
//   result of SHARP   -> the client counts it; the last one completes the collective
// Each completed node may begin others at the same time. Computations of a rank run beside each other: the
// program's dependencies say what excludes what. Several collectives of a rank may be under way at once.
#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collectives/ring_allreduce.h"
#include "collectives/sharp_allreduce.h"
#include "workload/collective_records.h"
#include "workload/message_matching.h"
#include "workload/program_runner.h"

namespace sharpsim {

// What the ranks of a workload share.
struct WorkloadState {
    const RankProgram& program;
    const CollectivePlan& plan;
    const PayloadSource& source;
    CollectiveRecords& records;
    Mismatches& mismatches;
    RingOracle& ring_oracle;
    ReductionOracle* reduction_oracle; // null without a tree
    const SharpGroup* group;           // likewise
    Digest& digest;
    std::uint64_t ring_segment;
    double compute_scale;
    std::uint64_t injected_bytes{0};     // payload handed to the endpoints
    std::uint64_t delivered_bytes{0};    // payload that came from them, each result once a rank
    std::uint64_t progress{0};           // nodes completed and messages received
    std::uint64_t timers{0};             // pending: ranks that compute, reduce or have not started
    std::uint32_t unfinished{0};         // ranks
    std::function<void()> on_finished{}; // the last rank is done; may be empty
    std::function<void(RankId, std::string_view, Picoseconds)> on_marker{}; // may be empty
};

// An endpoint that counts what goes through it.
class CountedEndpoint final : public RankEndpoint {
public:
    CountedEndpoint(WorkloadState& state, RankEndpoint& inner) : state_{state}, inner_{inner} {}
    void set_handler(RankHandler* handler) override { inner_.set_handler(handler); }
    [[nodiscard]] Picoseconds now() const override { return inner_.now(); }
    void send(RankId to, Message&& message, std::uint64_t work, bool signalled) override
    {
        state_.injected_bytes += message.payload.size();
        inner_.send(to, std::move(message), work, signalled);
    }
    void sharp_request(Message&& message) override
    {
        state_.injected_bytes += message.payload.size();
        inner_.sharp_request(std::move(message));
    }
    void after(Picoseconds delay, std::uint64_t token) override
    {
        ++state_.timers;
        inner_.after(delay, token);
    }
    void after_reduction(std::size_t bytes, std::uint64_t token) override
    {
        ++state_.timers;
        inner_.after_reduction(bytes, token);
    }

private:
    WorkloadState& state_;
    RankEndpoint& inner_;
};

class RankHost final : private RankHandler, private Executor {
public:
    RankHost(WorkloadState& state, RankId rank, RankEndpoint& endpoint);
    RankHost(const RankHost&) = delete;
    RankHost& operator=(const RankHost&) = delete;
    ~RankHost() = default;

    void start(Picoseconds delay);
    [[nodiscard]] bool done() const { return done_; }
    // True if it waits for nothing but collectives: others keep it from going on.
    [[nodiscard]] bool only_in_collectives() const;
    // What it waits for, some lines. `leaf`: name of its aggregation node, or empty.
    void describe_waiting(std::ostream& os, const std::string& leaf) const;

private:
    struct Active {
        NodeIndex node{0};
        Picoseconds start{0};
        std::unique_ptr<RingAllreduce> ring; // null: on the tree
    };

    void on_message(RankId from, Message&& message) override;
    void on_sharp_result(Message&& message) override;
    void on_completion(std::uint64_t work) override;
    void on_timer(std::uint64_t token) override;

    void begin_compute(RankId rank, NodeIndex node, Picoseconds duration) override;
    void begin_send(RankId rank, NodeIndex node, RankId to, Bytes bytes, std::uint32_t tag) override;
    void begin_recv(RankId rank, NodeIndex node, RankId from, Bytes bytes, std::uint32_t tag) override;
    void begin_recv_any(RankId rank, NodeIndex node, Bytes bytes, std::uint32_t tag) override;
    void begin_collective(RankId rank, NodeIndex node, std::uint32_t order,
                          const CollectiveCall& call) override;
    void marker(RankId rank, NodeIndex node, std::string_view text) override;

    void post_receive(std::uint32_t tag, const MessageMatching::Receive& receive);
    void check_message(RankId from, const Payload& payload);
    void complete_receive(const MessageMatching::Receive& receive, const MessageMatching::Arrival& arrival);
    void end_if_done(std::uint32_t order);
    void end_collective(std::uint32_t order, std::uint64_t hash);
    void complete(NodeIndex node);
    void note_done();

    WorkloadState& state_;
    RankId rank_;
    CountedEndpoint endpoint_;
    ProgramRunner runner_;
    bool started_{false};
    bool done_{false};
    std::unique_ptr<SharpAllreduce> sharp_;
    std::unordered_map<std::uint32_t, Active> active_; // by collective
    std::unordered_map<std::uint32_t, std::vector<std::pair<RankId, Message>>>
        early_; // of collectives not begun
    MessageMatching matching_;
    std::unordered_map<RankId, std::uint64_t> sent_to_; // messages
    std::unordered_map<RankId, std::uint64_t> received_from_;
};

} // namespace sharpsim
