// SPDX-License-Identifier: Apache-2.0
// Faults that the test library sharpsim_reduction_faulty can commit, to prove that the checks around the
// model can fail. In the normal library faulty() is a constant and nothing of it remains.
#pragma once

namespace sharpsim::reduction {

enum Fault {
    fault_negative_zero_lost = 1,
    fault_rounds_half_up = 2,
    fault_carry_dropped_in_lane_15 = 3,
    fault_min_takes_nan = 4,
    fault_flushes_subnormals = 5,
    fault_truncates_bfloat16 = 6,
    fault_skips_last_lane = 7,
    fault_tie_takes_first_operand = 8,
    fault_integers_saturate = 9,
    fault_overflows_one_exponent_early = 10,
};

#ifdef SHARPSIM_MODEL_FAULTS
extern int model_fault;
inline bool faulty(Fault f) { return model_fault == f; }
inline bool any_fault() { return model_fault != 0; }
#else
constexpr bool faulty(Fault) { return false; }
constexpr bool any_fault() { return false; }
#endif

} // namespace sharpsim::reduction
