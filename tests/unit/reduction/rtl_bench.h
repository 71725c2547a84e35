// SPDX-License-Identifier: Apache-2.0
// Drives the Verilated ALU beat by beat and compares its results with the model's.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>

#include "base/random.h"
#include "reduction/alu_rtl.h"
#include "reduction/alu_variant.h"

namespace sharpsim::test {

using namespace sharpsim::reduction;

constexpr std::size_t beat = built_beat_bytes;

struct Beat {
    AluIn in;
    std::uint8_t operand[beat];
    std::uint8_t acc[slots_a_byte * beat];
    LaneFlags acc_flags[built_lanes];
    std::uint32_t draws[built_lanes]; // states of the lanes when it was taken
};

struct Answer {
    std::uint8_t acc[slots_a_byte * beat];
    LaneFlags flags[built_lanes];
    AluOut out;
    std::uint64_t cycle; // of the edge at which the result is handed over
};

struct Bench {
    AluRtl rtl{"alu", std::make_shared<AluRtlContext>()};
    std::uint64_t now{0}; // number of the next rising edge
    std::uint32_t draws[built_lanes];

    Bench() { std::fill(std::begin(draws), std::end(draws), 1U); }
    void seed(RandomStream& random)
    {
        for (auto& d : draws)
            d = random.below(8) == 0 ? 0 : static_cast<std::uint32_t>(random.next() & 0xFFFFF);
        rtl.seed(draws);
        for (auto& d : draws)
            d = d == 0 ? 1 : d;
    }
    // One edge. Returns what is there after it; a beat that was taken keeps the draws that it met.
    AluOut edge(Beat* b, bool out_ready = true)
    {
        AluIn in;
        if (b != nullptr) {
            in = b->in;
            in.valid = true;
            in.operand = b->operand;
            in.acc = b->acc;
            in.acc_flags = b->acc_flags;
        }
        in.out_ready = out_ready;
        ++now;
        const AluOut out = rtl.cycle(in);
        if (b != nullptr && out.in_ready) {
            std::copy(std::begin(draws), std::end(draws), b->draws);
            std::transform(std::begin(draws), std::end(draws), draws, advance_draw);
        }
        return out;
    }
    Answer take(const AluOut& out) const
    {
        Answer a;
        std::memcpy(a.acc, out.acc, sizeof a.acc);
        rtl.read_flags(a.flags);
        a.out = out;
        a.cycle = now;
        return a;
    }
};

inline Beat make_beat(Type type, Operator op)
{
    Beat b{};
    b.in.type = static_cast<std::uint8_t>(type);
    b.in.op = static_cast<std::uint8_t>(op);
    return b;
}

inline void expect_model(const Beat& b, const Answer& a)
{
    BeatInput in;
    in.type = b.in.type;
    in.op = b.in.op;
    in.rounding = b.in.rounding;
    in.precision = b.in.precision;
    in.variant = b.in.variant;
    in.lane_random = b.draws;
    in.first = b.in.first;
    in.last = b.in.last;
    in.mask = b.in.mask;
    in.operand = b.operand;
    in.acc = b.acc;
    in.acc_flags = b.acc_flags;
    in.bytes = beat;
    BeatOutput expected;
    reduce_beat(in, expected);
    ASSERT_EQ(a.out.tag, b.in.tag);
    ASSERT_EQ(a.out.first, b.in.first);
    ASSERT_EQ(a.out.last, b.in.last);
    ASSERT_EQ(a.out.head, b.in.head);
    ASSERT_EQ(a.out.tail, b.in.tail);
    ASSERT_EQ(a.out.unsupported, expected.unsupported) << int{b.in.type} << " " << int{b.in.op};
    for (std::size_t lane = 0; lane < built_lanes; ++lane) {
        const bool same = std::memcmp(expected.acc + 4 * lane, a.acc + 4 * lane, 4) == 0;
        if (same && expected.flags[lane] == a.flags[lane])
            continue;
        // The 16 bytes that hold the element, whatever its size.
        const std::size_t at = 4 * lane / 16 * 16;
        std::uint64_t words[8];
        std::memcpy(words, b.acc + at, 16);
        std::memcpy(words + 2, b.operand + at, 16);
        std::memcpy(words + 4, expected.acc + at, 16);
        std::memcpy(words + 6, a.acc + at, 16);
        FAIL() << "type " << int{b.in.type} << " op " << int{b.in.op} << " rounding " << int{b.in.rounding}
               << " variant " << int{b.in.variant} << " lane " << lane << std::hex << "\n  acc      "
               << words[1] << ' ' << words[0] << "\n  operand  " << words[3] << ' ' << words[2]
               << "\n  expected " << words[5] << ' ' << words[4] << " flags " << int{expected.flags[lane]}
               << "\n  got      " << words[7] << ' ' << words[6] << " flags " << int{a.flags[lane]}
               << "\n  draw     " << b.draws[lane] << " mask " << b.in.mask;
    }
    const auto* differs = std::mismatch(std::begin(a.acc), std::end(a.acc), std::begin(expected.acc)).first;
    if (differs == std::end(a.acc))
        return;
    const std::size_t slot = static_cast<std::size_t>(differs - std::begin(a.acc)) / 8;
    std::uint64_t words[4]{};
    std::memcpy(&words[0], b.acc + 8 * slot, 8);
    std::memcpy(&words[1], b.operand + slot % beat, std::min<std::size_t>(2, beat - slot % beat));
    std::memcpy(&words[2], expected.acc + 8 * slot, 8);
    std::memcpy(&words[3], a.acc + 8 * slot, 8);
    FAIL() << "type " << int{b.in.type} << " precision " << int{b.in.precision} << " rounding "
           << int{b.in.rounding} << " variant " << int{b.in.variant} << " first " << b.in.first << " last "
           << b.in.last << " slot " << slot << std::hex << "\n  acc      " << words[0] << "\n  operand  "
           << words[1] << "\n  expected " << words[2] << "\n  got      " << words[3];
}

// Random bits; every second element lies close to its partner, so that cancellation, ties and equality occur.
inline void randomise(Beat& b, RandomStream& random)
{
    for (std::size_t i = 0; i < beat; i += 8) {
        const std::uint64_t x = random.next();
        std::uint64_t y = random.next();
        if (i % 16 == 8)
            y = x ^ (y & random.next() & 0x83FF83FF83FF83FFU);
        std::memcpy(b.acc + i, &x, 8);
        std::memcpy(b.operand + i, &y, 8);
    }
}

} // namespace sharpsim::test
