// SPDX-License-Identifier: Apache-2.0
// Connects the models to a waveform recorder: queue depth, credits and link occupation of every switch port,
// OSTs in use of every aggregation node, and the pins of Verilated ALUs.
#pragma once

#include <memory>
#include <vector>

#include "observe/waves.h"
#include "reduction/engine.h"
#include "switch/switch.h"

namespace sharpsim {

class System;

class WaveTaps final : private reduction::EdgeObserver {
public:
    // Declares all signals that wave.scope selects; the recorder is opened afterwards.
    WaveTaps(WaveWriter& waves, const System& system);
    WaveTaps(const WaveTaps&) = delete;
    WaveTaps& operator=(const WaveTaps&) = delete;
    ~WaveTaps();

    // Gives every signal its value at the present time: after opening, before time runs.
    void start();

private:
    class SwitchTap;
    void before_edge() override { waves_.before_edge(); }
    bool schedule_fall(Picoseconds when, std::function<void()> fall) override
    {
        return waves_.schedule_fall(when, std::move(fall));
    }

    WaveWriter& waves_;
    std::vector<std::unique_ptr<SwitchTap>> taps_;
    std::vector<SignalId> osts_;
};

} // namespace sharpsim
