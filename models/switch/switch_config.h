// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/keys.h"
#include "base/units.h"

namespace sharpsim {

enum class Scheduler : std::uint8_t {
    round_robin, // greedy in the order of events: a freed output takes the next input with a packet for it
    islip,       // request, grant, accept for all free ports of one clock edge, with iterations
    fifo,        // one queue per input: the head blocks what is behind it
    ideal,       // output queueing: an input may feed any number of outputs at once
};
enum class Switching : std::uint8_t { cut_through, store_and_forward };

struct SwitchConfig {
    Hertz clock{1'000'000'000};
    unsigned pipeline{100}; // cycles from a head's arrival to its decision
    Scheduler scheduler{Scheduler::round_robin};
    unsigned islip_iterations{4};
    Switching switching{Switching::cut_through};
    Picoseconds slot{0};
};

void declare(KeyTable& keys, SwitchConfig& config);

} // namespace sharpsim
