// SPDX-License-Identifier: Apache-2.0
#include "reduction/slot_model.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.h"
#include "reduction/alu_variant.h"
#include "reduction/beat_access.h"
#include "reduction/wide_sum.h"

namespace sharpsim::reduction {

namespace {

// Calls go(step, Element) with the function of one slot, which is of the form
// step(slot, operand, SlotStep, LaneFlags&).
template <class Element, class Wide, class Go>
void with_wide(const Rules& rules, Go go)
{
    go([rules](std::uint64_t slot, std::uint64_t operand, SlotStep step, LaneFlags& flags) {
        return wide_float_step<Element, Wide>(slot, static_cast<std::uint32_t>(operand), step, rules, flags);
    });
}

template <class Element, class Go>
void with_exact(Precision precision, const Rules& rules, Go go)
{
    const bool rounds = rounds_at_last(precision);
    if (merges(precision))
        go([rules, rounds](std::uint64_t slot, std::uint64_t operand, SlotStep step, LaneFlags& flags) {
            return exact_step<Element, true>(slot, operand, step, rounds, rules, flags);
        });
    else
        go([rules, rounds](std::uint64_t slot, std::uint64_t operand, SlotStep step, LaneFlags& flags) {
            return exact_step<Element, false>(slot, operand, step, rounds, rules, flags);
        });
}

template <class Go>
void with_step(Type type, Precision precision, const Rules& rules, Go go)
{
    const bool exact = is_exact(precision);
    const bool wide19 = precision == Precision::wide19;
    switch (type) {
    case Type::float16:
        return exact    ? with_exact<Float16>(precision, rules, go)
               : wide19 ? with_wide<Float16, Wide19Half>(rules, go)
                        : with_wide<Float16, Wide32>(rules, go);
    case Type::bfloat16:
        return wide19 ? with_wide<Bfloat16, Wide19Brain>(rules, go) : with_wide<Bfloat16, Wide32>(rules, go);
    case Type::float8_e4m3:
        return exact ? with_exact<Float8E4m3>(precision, rules, go)
                     : with_wide<Float8E4m3, Wide32>(rules, go);
    case Type::float8_e5m2:
        return exact ? with_exact<Float8E5m2>(precision, rules, go)
                     : with_wide<Float8E5m2, Wide32>(rules, go);
    default:
        break;
    }
}

void demand(Type type, Precision precision)
{
    if (precision == Precision::native || !keeps(precision, type))
        throw ModelError("reduction model: asked for a sum of " + std::string{name(type)} + " in precision " +
                         std::string{name(precision)} + ", which the datapath lacks");
}

std::uint64_t element_at(const std::uint8_t* from, std::size_t size)
{
    std::uint64_t bits = 0;
    std::memcpy(&bits, from, size);
    return bits;
}

} // namespace

void fold_slots(const SlotFold& f)
{
    demand(f.type, f.precision);
    const std::size_t size = element_bytes(f.type);
    const std::size_t operand_size = merges(f.precision) ? sizeof(std::uint64_t) : size;
    const std::size_t a_beat = built_beat_bytes / operand_size;
    const bool rounded = f.last && rounds_at_last(f.precision);
    with_step(f.type, f.precision, {f.rounding, f.variant}, [&](auto step) {
        for (std::size_t begin = 0; begin < f.elements; begin += a_beat) {
            const std::size_t end = std::min(f.elements, begin + a_beat);
            for (std::size_t i = begin; i < end; ++i) {
                LaneFlags ignored = 0;
                const SlotStep s{f.first, f.last, false, draw(f.lane_random, (i - begin) * operand_size)};
                const std::uint64_t r =
                    step(f.slots[i], element_at(f.operand + i * operand_size, operand_size), s, ignored);
                if (rounded)
                    std::memcpy(f.result + i * size, &r, size);
                else
                    f.slots[i] = r;
            }
            if (f.lane_random != nullptr)
                std::transform(f.lane_random, f.lane_random + built_lanes, f.lane_random, advance_draw);
        }
    });
}

void pack_slots(Type type, const std::uint64_t* slots, std::size_t elements, std::uint8_t* wire)
{
    const std::size_t size = wire_bytes(type);
    for (std::size_t i = 0; i < elements; ++i)
        std::memcpy(wire + i * size, &slots[i], size);
}

void unpack_slots(Type type, const std::uint8_t* wire, std::size_t elements, std::uint64_t* slots)
{
    const std::size_t size = wire_bytes(type);
    for (std::size_t i = 0; i < elements; ++i)
        slots[i] = element_at(wire + i * size, size);
}

void reduce_slot_beat(const BeatInput& in, BeatOutput& out)
{
    const auto type = static_cast<Type>(in.type);
    const auto precision = static_cast<Precision>(in.precision);
    const bool slots = has_slots(precision); // else operand and accumulator are both slots, side by side
    const bool slots_out = slots && gives_slots(precision, in.last);
    const std::size_t size = slots ? element_bytes(type) : sizeof(std::uint64_t);
    const std::uint64_t whole = (std::uint64_t{1} << size) - 1;
    std::memset(out.acc, 0, sizeof out.acc);
    with_step(type, precision, {static_cast<Rounding>(in.rounding), variant_of(in.variant)}, [&](auto step) {
        for (std::size_t at = 0; at + size <= in.bytes; at += size) {
            LaneFlags raised = 0;
            const SlotStep s{in.first, in.last, ((in.mask >> at) & whole) != whole, draw(in.lane_random, at)};
            const std::uint64_t acc = load<std::uint64_t>(in.acc + at * (slots ? slots_a_byte : 1));
            const std::uint64_t r = step(acc, element_at(in.operand + at, size), s, raised);
            std::memcpy(out.acc + at * (slots_out ? slots_a_byte : 1), &r, slots_out ? sizeof r : size);
            out.flags[at / 4] |= raised;
        }
    });
}

} // namespace sharpsim::reduction
