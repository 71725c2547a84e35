// SPDX-License-Identifier: Apache-2.0
#include "reduction/alu_driver.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/error.h"

namespace sharpsim::reduction {

namespace {

std::string hex(std::uint64_t value, int digits)
{
    char text[24];
    std::snprintf(text, sizeof text, "%0*llX", digits, static_cast<unsigned long long>(value));
    return text;
}

std::uint32_t word(const std::uint8_t* beat, std::size_t lane)
{
    std::uint32_t w;
    std::memcpy(&w, beat + 4 * lane, 4);
    return w;
}

} // namespace

AluDriver::AluDriver(std::string name, std::shared_ptr<AluRtlContext> context, bool compare,
                     const std::uint32_t* draws) :
    name_{std::move(name)},
    rtl_{"",
         std::move(context)}, // no name of its own: a waveform puts it right into the scope of its instance
    compare_{compare},
    flights_{}
{
    std::copy_n(draws, built_lanes, draws_.begin());
    rtl_.seed(draws_.data());
}

const AluOut* AluDriver::edge(std::uint64_t edge, Picoseconds now, const AluIn* beat, BeatName who,
                              const TokenText& text)
{
    static const AluIn idle{};
    if (beat != nullptr)
        take_off(edge, *beat, who);
    const AluOut& out = rtl_.cycle(beat != nullptr ? *beat : idle);
    if (beat != nullptr && !out.in_ready)
        fail(&flights_[(taken_ - 1) % flights_.size()], now, text,
             "in_ready_o is low at the edge of the beat");
    if (in_flight() == 0) {
        if (out.valid)
            fail(nullptr, now, text, "out_valid_o with no beat in flight, tag 0x" + hex(out.tag, 4));
        return nullptr;
    }
    const Flight& flight = flights_[returned_ % flights_.size()];
    if (out.valid != (flight.due == edge))
        fail(&flight, now, text,
             std::string{out.valid ? "result at edge " : "no result at edge "} + std::to_string(edge) +
                 ", due at edge " + std::to_string(flight.due));
    if (!out.valid)
        return nullptr;
    if (out.tag != flight.in.tag || out.head != flight.in.head || out.tail != flight.in.tail)
        fail(&flight, now, text,
             "result of another beat: tag 0x" + hex(out.tag, 4) + " head " + std::to_string(int{out.head}) +
                 " tail " + std::to_string(int{out.tail}));
    if (out.unsupported)
        fail(&flight, now, text, "out_unsupported_o");
    if (compare_)
        compare(flight, out, now, text);
    ++returned_;
    return &out;
}

void AluDriver::take_off(std::uint64_t edge, const AluIn& beat, BeatName who)
{
    Flight& flight = flights_[taken_ % flights_.size()];
    flight.due = edge + built_alu.depth - 1;
    flight.who = who;
    flight.in = beat;
    ++taken_;
    if (!compare_)
        return;
    std::memcpy(flight.operand.data(), beat.operand, built_beat_bytes);
    std::memcpy(flight.acc.data(), beat.acc,
                built_beat_bytes * (has_slots(static_cast<Precision>(beat.precision)) ? slots_a_byte : 1));
    BeatInput in;
    in.type = beat.type;
    in.op = beat.op;
    in.rounding = beat.rounding;
    in.precision = beat.precision;
    in.variant = beat.variant;
    in.first = beat.first;
    in.last = beat.last;
    in.mask = beat.mask;
    in.operand = flight.operand.data();
    in.acc = flight.acc.data();
    in.lane_random = draws_.data();
    in.bytes = built_beat_bytes;
    reduce_beat(in, flight.expected);
    std::transform(draws_.begin(), draws_.end(), draws_.begin(), advance_draw);
}

void AluDriver::compare(const Flight& flight, const AluOut& out, Picoseconds now, const TokenText& text)
{
    LaneFlags flags[built_lanes];
    rtl_.read_flags(flags);
    ++compared_;
    const BeatOutput& expected = flight.expected;
    if (std::memcmp(expected.acc, out.acc, built_beat_bytes) == 0 &&
        std::memcmp(expected.flags, flags, sizeof flags) == 0)
        return;
    std::size_t lane = 0;
    while (word(expected.acc, lane) == word(out.acc, lane) && expected.flags[lane] == flags[lane])
        ++lane;
    fail(&flight, now, text,
         "lane " + std::to_string(lane) + ": accumulator " + hex(word(flight.acc.data(), lane), 8) +
             ", operand " + hex(word(flight.operand.data(), lane), 8) + ", expected " +
             hex(word(expected.acc, lane), 8) + " flags " + hex(expected.flags[lane], 2) + ", got " +
             hex(word(out.acc, lane), 8) + " flags " + hex(flags[lane], 2));
}

void AluDriver::fail(const Flight* flight, Picoseconds now, const TokenText& text,
                     const std::string& what) const
{
    std::string where = "RTL mismatch at " + std::to_string(now.count()) + " ps in " + name_;
    if (flight != nullptr) {
        const BeatName& who = flight->who;
        where += ": " + std::string{name(static_cast<Type>(flight->in.type))} + " " +
                 std::string{name(static_cast<Operator>(flight->in.op))} + ", beat " +
                 std::to_string(who.beat) + " of " + std::to_string(who.beats) + ", tag 0x" +
                 hex(flight->in.tag, 4) + ", token " + std::to_string(who.token);
        if (text)
            where += " (" + text(who.token) + ")";
    }
    throw RtlMismatch(where + ": " + what);
}

} // namespace sharpsim::reduction
