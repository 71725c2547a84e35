// SPDX-License-Identifier: Apache-2.0
// The part of the engine that clocks Verilated ALUs: only while they hold work, edge by edge through the
// calendar.
#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "reduction/engine.h"
#include "reduction/slot_model.h"

namespace sharpsim::reduction {

void ReductionEngine::enqueue(Alu& alu, unsigned index, std::uint32_t number)
{
    Accumulator& acc = accumulators_[folds_[number].acc];
    if (folds_[number].first)
        acc.value = Payload{acc.result_bytes()};
    SHARPSIM_CHECK(folds_[number].first_edge >= alu.next_possible, region_.calendar.now(), name_,
                   "an operand came after Stage::rtl of the clock edge at which it should start");
    if (alu.newest != none && alu.returning != none)
        folds_[alu.newest].next = number;
    alu.newest = number;
    if (alu.issuing == none)
        alu.issuing = number;
    if (alu.returning == none)
        alu.returning = number;
    if (!alu.ticking)
        schedule_tick(alu, index);
}

void ReductionEngine::schedule_tick(Alu& alu, unsigned index)
{
    if (alu.driver->in_flight() > 0) {
        alu.tick = alu.next_possible;
    } else if (alu.issuing != none) { // nothing inside: the clock may stand still until the next beat
        const Fold& f = folds_[alu.issuing];
        alu.tick = f.first_edge + std::uint64_t{f.issued} * config_.interval;
    } else {
        alu.ticking = false;
        return;
    }
    alu.ticking = true;
    region_.calendar.push(clock_.edge(alu.tick), Stage::rtl, target_ + index, 0, 0);
}

void ReductionEngine::tick(Alu& alu, unsigned index)
{
    if (observer_ != nullptr)
        observer_->before_edge();
    BeatName who;
    const AluIn* beat = next_beat(alu, who);
    const AluOut* out = alu.driver->edge(alu.tick, region_.calendar.now(), beat, who, token_text_);
    alu.next_possible = alu.tick + 1;
    if (out != nullptr)
        retire(alu, index, *out);
    if (observer_ != nullptr) {
        AluRtl* rtl = &alu.driver->rtl();
        const std::uint64_t rise = clock_.edge(alu.tick).count();
        const std::uint64_t next = clock_.edge(alu.tick + 1).count();
        static_cast<void>(
            observer_->schedule_fall(Picoseconds{rise + (next - rise) / 2}, [rtl] { rtl->fall(); }));
    }
    schedule_tick(alu, index);
}

// The beat that is due at this edge, if there is one, with its operands on the pins.
const AluIn* ReductionEngine::next_beat(Alu& alu, BeatName& who)
{
    if (alu.issuing == none)
        return nullptr;
    Fold& f = folds_[alu.issuing];
    if (f.first_edge + std::uint64_t{f.issued} * config_.interval != alu.tick)
        return nullptr;
    const Accumulator& acc = accumulators_[f.acc];
    who = {f.token, f.issued, f.beats};
    pins_.valid = true;
    pins_.type = static_cast<std::uint8_t>(acc.type);
    pins_.op = static_cast<std::uint8_t>(acc.op);
    pins_.rounding = static_cast<std::uint8_t>(acc.rounding);
    pins_.precision = static_cast<std::uint8_t>(acc.code(f.fixed_point));
    pins_.variant = config_.variant().code();
    pins_.first = f.first;
    pins_.last = f.last;
    pins_.head = f.issued == 0;
    pins_.tail = f.issued + 1 == f.beats;
    pins_.tag = static_cast<std::uint16_t>(f.token);
    if (has_slots(acc.precision))
        put_slots(f, acc);
    else
        put_elements(f, acc);
    if (++f.issued == f.beats)
        alu.issuing = f.next;
    return &pins_;
}

namespace {

std::uint64_t byte_mask(std::size_t bytes)
{
    return bytes >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes) - 1;
}

} // namespace

