// SPDX-License-Identifier: Apache-2.0
// Configuration of the reduction engine of one switch: section [alu].
#pragma once

#include <cstdint>

#include "base/keys.h"
#include "base/units.h"
#include "reduction/alu_variant.h"

namespace sharpsim::reduction {

enum class BackEnd : std::uint8_t {
    model,    // results from the C++ model, one calendar entry a fold
    rtl,      // results from the Verilated ALU, clocked edge by edge
    lockstep, // the same, and every beat compared with the model
};

struct ReductionConfig {
    unsigned alus{1};
    unsigned lanes{built_lanes}; // of 32 bits
    unsigned depth{built_alu.depth};
    unsigned interval{built_alu.interval};
    Hertz clock{1'000'000'000};
    BackEnd back_end{BackEnd::model};

    [[nodiscard]] unsigned beat_bytes() const { return lanes * 4; }
};

void declare(KeyTable& keys, ReductionConfig& config);

// Rules between keys: rtl and lockstep need lanes, depth and interval of an RTL variant in this build. Throws
// InputError with the list of variants.
void check(const ReductionConfig& config);

} // namespace sharpsim::reduction
