// SPDX-License-Identifier: Apache-2.0
// Ring allreduce on the hosts, one rank's part (P. Patarasuk, X. Yuan: "Bandwidth optimal all-reduce
// algorithms for clusters of workstations", 2009). p ranks, p chunks, 2(p-1) steps. In step t rank r sends a
// segment of chunk r - t to rank r + 1 (all modulo p) and receives chunk r - 1 - t from rank r - 1:
//   t = 0 .. p-2    partial sums travel; each rank adds its own contribution to what arrives
//   t = p-1 .. 2p-3 finished chunks travel
// Segments of a chunk go around independently of each other. With 2(p-1)(alpha + n/p/B) it takes the least
// bandwidth that an allreduce can take.
#pragma once

#include <cstdint>
#include <deque>

#include "base/ids.h"
#include "collectives/rank_endpoint.h"
#include "collectives/reduction_call.h"
#include "collectives/ring_layout.h"
#include "collectives/ring_oracle.h"

namespace sharpsim {

// What Message::tag says of a ring's message; bit 63 keeps it apart from the tags of rank programs.
struct RingTag {
    std::uint32_t collective{0};
    std::uint32_t step{0};
    std::uint64_t segment{0};

    static constexpr std::uint32_t max_collectives = 1U << 20;
    static constexpr std::uint64_t max_segments = 1ULL << 26; // of a chunk
    [[nodiscard]] static constexpr bool is_one(std::uint64_t tag) { return tag >> 63 != 0; }
    [[nodiscard]] static constexpr RingTag of(std::uint64_t tag)
    {
        return {static_cast<std::uint32_t>(tag >> 43) & (max_collectives - 1),
                static_cast<std::uint32_t>(tag >> 26) & 0x1FFFF, tag & (max_segments - 1)};
    }
    [[nodiscard]] constexpr std::uint64_t bits() const
    {
        return (std::uint64_t{1} << 63) | (std::uint64_t{collective} << 43) | (std::uint64_t{step} << 26) |
               segment;
    }
};

class RingAllreduce {
public:
    struct Setup {
        std::uint32_t ranks;
        std::uint64_t segment_bytes; // 0: chunks are not cut
        const PayloadSource& source;
        RingOracle& oracle;
    };
    // `timer` is the token of its reductions at the endpoint.
    RingAllreduce(const Setup& setup, RankId rank, const ReductionCall& call, RankEndpoint& endpoint,
                  std::uint64_t timer);

    void start();
    void on_message(RankId from, Message&& message);
    void on_reduced(); // the timer: the oldest reduction under way is finished

    // All chunks are in memory here; nothing more will be sent, received or reduced.
    [[nodiscard]] bool done() const { return complete_ == layout_.all_segments(); }
    [[nodiscard]] std::uint64_t result_hash() const { return hash_; } // 0 without real bytes
    [[nodiscard]] std::uint64_t complete() const { return complete_; }
    [[nodiscard]] std::uint64_t segments() const { return layout_.all_segments(); }

private:
    struct Incoming {
        RingTag tag;
        Payload payload;
    };
    void reduce(Incoming&& incoming);
    void pass_on(const RingTag& arrived, Payload payload);
    void finish(std::uint32_t chunk, std::uint64_t segment, const Payload& payload);
    [[nodiscard]] std::uint32_t chunk_of(std::uint32_t step) const; // that arrives here in a step

    Setup setup_;
    RankId rank_;
    ReductionCall call_;
    RankEndpoint& endpoint_;
    std::uint64_t timer_;
    RingLayout layout_;
    std::deque<Incoming> reducing_;
    std::uint64_t complete_{0};
    std::uint64_t hash_{0};
};

} // namespace sharpsim
