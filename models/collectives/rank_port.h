// SPDX-License-Identifier: Apache-2.0
// A rank on its HCA: an RC queue pair to every rank that it talks to, one to its leaf aggregation node, and a
// UD queue pair that multicast results come in on.
//
// Simplification: the queue pairs between two ranks are made and connected on both sides when either first
// sends to the other, and that takes no simulated time (as if a job had connected all its ranks before it
// started).
#pragma once

#include <unordered_map>
#include <vector>

#include "collectives/rank_endpoint.h"
#include "hca/hca.h"

namespace sharpsim {

class RankPort final : public RankEndpoint, private HostClient {
public:
    // `ports` are the ports of all ranks, by rank; it outlives them and may be filled later.
    RankPort(Hca& hca, RankId rank, const std::vector<RankPort*>& ports);

    // `to_leaf`: RC, connected to the leaf aggregation node. `ud`: joined to the group's multicast.
    void set_sharp(QpNumber to_leaf, QpNumber ud);

    void set_handler(RankHandler* handler) override { handler_ = handler; }
    [[nodiscard]] Picoseconds now() const override { return hca_.now(); }
    void send(RankId to, Message&& message, std::uint64_t work, bool signalled) override;
    void sharp_request(Message&& message) override;
    void after(Picoseconds delay, std::uint64_t token) override { hca_.after(delay, token); }
    void after_reduction(std::size_t bytes, std::uint64_t token) override;

    [[nodiscard]] Hca& hca() { return hca_; }
    [[nodiscard]] RankId rank() const { return rank_; }

private:
    void on_receive(QpNumber qp, Lid source, Message&& message) override;
    void on_completion(QpNumber qp, std::uint64_t work) override;
    void on_timer(std::uint64_t token) override;
    QpNumber connect(RankId to);

    Hca& hca_;
    RankId rank_;
    const std::vector<RankPort*>& ports_;
    RankHandler* handler_{nullptr};
    std::unordered_map<RankId, QpNumber> qp_of_;
    std::unordered_map<QpNumber, RankId> peer_of_;
    bool has_sharp_{false};
    QpNumber to_leaf_;
    QpNumber ud_;
    Picoseconds reducing_until_{0};
};

} // namespace sharpsim
