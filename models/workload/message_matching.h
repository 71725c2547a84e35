// SPDX-License-Identifier: Apache-2.0
// Point-to-point messages of one rank: receives and arrivals find each other by tag and source, each side in
// its order, as in MPI. Messages are sent eagerly; one that nobody waits for yet is kept.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_map>

#include "base/ids.h"
#include "workload/program_graph.h"

namespace sharpsim {

class MessageMatching {
public:
    struct Arrival {
        RankId from;
        std::uint64_t bytes;
    };
    struct Receive {
        NodeIndex node;
        std::uint64_t bytes;
        bool any;    // takes from any rank
        RankId from; // else
    };
    // The oldest arrival that this receive takes; none: it is kept.
    std::optional<Arrival> post(std::uint32_t tag, const Receive& receive);
    // The oldest receive that takes this arrival; none: it is kept.
    std::optional<Receive> arrive(std::uint32_t tag, const Arrival& arrival);

private:
    struct Tag { // at most one of the two holds something that the other would take
        std::deque<Receive> receives;
        std::deque<Arrival> arrivals;
    };
    std::unordered_map<std::uint32_t, Tag> tags_;
};

} // namespace sharpsim
