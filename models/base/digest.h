// SPDX-License-Identifier: Apache-2.0
// The fingerprint of a run: the sum modulo 2^128 of one hash per record. A sum does not depend on the order
// of its terms, so the digest does not depend on the calendar, the back end, observation or the number of
// threads.
#pragma once

#include <cstdint>
#include <string>

#include "base/wide.h"

namespace sharpsim {

class Digest {
public:
    // One record of three words. Callers pack their fields; see link/port.h and workload/ for the layouts.
    void add(std::uint64_t a, std::uint64_t b, std::uint64_t c)
    {
        const Wide x = static_cast<Wide>(a ^ 0x9e3779b97f4a7c15ULL) * (b ^ 0xe7037ed1a0b428dbULL);
        const std::uint64_t y = static_cast<std::uint64_t>(x) ^ static_cast<std::uint64_t>(x >> 64);
        const Wide z = static_cast<Wide>(y ^ 0x8ebc6af09c88c6e3ULL) * (c ^ 0x589965cc75374cc3ULL);
        const Wide w = static_cast<Wide>(static_cast<std::uint64_t>(z) ^ a ^ 0x1d8e4e27c47d124fULL) *
                       (static_cast<std::uint64_t>(z >> 64) ^ b ^ 0xa0761d6478bd642fULL);
        sum_ += w ^ z;
    }
    void merge(const Digest& other) { sum_ += other.sum_; }
    // 32 hexadecimal digits.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const Digest& a, const Digest& b) { return a.sum_ == b.sum_; }
    friend bool operator!=(const Digest& a, const Digest& b) { return a.sum_ != b.sum_; }

private:
    Wide sum_{0};
};

} // namespace sharpsim
