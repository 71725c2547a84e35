// SPDX-License-Identifier: Apache-2.0
#include "stimulus.h"

#include <algorithm>

#include "operands.h"

namespace sharpsim::tb {

namespace {

constexpr std::uint64_t beats_between_resets = 400;
constexpr std::uint64_t beats_between_seeds = 150;

} // namespace

bool has_result(const Choice& choice, Type type, Operator op)
{
    return std::any_of(choice.precisions.begin(), choice.precisions.end(), [type, op](Precision p) {
        return p == Precision::native ? is_defined(type, op)
                                      : has_slots(type, op, static_cast<std::uint8_t>(p));
    });
}

Stimulus::Stimulus(std::uint64_t seed, std::uint64_t stream, const Choice& choice) :
    random_{seed, 2 * stream}, events_{seed, 2 * stream + 1}, choice_{choice}
{
    for (const Type type : choice_.types)
        for (const Operator op : choice_.ops)
            if (has_result(choice_, type, op))
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
    const bool vain = !has_result(choice_, type, op);
    if (vain && !defined_.empty() && (is_defined(type, op) || !random_.one_in(16))) {
        const auto& chosen = defined_[random_.below(defined_.size())];
        type = chosen.first;
        op = chosen.second;
    }
    beat.type = static_cast<std::uint8_t>(type);
    beat.op = static_cast<std::uint8_t>(op);
    beat.rounding = static_cast<std::uint8_t>(pick(choice_.roundings));
    beat.variant = pick(choice_.variants);
    draw_precision(beat);
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

void Stimulus::draw_precision(Beat& beat)
{
    if (choice_.precisions.size() == 1 && choice_.precisions.front() == Precision::native)
        return;
    std::vector<Precision> possible;
    for (const Precision p : choice_.precisions)
        if (p == Precision::native ||
            has_slots(beat.task().type, beat.task().op, static_cast<std::uint8_t>(p)))
            possible.push_back(p);
    if (!possible.empty())
        beat.precision = static_cast<std::uint8_t>(pick(possible));
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
    if (beat.slots()) {
        draw_slots(beat);
        return;
    }
    const Task task = beat.task();
    // The same kind of trouble in neighbours, so that a carry finds somewhere to go.
    const bool uniform = random_.one_in(3);
    const auto kind = static_cast<unsigned>(random_.below(pair_kinds));
    for (unsigned at = 0; at < beat_bytes; at += beat.element_bytes()) {
        const auto here = uniform ? kind : static_cast<unsigned>(random_.below(pair_kinds));
        const auto [acc, operand] = draw_operands(task, here, random_);
        set_element(beat.acc.data(), task, at, acc);
        set_element(beat.operand.data(), task, at, operand);
    }
}

// A slot whose sum with one more operand stays within what the accumulator has room for. `near`: a code that
// it may be close to, of either sign.
std::uint64_t Stimulus::draw_slot(const Beat& beat, std::uint64_t near)
{
    const Type type = beat.task().type;
    const Format f = format_of(type);
    if (!in_fixed_point(beat.precision)) {
        const Format wide = wide_format(type, beat.precision);
        std::uint64_t code = widened(f, wide, near);
        // Bits that the element type has not, all of them or a few next to a tie.
        const std::uint64_t more = wide.smallest_normal() / f.smallest_normal();
        const std::uint64_t ties[] = {0, 1, more / 2 - 1, more / 2, more / 2 + 1, more - 1, more};
        if (wide.magnitude(code) < wide.infinity() - more)
            code += random_.one_in(2) ? ties[random_.below(7)] : random_.below(more);
        return code ^ (random_.one_in(2) ? wide.sign() : 0);
    }
    FixedPoint sum;
    if (random_.one_in(2)) { // all sizes
        const unsigned own = type == Type::float16 ? 40 : type == Type::float8_e5m2 ? 32 : 18;
        const unsigned bits = own + 17;
        sum.value = static_cast<std::int64_t>(random_.word()) >> (64 - bits + random_.below(bits));
    } else { // an operand or its opposite, and next to it
        const Expected one =
            expect_slot(beat.task(), {4, true, false, true}, 0, near ^ (random_.one_in(2) ? f.sign() : 0), 0);
        sum = fixed_point(type, one.element.value);
        sum.value += static_cast<std::int64_t>(random_.below(3)) - 1;
    }
    const bool nan = random_.one_in(24);
    sum.plus_infinity |= nan || (f.has_infinity && random_.one_in(12));
    sum.minus_infinity |= nan || (f.has_infinity && random_.one_in(12));
    sum.not_all_minus_zero |= sum.value != 0 || random_.one_in(2);
    sum.not_all_plus_zero |= sum.value != 0 || random_.one_in(2);
    return slot_of(type, sum);
}

void Stimulus::draw_slots(Beat& beat)
{
    const Task task = beat.task();
    const bool uniform = random_.one_in(3);
    const auto kind = static_cast<unsigned>(random_.below(pair_kinds));
    for (unsigned at = 0; at < beat_bytes; at += beat.element_bytes()) {
        const auto here = uniform ? kind : static_cast<unsigned>(random_.below(pair_kinds));
        const auto [acc, operand] = draw_operands(task, here, random_);
        set_word(beat.acc.data(), acc_place(beat, at), draw_slot(beat, acc.value));
        set_word(beat.operand.data(), {at, beat.element_bytes()},
                 takes_slots(beat.precision) ? draw_slot(beat, operand.value) : operand.value);
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
