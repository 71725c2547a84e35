// SPDX-License-Identifier: Apache-2.0
// SHARP allreduce and barrier, one rank's part: the message is cut into operations of one OST's payload, each
// a request to the leaf aggregation node, and at most osts_per_group of the group's operations are in flight.
// A barrier and a vector without elements are one operation without payload.
//
// Operations are numbered through all collectives of the group, in the order of the collectives and not of
// their beginning, so that all ranks count alike; and they are sent in that order: a collective that begins
// before an earlier one waits for it. Results may come in any order, and twice (multicast and along the
// tree).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "collectives/rank_endpoint.h"
#include "collectives/reduction_call.h"
#include "collectives/reduction_oracle.h"
#include "collectives/sharp_group.h"

namespace sharpsim {

// Operations that a collective takes, at least one.
[[nodiscard]] std::uint64_t sharp_operations(const SharpGroup& group, const ReductionCall& call);

class SharpAllreduce {
public:
    SharpAllreduce(const SharpGroup& group, const PayloadSource& source, ReductionOracle& oracle, RankId rank,
                   RankEndpoint& endpoint);

    // `first` is the number of the collective's first operation.
    void begin(const ReductionCall& call, std::uint32_t first);
    struct Completed {
        std::uint32_t collective;
        std::uint64_t hash; // of the result; 0 without real bytes
    };
    // Tells the collective that this result has completed, if any.
    std::optional<Completed> on_result(Message&& message);

    // The oldest operation that is sent and not returned; none: nothing is in flight.
    [[nodiscard]] std::optional<std::uint32_t> oldest_in_flight() const;
    // What a collective that has begun waits for, one clause; empty if it is not under way here.
    [[nodiscard]] std::string waiting_for(std::uint32_t collective) const;

private:
    struct Running {
        ReductionCall call;
        std::uint32_t operations;
        std::uint32_t returned{0};
        std::uint64_t hash{0};
    };
    using ByFirst = std::map<std::uint32_t, Running>;
    void send_more();
    void request(std::uint32_t operation, std::uint32_t first, const Running& running);
    [[nodiscard]] ByFirst::iterator of(std::uint32_t operation);
    [[nodiscard]] ReductionOracle::Part part(const ReductionCall& call, std::uint32_t operation,
                                             std::uint32_t first) const;
    [[nodiscard]] std::uint32_t in_flight_limit() const { return oldest_ + group_.osts_per_group; }

    const SharpGroup& group_;
    const PayloadSource& source_;
    ReductionOracle& oracle_;
    RankId rank_;
    RankEndpoint& endpoint_;
    ByFirst running_;         // by first operation
    std::uint32_t next_{0};   // operation to send
    std::uint32_t oldest_{0}; // operation that has not returned
    std::vector<bool>
        returned_; // of oldest_ .. oldest_ + osts_per_group - 1, by number modulo osts_per_group
};

} // namespace sharpsim
