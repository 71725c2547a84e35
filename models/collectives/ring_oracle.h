// SPDX-License-Identifier: Apache-2.0
// What each segment of a ring allreduce must be in the end: chunk c is folded in the order of the ring, from
// rank c over c + 1, c + 2, ... to rank c - 1 (modulo the number of ranks). Computed once, kept until every
// rank has checked.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "collectives/mismatches.h"
#include "collectives/reduction_call.h"

namespace sharpsim {

class RingOracle {
public:
    RingOracle(const PayloadSource& source, Mismatches& mismatches) : source_{source}, mismatches_{mismatches}
    {
    }

    // Checks what a rank holds of a chunk; returns the hash of what it holds. Every rank checks every segment
    // once.
    std::uint64_t check(RankId rank, std::uint32_t ranks, const ReductionCall& call, std::uint32_t chunk,
                        std::uint64_t first_element, const Payload& got);
    // Segments that some ranks have checked and others have not.
    [[nodiscard]] std::size_t held() const { return held_.size(); }

private:
    struct Expected {
        Payload value;
        std::uint64_t hash{0};
        std::uint32_t checked{0};
    };
    const PayloadSource& source_;
    Mismatches& mismatches_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, Expected> held_; // by collective and first element
};

} // namespace sharpsim
