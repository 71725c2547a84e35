// SPDX-License-Identifier: Apache-2.0
// Sums of floats whose accumulators stand in slots: precisions other than native.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reduction/alu_model.h"
#include "reduction/types.h"

namespace sharpsim::reduction {

// One operand of an operation, or a part that begins where a beat does.
struct SlotFold {
    Type type{};
    Precision precision{};
    Rounding rounding{};
    Variant variant{};
    bool first{false};
    bool last{false};
    std::size_t elements{0};
    std::uint64_t* slots{nullptr};        // one an element; not written where the sum is rounded
    const std::uint8_t* operand{nullptr}; // elements, or where the precision merges 64-bit slots
    std::uint8_t* result{nullptr};        // elements; written where the sum is rounded
    std::uint32_t* lane_random{nullptr};  // as in reduce_beats
};
// Throws ModelError for a type that cannot be kept so.
void fold_slots(const SlotFold& fold);

// Fixed-point sums between two nodes: the low wire_bytes(type) of each slot.
void pack_slots(Type type, const std::uint64_t* slots, std::size_t elements, std::uint8_t* wire);
void unpack_slots(Type type, const std::uint8_t* wire, std::size_t elements, std::uint64_t* slots);

// The part of reduce_beat for sums with slots. Codes are known to be good.
void reduce_slot_beat(const BeatInput& in, BeatOutput& out);

} // namespace sharpsim::reduction
