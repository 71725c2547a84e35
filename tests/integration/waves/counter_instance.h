// SPDX-License-Identifier: Apache-2.0
// One Verilated counter, clocked by hand, with a recorder beside it: the pattern that every RTL bridge
// follows.
#pragma once

#include <cstdint>
#include <memory>

#include "base/units.h"
#include "observe/waves.h"

class Vwave_counter;

namespace sharpsim::test {

class CounterInstance {
public:
    explicit CounterInstance(WaveWriter* waves);
    ~CounterInstance();

    void add_to_trace(void* verilated_fst);
    // One rising edge at the calendar's now(); the clock falls at `fall`.
    void edge(std::uint8_t step, bool reset, Picoseconds fall);
    [[nodiscard]] std::uint16_t count() const;

private:
    void lower();
    WaveWriter* waves_;
    std::unique_ptr<Vwave_counter> model_;
};

} // namespace sharpsim::test
