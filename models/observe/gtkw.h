// SPDX-License-Identifier: Apache-2.0
// The GTKWave save file beside a waveform: what a person wants to see first, grouped by switch, zoomed to the
// recorded time. `gtkwave waves.fst waves.gtkw` opens it; it holds no absolute path.
#pragma once

#include <optional>
#include <string>

#include "base/units.h"
#include "observe/waves.h"

namespace sharpsim {

struct GtkwOptions {
    std::optional<Picoseconds> marker; // a failure, for example; otherwise the start of the recording
    unsigned most_rows{4};             // of one quantity in one switch: the busiest instances
    unsigned width{1600};              // of the window, in pixels
    unsigned height{1000};
};

// For a recorder that is closed. Groups in a switch (the first part of a scope): each quantity that several
// instances have (queue depths, credits, ...) in the order of declaration, then what single instances have,
// then the pins of each RTL instance. Signals that never change are left out.
void write_gtkw(const WaveWriter& waves, const std::string& path, const GtkwOptions& options = {});

} // namespace sharpsim
