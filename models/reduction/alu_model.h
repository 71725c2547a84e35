// SPDX-License-Identifier: Apache-2.0
// The reduction ALU as a function: bit for bit what rtl/reduction_alu.sv computes, flags included.
//
// Sums of floats are rounded once, to the element type; subnormals are kept; min and max are IEEE 754-2019
// minimumNumber and maximumNumber with -0 < +0; a NaN that is computed is the canonical quiet one. Integers
// wrap. A Variant departs from this where it says so. All rules: docs/reduction_alu.md.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reduction/types.h"

namespace sharpsim::reduction {

// Exception flags of one 32-bit lane: those of its one or two elements together. Bits as in IEEE 754 test
// vectors.
using LaneFlags = std::uint8_t;
constexpr LaneFlags flag_inexact = 1;
constexpr LaneFlags flag_underflow = 2; // only where Variant::flush makes a sum zero: it is exact otherwise
constexpr LaneFlags flag_overflow = 4;
constexpr LaneFlags flag_divide = 8; // never
constexpr LaneFlags flag_invalid = 16;

// acc = acc op operand over `bytes` bytes, a whole number of elements. `flags`: null, or (bytes + 3) / 4
// lanes, each overwritten. `lane_random`: the 20-bit states of the lanes of one beat of the width that the
// RTL of this build has, advanced once a beat; null: as if all were 1 and stayed so. Only stochastic sums of
// floats look at it. Throws ModelError for what the datapath lacks (capabilities.h): callers refuse it
// before.
void reduce_beats(Type type, Operator op, Rounding rounding, Variant variant, std::uint8_t* acc,
                  const std::uint8_t* operand, std::size_t bytes, LaneFlags* flags,
                  std::uint32_t* lane_random = nullptr);

// The state of a lane's random draws after one beat: 13 steps of the register x^20 + x^3 + 1,
// s = (s << 1) | (s[19] ^ s[2]). All 13 bits that come in are found at once: the k-th is s[19 - k] xor the
// (k - 3)-th.
[[nodiscard]] constexpr std::uint32_t advance_draw(std::uint32_t state)
{
    std::uint32_t in = (state >> 7) ^ ((state & 7U) << 10);
    in ^= in >> 3;
    in ^= in >> 6;
    in ^= in >> 12;
    return ((state << 13) | in) & 0xFFFFFU;
}

// The 20 bits that an element starting at byte `at` of its beat draws. `states`: null for all 1.
[[nodiscard]] constexpr std::uint32_t draw(const std::uint32_t* states, std::size_t at)
{
    const std::uint32_t s = states != nullptr ? states[at / 4] : 1U;
    const auto turn = static_cast<unsigned>(5 * (at % 4));
    return ((s << turn) | (s >> (20 - turn))) & 0xFFFFFU;
}

// An accumulator that is not of the element type has a slot of eight bytes for every byte of the beat.
constexpr unsigned slots_a_byte = 8;
constexpr bool has_slots(Precision p) { return p != Precision::native && !merges(p); }
// A result takes as many bytes as such an accumulator, and not as many as the beat.
constexpr bool gives_slots(Precision p, bool last) { return has_slots(p) && !(last && rounds_at_last(p)); }

// One beat with everything that the pins say. Codes are the raw pin values, so that meaningless ones can be
// asked.
struct BeatInput {
    std::uint8_t type{0};
    std::uint8_t op{0};
    std::uint8_t rounding{0};
    std::uint8_t precision{0};
    std::uint8_t variant{0}; // Variant::code()
    bool first{false};       // first operand of its operation: passes through, whatever the mask says
    std::uint64_t mask{~std::uint64_t{0}};     // one bit a byte; an element takes part if all its bytes do
    const std::uint8_t* operand{nullptr};      // `bytes` bytes
    const std::uint8_t* acc{nullptr};          // `bytes` bytes; of slots (has_slots), eight times as many
    bool last{false};                          // last operand of its operation: may round
    const LaneFlags* acc_flags{nullptr};       // sticky flags of the accumulator, one a lane; null: none
    const std::uint32_t* lane_random{nullptr}; // states before the beat, which the caller advances; null: 1
    std::size_t bytes{0};                      // at most 64, a multiple of 4
};
struct BeatOutput {
    std::uint8_t acc[slots_a_byte * 64]; // what lies beyond the result is zero
    LaneFlags flags[16];
    bool unsupported; // the accumulator is unchanged, or the operand passed through if `first`
};
void reduce_beat(const BeatInput& in, BeatOutput& out);

#ifdef SHARPSIM_MODEL_FAULTS
// Selects one of the faults listed in alu_fault.h; 0 is none. Exists only in the test library.
extern int model_fault;
#endif

} // namespace sharpsim::reduction