void ReductionEngine::put_elements(const Fold& f, const Accumulator& acc)
{
    const std::size_t at = std::size_t{f.issued} * built_beat_bytes;
    const std::size_t bytes = std::min<std::size_t>(built_beat_bytes, acc.bytes - at);
    const bool whole = bytes == built_beat_bytes;
    pins_.mask = byte_mask(bytes);
    pins_.operand = whole ? f.operand.data() + at : operand_room_;
    pins_.acc = whole && !f.first ? acc.value.data() + at : acc_room_;
    if (!whole) {
        std::memset(operand_room_, 0, sizeof operand_room_);
        if (bytes != 0)
            std::memcpy(operand_room_, f.operand.data() + at, bytes);
    }
    if (!whole || f.first) // what no operand has written yet shows as zero
        std::memset(acc_room_, 0, built_beat_bytes);
    if (!whole && !f.first && bytes != 0)
        std::memcpy(acc_room_, acc.value.data() + at, bytes);
}

// An accumulator's slots stand side by side here; at the pins they do so for fixed-point operands only, else
// at the place of their element.
void ReductionEngine::put_slots(const Fold& f, const Accumulator& acc)
{
    const std::size_t size = f.fixed_point ? sizeof(std::uint64_t) : element_bytes(acc.type);
    const std::size_t a_beat = built_beat_bytes / size;
    const std::size_t begin = f.issued * a_beat;
    const std::size_t elements = std::min(a_beat, acc.elements() - begin);
    pins_.mask = byte_mask(elements * size);
    pins_.operand = operand_room_;
    pins_.acc = acc_room_;
    std::memset(operand_room_, 0, sizeof operand_room_);
    std::memset(acc_room_, 0, sizeof acc_room_);
    const std::size_t stride = f.fixed_point ? 1 : slots_a_byte;
    for (std::size_t i = 0; !f.first && i < elements; ++i)
        std::memcpy(acc_room_ + i * size * stride, &acc.slots[begin + i], sizeof acc.slots[0]);
    if (elements == 0)
        return;
    if (f.fixed_point) {
        const std::size_t wire = wire_bytes(acc.type);
        for (std::size_t i = 0; i < elements; ++i)
            std::memcpy(operand_room_ + i * size, f.operand.data() + (begin + i) * wire, wire);
    } else {
        std::memcpy(operand_room_, f.operand.data() + begin * size, elements * size);
    }
}

void ReductionEngine::take_slots(const Fold& f, Accumulator& acc, const AluOut& out)
{
    const std::size_t size = element_bytes(acc.type);
    const std::size_t operand_size = f.fixed_point ? sizeof(std::uint64_t) : size;
    const std::size_t a_beat = built_beat_bytes / operand_size;
    const std::size_t begin = f.returned * a_beat;
    const std::size_t elements = std::min(a_beat, acc.elements() - begin);
    const bool rounded = f.last && rounds_at_last(acc.precision);
    const std::size_t stride = operand_size * (f.fixed_point || rounded ? 1 : slots_a_byte);
    for (std::size_t i = 0; i < elements; ++i) {
        const std::uint8_t* const from = out.acc + i * stride;
        if (rounded)
            std::memcpy(acc.value.data() + (begin + i) * size, from, size);
        else
            std::memcpy(&acc.slots[begin + i], from, sizeof acc.slots[0]);
    }
    if (f.last && !rounded)
        pack_slots(acc.type, acc.slots.data() + begin, elements,
                   acc.value.data() + begin * wire_bytes(acc.type));
}

// The result is written one edge from now. The hazard rule keeps every reader away until then, so that the
// bytes can go to the accumulator at once.
void ReductionEngine::retire(Alu& alu, unsigned index, const AluOut& out)
{
    const std::uint32_t number = alu.returning;
    Fold& f = folds_[number];
    Accumulator& acc = accumulators_[f.acc];
    const std::size_t at = std::size_t{f.returned} * built_beat_bytes;
    if (has_slots(acc.precision))
        take_slots(f, acc, out);
    else if (at < acc.bytes)
        std::memcpy(acc.value.data() + at, out.acc, std::min<std::size_t>(built_beat_bytes, acc.bytes - at));
    ++beats_reduced_;
    if (++f.returned < f.beats)
        return;
    f.operand = Payload{};
    alu.returning = f.next;
    region_.calendar.push(clock_.edge(alu.tick + 1), Stage::engine, target_ + index, 0, number);
}

} // namespace sharpsim::reduction
