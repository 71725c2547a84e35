// SPDX-License-Identifier: Apache-2.0
// Tells a run that cannot get on from one that takes its time. Asked between slices of simulated time, so it
// needs no calendar entries and cannot change results.
#pragma once

#include <cstdint>

#include "base/keys.h"
#include "base/units.h"

namespace sharpsim {

struct WatchdogConfig {
    Picoseconds limit{1'000'000'000};
};

void declare(KeyTable& keys, WatchdogConfig& config);

class Watchdog {
public:
    explicit Watchdog(const WatchdogConfig& config) : limit_{config.limit} {}

    // `progress` counts whatever shows that something moves (packet hops, messages, finished nodes); `busy`:
    // a computation is pending, so silence is right. True once nothing has moved for the limit.
    [[nodiscard]] bool stalled(Picoseconds now, std::uint64_t progress, bool busy)
    {
        if (progress != progress_ || busy) {
            progress_ = progress;
            since_ = now;
        }
        return now - since_ >= limit_;
    }
    // Simulated time to run before asking again: a stall is seen at most two limits after the last progress.
    [[nodiscard]] Picoseconds slice() const { return limit_; }
    [[nodiscard]] Picoseconds limit() const { return limit_; }

private:
    Picoseconds limit_;
    Picoseconds since_{0};
    std::uint64_t progress_{~std::uint64_t{0}};
};

} // namespace sharpsim
