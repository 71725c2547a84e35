// SPDX-License-Identifier: Apache-2.0
#include "stimulus.h"

#include "operands.h"

namespace sharpsim::tb {

namespace {

constexpr std::uint64_t beats_between_resets = 400;
constexpr std::uint64_t beats_between_seeds = 150;

} // namespace

Stimulus::Stimulus(std::uint64_t seed, std::uint64_t stream, const Choice& choice) :
    random_{seed, 2 * stream}, events_{seed, 2 * stream + 1}, choice_{choice}
{
    for (const Type type : choice_.types)
        for (const Operator op : choice_.ops)
            if (is_defined(type, op))
                defined_.emplace_back(type, op);
}

Event Stimulus::next_event()
{
    if (events_.one_in(beats_between_resets))
        return Event::reset;
    return events_.one_in(beats_between_seeds) ? Event::seed : Event::none;
}

States Stimulus::next_states()
{
    States states{};
    for (std::uint32_t& s : states)
        s = events_.one_in(16) ? 0 : static_cast<std::uint32_t>(events_.below(1U << 20));
    return states;
}

void Stimulus::draw_codes(Beat& beat)
{
    Type type = pick(choice_.types);
    Operator op = pick(choice_.ops);
    // Combinations that have no result are worth a few beats only.
    if (!is_defined(type, op) && !defined_.empty() && !random_.one_in(16)) {
        const auto& chosen = defined_[random_.below(defined_.size())];
        type = chosen.first;
        op = chosen.second;
    }
    beat.type = static_cast<std::uint8_t>(type);
    beat.op = static_cast<std::uint8_t>(op);
    beat.rounding = static_cast<std::uint8_t>(pick(choice_.roundings));
    beat.variant = pick(choice_.variants);
    if (choice_.meaningless && random_.one_in(64)) {
        switch (random_.below(4)) {
        case 0:
            beat.type = static_cast<std::uint8_t>(random_.below(16));
            break;
        case 1:
            beat.op = static_cast<std::uint8_t>(random_.below(16));
            break;
        case 2:
            beat.rounding = static_cast<std::uint8_t>(random_.below(8));
            break;
        default:
            // Of a sum of floats nearly all codes have a meaning.
            beat.precision =
                static_cast<std::uint8_t>(is_float(type) && op == Operator::sum ? 7 : 1 + random_.below(7));
        }
    }
}

void Stimulus::draw_mask(Beat& beat)
{
    const unsigned size = beat.defined() ? beat.element_bytes() : 4;
    switch (random_.below(8)) {
    case 0: // any bytes
        beat.mask = random_.word();
        break;
    case 1: // whole elements
        for (unsigned at = 0; at < beat_bytes; at += size)
            if (random_.one_in(2))
                for (unsigned n = 0; n < size; ++n)
                    beat.mask &= ~(std::uint64_t{1} << (at + n));
        break;
    case 2: // all but one byte
        beat.mask &= ~(std::uint64_t{1} << random_.below(beat_bytes));
        break;
    case 3: // the end of a message
        beat.mask = random_.one_in(4) ? 0 : beat.mask >> random_.below(64);
        break;
    default:
        break;
    }
    if (beat_bytes < 64)
        beat.mask &= (std::uint64_t{1} << beat_bytes % 64) - 1;
}

void Stimulus::draw_data(Beat& beat)
{
    if (!beat.defined()) {
        for (unsigned n = 0; n < beat_bytes; ++n) {
            beat.operand[n] = static_cast<std::uint8_t>(random_.word());
            beat.acc[n] = static_cast<std::uint8_t>(random_.word());
        }
        return;
    }
    const Task task = beat.task();
    // The same kind of trouble in neighbours, so that a carry finds somewhere to go.
    const bool uniform = random_.one_in(3);
    const auto kind = static_cast<unsigned>(random_.below(pair_kinds));
    for (unsigned at = 0; at < beat_bytes; at += beat.element_bytes()) {
        const auto here = uniform ? kind : static_cast<unsigned>(random_.below(pair_kinds));
        const auto [acc, operand] = draw_operands(task, here, random_);
        set_element(beat.acc, task, at, acc);
        set_element(beat.operand, task, at, operand);
    }
}

Beat Stimulus::next()
{
    Beat beat;
    draw_codes(beat);
    beat.first = random_.one_in(10);
    beat.last = random_.one_in(4);
    beat.head = random_.one_in(2);
    beat.tail = random_.one_in(2);
    beat.tag = static_cast<std::uint16_t>(random_.word());
    draw_mask(beat);
    draw_data(beat);
    if (random_.one_in(2))
        for (std::uint8_t& flags : beat.acc_flags)
            flags = random_.one_in(2) ? static_cast<std::uint8_t>(random_.below(32)) : std::uint8_t{0};
    return beat;
}

} // namespace sharpsim::tb
