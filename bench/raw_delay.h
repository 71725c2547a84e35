// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sharpsim::bench {

// 1 to 16 ns in whole nanoseconds, uniform; in picoseconds.
class RawDelay {
public:
    std::uint64_t next()
    {
        state_ ^= state_ << 13; // Marsaglia, "Xorshift RNGs", 2003
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return ((state_ >> 60) + 1) * 1000;
    }

private:
    std::uint64_t state_{0x9e3779b97f4a7c15ULL};
};

} // namespace sharpsim::bench
