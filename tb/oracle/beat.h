// SPDX-License-Identifier: Apache-2.0
// A beat at the pins, and what has to come out: elements in their lanes, masks, flags, random draws.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "oracle/slot.h"
#include "reduction/alu_variant.h"

namespace sharpsim::tb {

constexpr unsigned beat_bytes = reduction::built_beat_bytes;
constexpr unsigned lanes = reduction::built_lanes;

constexpr unsigned slot_bytes = 8;

using Bytes = std::array<std::uint8_t, beat_bytes>;
using Accs = std::array<std::uint8_t, slot_bytes * beat_bytes>; // a native element lies in the low beat_bytes
using Flags = std::array<std::uint8_t, lanes>;
using States = std::array<std::uint32_t, lanes>;

// Codes are raw pin values.
struct Beat {
    std::uint8_t type{0};
    std::uint8_t op{0};
    std::uint8_t rounding{0};
    std::uint8_t precision{0};
    std::uint8_t variant{0};
    bool first{false};
    bool last{false};
    bool head{false};
    bool tail{false};
    std::uint16_t tag{0};
    std::uint64_t mask{~std::uint64_t{0}};
    Bytes operand{};
    Accs acc{};
    Flags acc_flags{};

    [[nodiscard]] Task task() const;
    [[nodiscard]] bool defined() const; // the contract has a result for these codes
    // Of an operand's element, that is of the operand's slot where the precision merges.
    [[nodiscard]] unsigned element_bytes() const;
    [[nodiscard]] bool takes_part(unsigned at) const; // the element that starts at this byte, but for `first`
    [[nodiscard]] bool slots() const;                 // accumulators are slots: a precision beside native
    [[nodiscard]] bool rounds() const;                // results are elements, not slots
};

// The bytes at the pins of the accumulator and of the result whose operand's element starts at `at`.
struct Place {
    unsigned at;
    unsigned bytes;
};
Place acc_place(const Beat& beat, unsigned at);
Place result_place(const Beat& beat, unsigned at);

struct BeatResult {
    Accs acc{};
    Flags flags{};
    bool unsupported{false};
};

// The element that starts at a byte of a beat of this type and operator.
Element element_at(const std::uint8_t* bytes, const Task& task, unsigned at);
void set_element(std::uint8_t* bytes, const Task& task, unsigned at, const Element& element);
std::uint64_t word_at(const std::uint8_t* bytes, Place place);
void set_word(std::uint8_t* bytes, Place place, std::uint64_t word);

// The registers that stochastic rounding draws from.
class Draws {
public:
    Draws() { reset(); }
    void reset() { states_.fill(1); }
    void load(const States& states);
    void advance(); // after each accepted beat
    [[nodiscard]] const States& states() const { return states_; }

private:
    States states_{};
};

std::uint32_t draw_of(const States& states, unsigned at);

// What becomes of the element whose operand starts at a byte; first operands and masked ones included.
Expected expect_step(const Beat& beat, unsigned at, const States& states);
BeatResult expect_beat(const Beat& beat, const States& states);
// For codes that the device says it lacks, whether or not the contract has them.
BeatResult expect_unsupported(const Beat& beat);

} // namespace sharpsim::tb
