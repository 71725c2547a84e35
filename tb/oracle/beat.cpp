// SPDX-License-Identifier: Apache-2.0
#include "oracle/beat.h"

namespace sharpsim::tb {

namespace {

constexpr std::uint32_t twenty_bits = 0xFFFFF;
constexpr unsigned steps_a_beat = 13;

std::uint64_t word_at(const Bytes& bytes, unsigned at, unsigned size)
{
    std::uint64_t word = 0;
    for (unsigned n = size; n-- > 0;)
        word = word << 8 | bytes[at + n];
    return word;
}

void set_word(Bytes& bytes, unsigned at, unsigned size, std::uint64_t word)
{
    for (unsigned n = 0; n < size; ++n)
        bytes[at + n] = static_cast<std::uint8_t>(word >> 8 * n);
}

} // namespace

Task Beat::task() const
{
    return {static_cast<Type>(type), static_cast<Operator>(op), static_cast<Rounding>(rounding),
            reduction::variant_of(variant)};
}

bool Beat::defined() const
{
    return type < reduction::type_count && op < reduction::operator_count &&
           rounding < reduction::rounding_count && precision == 0 &&
           is_defined(static_cast<Type>(type), static_cast<Operator>(op));
}

unsigned Beat::element_bytes() const { return reduction::element_bytes(task().type, task().op); }

bool Beat::takes_part(unsigned at) const
{
    for (unsigned n = 0; n < element_bytes(); ++n)
        if ((mask >> (at + n) & 1) == 0)
            return false;
    return true;
}

Element element_at(const Bytes& bytes, const Task& task, unsigned at)
{
    const unsigned size = reduction::element_bytes(task.type);
    return {word_at(bytes, at, size), reduction::is_pair(task.op) ? word_at(bytes, at + size, size) : 0};
}

void set_element(Bytes& bytes, const Task& task, unsigned at, const Element& element)
{
    const unsigned size = reduction::element_bytes(task.type);
    set_word(bytes, at, size, element.value);
    if (reduction::is_pair(task.op))
        set_word(bytes, at + size, size, element.index);
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
    result.acc = beat.first ? beat.operand : beat.acc;
    if (!beat.first)
        result.flags = beat.acc_flags;
    return result;
}

BeatResult expect_beat(const Beat& beat, const States& states)
{
    BeatResult result = expect_unsupported(beat);
    result.unsupported = !beat.defined();
    if (result.unsupported || beat.first)
        return result;
    const Task task = beat.task();
    for (unsigned at = 0; at < beat_bytes; at += beat.element_bytes()) {
        if (!beat.takes_part(at))
            continue;
        const Expected e = expect(task, element_at(beat.acc, task, at), element_at(beat.operand, task, at),
                                  draw_of(states, at));
        set_element(result.acc, task, at, e.element);
        result.flags[at / 4] = result.flags[at / 4] | e.flags;
    }
    return result;
}

} // namespace sharpsim::tb
