// SPDX-License-Identifier: Apache-2.0
// One Verilated ALU as the engine sees it: beats go in at numbered edges, results must come out `depth` edges
// later in the same order, and in lockstep every one must be what the model says.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/units.h"
#include "reduction/alu_model.h"
#include "reduction/alu_rtl.h"
#include "reduction/alu_variant.h"

namespace sharpsim::reduction {

// Names the packet that brought an operand, for error messages.
using TokenText = std::function<std::string(std::uint32_t token)>;

// Which beat this is, for error messages.
struct BeatName {
    std::uint32_t token{0};
    unsigned beat{0};
    unsigned beats{0};
};

class AluDriver {
public:
    // `draws`: what the states of the random draws start with, one a lane.
    AluDriver(std::string name, std::shared_ptr<AluRtlContext> context, bool compare,
              const std::uint32_t* draws);

    // One rising edge, number `edge`; edges may be skipped only while nothing is in flight. `beat`: null, or
    // what to put in (a whole beat behind its pointers). Returns the result that will be written at the next
    // edge, or null. Throws RtlMismatch if the RTL is early, late, refuses a beat or differs from the model.
    const AluOut* edge(std::uint64_t edge, Picoseconds now, const AluIn* beat, BeatName who,
                       const TokenText& text);

    [[nodiscard]] unsigned in_flight() const { return static_cast<unsigned>(taken_ - returned_); }
    [[nodiscard]] std::uint64_t compared() const { return compared_; }
    [[nodiscard]] AluRtl& rtl() { return rtl_; }

private:
    struct Flight {
        std::uint64_t due; // the edge after which the result is seen
        BeatName who;
        AluIn in;
        std::array<std::uint8_t, built_beat_bytes> operand; // lockstep only, like the next two
        std::array<std::uint8_t, slots_a_byte * built_beat_bytes> acc;
        BeatOutput expected;
    };
    void take_off(std::uint64_t edge, const AluIn& beat, BeatName who);
    void compare(const Flight& flight, const AluOut& out, Picoseconds now, const TokenText& text);
    [[noreturn]] void fail(const Flight* flight, Picoseconds now, const TokenText& text,
                           const std::string& what) const;

    std::string name_;
    AluRtl rtl_;
    bool compare_;
    std::array<std::uint32_t, built_lanes> draws_; // of the next beat
    std::uint64_t taken_{0};
    std::uint64_t returned_{0};
    std::uint64_t compared_{0};
    std::array<Flight, built_alu.depth + 1> flights_;
};

} // namespace sharpsim::reduction
