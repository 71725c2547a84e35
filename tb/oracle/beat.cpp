// SPDX-License-Identifier: Apache-2.0
#include "oracle/beat.h"

#include <algorithm>

namespace sharpsim::tb {

namespace {

constexpr std::uint32_t twenty_bits = 0xFFFFF;
constexpr unsigned steps_a_beat = 13;

} // namespace

Task Beat::task() const
{
    return {static_cast<Type>(type), static_cast<Operator>(op), static_cast<Rounding>(rounding),
            reduction::variant_of(variant)};
}

bool Beat::defined() const
{
    return type < reduction::type_count && op < reduction::operator_count &&
           rounding < reduction::rounding_count &&
           is_defined(static_cast<Type>(type), static_cast<Operator>(op)) &&
           (precision == 0 || has_slots(static_cast<Type>(type), static_cast<Operator>(op), precision));
}

bool Beat::slots() const { return precision != 0 && defined(); }

bool Beat::rounds() const { return !slots() || (last && tb::rounds(precision)); }

unsigned Beat::element_bytes() const
{
    return slots() && takes_slots(precision) ? slot_bytes : reduction::element_bytes(task().type, task().op);
}

bool Beat::takes_part(unsigned at) const
{
    for (unsigned n = 0; n < element_bytes(); ++n)
        if ((mask >> (at + n) & 1) == 0)
            return false;
    return true;
}

Place acc_place(const Beat& beat, unsigned at)
{
    if (!beat.slots())
        return {at, beat.element_bytes()};
    return {takes_slots(beat.precision) ? at : slot_bytes * at, slot_bytes};
}

Place result_place(const Beat& beat, unsigned at)
{
    return beat.rounds() ? Place{at, beat.element_bytes()} : acc_place(beat, at);
}

std::uint64_t word_at(const std::uint8_t* bytes, Place place)
{
    std::uint64_t word = 0;
    for (unsigned n = place.bytes; n-- > 0;)
        word = word << 8 | bytes[place.at + n];
    return word;
}

void set_word(std::uint8_t* bytes, Place place, std::uint64_t word)
{
    for (unsigned n = 0; n < place.bytes; ++n)
        bytes[place.at + n] = static_cast<std::uint8_t>(word >> 8 * n);
}

Element element_at(const std::uint8_t* bytes, const Task& task, unsigned at)
{
    const unsigned size = reduction::element_bytes(task.type);
    return {word_at(bytes, {at, size}), reduction::is_pair(task.op) ? word_at(bytes, {at + size, size}) : 0};
}

void set_element(std::uint8_t* bytes, const Task& task, unsigned at, const Element& element)
{
    const unsigned size = reduction::element_bytes(task.type);
    set_word(bytes, {at, size}, element.value);
    if (reduction::is_pair(task.op))
        set_word(bytes, {at + size, size}, element.index);
}

void Draws::load(const States& states)
{
    states_ = states;
    for (std::uint32_t& s : states_)
        if (s == 0)
            s = 1;
}

void Draws::advance()
{
    for (std::uint32_t& s : states_)
        for (unsigned n = 0; n < steps_a_beat; ++n)
            s = (s << 1 | ((s >> 19 ^ s >> 2) & 1)) & twenty_bits;
}

std::uint32_t draw_of(const States& states, unsigned at)
{
    const std::uint32_t s = states[at / 4];
    const unsigned turn = 5 * (at % 4);
    return (s << turn | s >> (20 - turn)) & twenty_bits;
}

BeatResult expect_unsupported(const Beat& beat)
{
    BeatResult result;
    result.unsupported = true;
    std::copy_n(beat.first ? beat.operand.data() : beat.acc.data(), beat_bytes, result.acc.data());
    if (!beat.first)
        result.flags = beat.acc_flags;
    return result;
}

Expected expect_step(const Beat& beat, unsigned at, const States& states)
{
    const Task task = beat.task();
    const std::uint32_t draw = draw_of(states, at);
    if (beat.slots())
        return expect_slot(task, {beat.precision, beat.first, beat.last, beat.takes_part(at)},
                           word_at(beat.acc.data(), acc_place(beat, at)),
                           word_at(beat.operand.data(), {at, beat.element_bytes()}), draw);
    const Element acc = element_at(beat.acc.data(), task, at);
    const Element operand = element_at(beat.operand.data(), task, at);
    if (beat.first || !beat.takes_part(at))
        return {beat.first ? operand : acc, 0};
    return expect(task, acc, operand, draw);
}

BeatResult expect_beat(const Beat& beat, const States& states)
{
    BeatResult result = expect_unsupported(beat);
    result.unsupported = !beat.defined();
    if (result.unsupported)
        return result;
    result.acc.fill(0);
    for (unsigned at = 0; at < beat_bytes; at += beat.element_bytes()) {
        const Expected e = expect_step(beat, at, states);
        if (beat.slots())
            set_word(result.acc.data(), result_place(beat, at), e.element.value);
        else
            set_element(result.acc.data(), beat.task(), at, e.element);
        result.flags[at / 4] |= e.flags;
    }
    return result;
}

} // namespace sharpsim::tb
