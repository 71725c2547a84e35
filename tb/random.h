// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <random>

namespace sharpsim::tb {

class Random {
public:
    // Streams of one seed do not disturb each other.
    Random(std::uint64_t seed, std::uint64_t stream) : engine_{seed * 0x9E3779B97F4A7C15ULL + stream} {}
    std::uint64_t word() { return engine_(); }
    std::uint64_t below(std::uint64_t n) { return word() % n; }
    bool one_in(std::uint64_t n) { return below(n) == 0; }
    bool percent(unsigned p) { return below(100) < p; }

private:
    std::mt19937_64 engine_;
};

} // namespace sharpsim::tb
