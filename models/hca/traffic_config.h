// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.h"

namespace sharpsim {

enum class Arrival : std::uint8_t {
    poisson, // exponential gaps
    slotted, // a packet with the probability of the load in each packet time, on multiples of the packet time
    periodic,  // equal gaps
    saturated, // always one more
};

struct TrafficConfig {
    double load{0.5}; // of the line rate, LRH to VCRC
    Arrival arrival{Arrival::poisson};
    Bytes packet_bytes{512}; // LRH to VCRC
    Picoseconds warmup{0};
    Picoseconds duration{100'000'000}; // of injection, warm-up included
};

} // namespace sharpsim
