// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduction_call.h"

namespace sharpsim {

Payload PayloadSource::part(RankId rank, const ReductionCall& call, std::uint64_t first_element,
                            std::uint64_t count) const
{
    const std::uint64_t bytes = count * reduction::element_bytes(call.type, call.op);
    if (!real_ || bytes == 0)
        return Payload::sized(bytes);
    Payload p{bytes};
    oracle::fill(seed_, rank.value(), call.collective, call.type, call.op, first_element, count, p.data(),
                 values_);
    return p;
}

Payload PayloadSource::message(RankId from, RankId to, std::uint64_t n, std::uint64_t first,
                               std::uint64_t bytes) const
{
    if (!real_ || bytes == 0)
        return Payload::sized(bytes);
    // Bit 63 keeps messages apart from collectives; a rank has 16 bits, so 40 are left for the number.
    const std::uint64_t stream = (std::uint64_t{1} << 63) | (std::uint64_t{to.value()} << 40) | n;
    const std::uint64_t words = (bytes + 3) / 4;
    Payload p{words * 4};
    oracle::fill(seed_, from.value(), stream, reduction::Type::uint32, first / 4, words, p.data());
    return p.slice(0, bytes);
}

} // namespace sharpsim
