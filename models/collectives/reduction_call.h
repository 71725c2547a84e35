// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/ids.h"
#include "oracle/payload_pattern.h"
#include "packet/payload.h"
#include "reduction/types.h"

namespace sharpsim {

// A vector that all ranks reduce together. A barrier is one without bytes.
struct ReductionCall {
    std::uint32_t collective{0}; // its index within the workload, the same on all ranks
    reduction::Type type{reduction::Type::int8};
    reduction::Operator op{reduction::Operator::sum};
    std::uint64_t bytes{0}; // of one rank's vector: whole elements

    [[nodiscard]] std::uint64_t elements() const { return bytes / reduction::element_bytes(type, op); }
};

// What ranks send. With real bytes a pure function of (seed, rank, collective or message, element), made when
// it is needed; else sizes only.
class PayloadSource {
public:
    PayloadSource(std::uint64_t seed, bool real, oracle::Values values = oracle::Values::normal) :
        seed_{seed}, real_{real}, values_{values}
    {
    }

    [[nodiscard]] std::uint64_t seed() const { return seed_; }
    [[nodiscard]] bool real() const { return real_; }
    // Some elements of a rank's own vector.
    [[nodiscard]] Payload part(RankId rank, const ReductionCall& call, std::uint64_t first_element,
                               std::uint64_t count) const;
    // Bytes first..first+bytes of the n-th message from one rank to another. `first` is a multiple of 4.
    [[nodiscard]] Payload message(RankId from, RankId to, std::uint64_t n, std::uint64_t first,
                                  std::uint64_t bytes) const;

private:
    std::uint64_t seed_;
    bool real_;
    oracle::Values values_; // of collectives
};

} // namespace sharpsim
