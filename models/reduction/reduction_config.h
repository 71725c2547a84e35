// SPDX-License-Identifier: Apache-2.0
// Configuration of the reduction engine of one switch: section [alu], and of how all of them compute: section
// [reduction].
#pragma once

#include <cstdint>

#include "base/keys.h"
#include "base/units.h"
#include "reduction/alu_variant.h"
#include "reduction/types.h"

namespace sharpsim::reduction {

enum class BackEnd : std::uint8_t {
    model,    // results from the C++ model, one calendar entry a fold
    rtl,      // results from the Verilated ALU, clocked edge by edge
    lockstep, // the same, and every beat compared with the model
};

enum class NanRule : std::uint8_t { number, propagate };

struct ReductionConfig {
    unsigned alus{1};
    unsigned lanes{built_lanes}; // of 32 bits
    unsigned depth{built_alu.depth};
    unsigned interval{built_alu.interval};
    Hertz clock{1'000'000'000};
    BackEnd back_end{BackEnd::model};
    Rounding rounding{Rounding::nearest_even}; // that operations ask for
    Precision precision{Precision::native};
    bool saturate{false};
    bool flush_subnormals{false};
    NanRule nan_rule{NanRule::number};

    [[nodiscard]] unsigned beat_bytes() const { return lanes * 4; }
    [[nodiscard]] Variant variant() const
    {
        return {saturate, nan_rule == NanRule::propagate, flush_subnormals};
    }
};

void declare(KeyTable& keys, ReductionConfig& config);
void declare_rules(KeyTable& keys, ReductionConfig& config);

// Rules between keys: rtl and lockstep need lanes, depth and interval of an RTL variant in this build, and
// rules that it computes; draws need its beats. Throws InputError that says what there is.
void check(const ReductionConfig& config);

} // namespace sharpsim::reduction
