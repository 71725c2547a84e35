// SPDX-License-Identifier: Apache-2.0
#include "collectives/ring_oracle.h"

#include "oracle/fold.h"

namespace sharpsim {

std::uint64_t RingOracle::check(RankId rank, std::uint32_t ranks, const ReductionCall& call,
                                std::uint32_t chunk, std::uint64_t first_element, const Payload& got)
{
    const std::uint64_t count = got.size() / reduction::element_bytes(call.type, call.op);
    if (count == 0 || !got.has_bytes())
        return 0;
    Expected& e = held_[{call.collective, first_element}];
    if (e.checked == 0) {
        e.value = source_.part(RankId{chunk}, call, first_element, count);
        for (std::uint32_t i = 1; i < ranks; ++i) {
            const Payload next = source_.part(RankId{(chunk + i) % ranks}, call, first_element, count);
            oracle::fold(call.type, call.op, e.value.data(), next.data(), got.size());
        }
        e.hash = content_hash(first_element, e.value.data(), e.value.size());
    }
    const bool equal = mismatches_.compare({true, call.collective, rank}, call.type, call.op, first_element,
                                           e.value.data(), got.data(), got.size());
    const std::uint64_t hash = equal ? e.hash : content_hash(first_element, got.data(), got.size());
    if (++e.checked == ranks)
        held_.erase({call.collective, first_element});
    return hash;
}

} // namespace sharpsim
