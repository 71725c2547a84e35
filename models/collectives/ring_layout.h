// SPDX-License-Identifier: Apache-2.0
// How a ring allreduce cuts a vector: one chunk a rank, as equal as whole elements allow, each cut into
// segments of at most a given size. A chunk without elements is still one (empty) segment.
#pragma once

#include <algorithm>
#include <cstdint>

#include "collectives/reduction_call.h"

namespace sharpsim {

class RingLayout {
public:
    struct Segment {
        std::uint64_t first; // element
        std::uint64_t count;
    };

    // segment_bytes 0: chunks are not cut.
    RingLayout(std::uint32_t ranks, const ReductionCall& call, std::uint64_t segment_bytes) :
        ranks_{ranks}, elements_{call.elements()}
    {
        const std::uint64_t size = reduction::element_bytes(call.type, call.op);
        per_segment_ =
            segment_bytes == 0 ? ~std::uint64_t{0} : std::max<std::uint64_t>(segment_bytes / size, 1);
    }

    [[nodiscard]] std::uint32_t ranks() const { return ranks_; }
    // The first (elements modulo ranks) chunks are one element longer than the others.
    [[nodiscard]] std::uint64_t chunk_begin(std::uint32_t chunk) const
    {
        return chunk * (elements_ / ranks_) + std::min<std::uint64_t>(chunk, elements_ % ranks_);
    }
    [[nodiscard]] std::uint64_t chunk_elements(std::uint32_t chunk) const
    {
        return elements_ / ranks_ + (chunk < elements_ % ranks_ ? 1 : 0);
    }
    [[nodiscard]] std::uint64_t segments(std::uint32_t chunk) const
    {
        return segments_of(chunk_elements(chunk));
    }
    [[nodiscard]] Segment segment(std::uint32_t chunk, std::uint64_t index) const
    {
        const std::uint64_t skipped = index * (per_segment_ == ~std::uint64_t{0} ? 0 : per_segment_);
        return {chunk_begin(chunk) + skipped, std::min(per_segment_, chunk_elements(chunk) - skipped)};
    }
    [[nodiscard]] std::uint64_t all_segments() const
    {
        const std::uint64_t longer = elements_ % ranks_;
        return longer * segments_of(elements_ / ranks_ + 1) +
               (ranks_ - longer) * segments_of(elements_ / ranks_);
    }

private:
    [[nodiscard]] std::uint64_t segments_of(std::uint64_t elements) const
    {
        return elements == 0 ? 1 : (elements - 1) / per_segment_ + 1;
    }

    std::uint32_t ranks_;
    std::uint64_t elements_;
    std::uint64_t per_segment_; // elements
};

} // namespace sharpsim
