// SPDX-License-Identifier: Apache-2.0
// What is tested, at its pins: the Verilated ALU, or the C++ model behind a pipeline of the same depth.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "oracle/beat.h"
#include "reduction/alu_rtl.h"

namespace sharpsim::tb {

class Target {
public:
    Target() = default;
    virtual ~Target() = default;
    Target(const Target&) = delete;
    Target& operator=(const Target&) = delete;

    virtual void reset() = 0;
    virtual void seed(const States& states) = 0;
    virtual const reduction::AluOut& cycle(const reduction::AluIn& in) = 0;
    virtual void read_flags(Flags& flags) const = 0;
};

// Nothing is recorded where the path is empty. Cycles count from 0, those under reset and of seeding apart.
struct WaveWindow {
    std::string path{};
    std::uint64_t first_cycle{0};
};

constexpr std::uint64_t cycle_ps = 1000;

std::unique_ptr<Target> make_rtl_target(const std::vector<std::string>& plusargs, const WaveWindow& wave);
// In the build with faults "+model_fault=N" arms one of models/reduction/alu_fault.h.
std::unique_ptr<Target> make_model_target(const std::vector<std::string>& plusargs);

// The save file beside a waveform: all pins, the marker at the rising edge of a cycle. Returns its path.
std::string write_marker_file(const std::string& wave, std::uint64_t cycle);

} // namespace sharpsim::tb
