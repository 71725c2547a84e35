// SPDX-License-Identifier: Apache-2.0
// A sign of life while a run lasts: simulated time, packets in flight and host speed, every few seconds.
#pragma once

#include <chrono>
#include <cstdint>
#include <ostream>

#include "base/units.h"

namespace sharpsim {

class Progress {
public:
    using Clock = std::chrono::steady_clock;

    // A stream without a buffer (std::ostream{nullptr}) switches it off. On std::cerr, where that is a
    // terminal, each line replaces the one before.
    explicit Progress(std::ostream& out, Clock::duration interval = std::chrono::seconds{2});
    ~Progress(); // takes an overwritten line away
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // Whether a line is due; most calls only read the clock.
    [[nodiscard]] bool due() const { return on_ && Clock::now() >= due_; }
    // Prints it. `hops` counts from the start of the run; `oldest` is the age of the oldest packet in flight.
    void tick(Picoseconds simulated, std::uint64_t hops, std::uint64_t in_flight, Picoseconds oldest)
    {
        if (due())
            print(simulated, hops, in_flight, oldest);
    }

private:
    void print(Picoseconds simulated, std::uint64_t hops, std::uint64_t in_flight, Picoseconds oldest);

    std::ostream& out_;
    bool on_;
    bool overwrite_;
    bool line_open_{false};
    Clock::duration interval_;
    Clock::time_point last_;
    Clock::time_point due_;
    std::uint64_t last_hops_{0};
};

} // namespace sharpsim
