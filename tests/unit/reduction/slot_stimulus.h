// SPDX-License-Identifier: Apache-2.0
// Random accumulators in slots, of which the sum with one more operand stays within what the RTL has room
// for.
#pragma once

#include <cstdint>
#include <cstring>

#include "base/random.h"
#include "reduction/wide_sum.h"
#include "unit/reduction/rtl_bench.h"

namespace sharpsim::test {

// A fixed-point number of any size, in the layout of its type, with some bits beyond it that nobody looks at.
template <class Element>
std::uint64_t random_fixed_slot(std::uint32_t near, RandomStream& random)
{
    constexpr unsigned own = Element::fraction_bits == 10 ? 40 : Element::fraction_bits == 2 ? 32 : 18;
    Fixed f;
    f.value = static_cast<std::int64_t>(random.next()) >> (64 - (own + 17) + random.below(own + 17));
    if (random.below(3) == 0) { // cancels the operand, nearly or altogether
        LaneFlags ignored = 0;
        f = fixed_of_element<Element>(near ^ Element::sign_bit, {}, ignored);
        f.value += static_cast<std::int64_t>(random.below(3)) - 1;
    }
    // Infinities are rare: beside one the number does not show.
    const unsigned infinities =
        random.below(8) == 0 ? both_infinities & static_cast<unsigned>(random.next()) : 0;
    f.seen = infinities | (static_cast<unsigned>(random.next()) & 3);
    std::uint64_t slot = slot_of_fixed<Element>(f);
    if constexpr (fixed_value_bits<Element> < 60)
        slot |= random.next() << (fixed_value_bits<Element> + 4);
    return slot;
}

template <class Element, class Wide>
std::uint64_t random_wide_slot(std::uint32_t near, RandomStream& random)
{
    std::uint64_t slot = random.next();
    if (random.below(2) == 0) // close to the operand, of either sign
        slot = widened<Element, Wide>(near) ^ (random.next() & Wide::sign_bit) ^
               (random.next() & random.next() & (Wide::fraction_mask >> random.below(Wide::fraction_bits)));
    return slot | (random.next() << 32);
}

inline std::uint64_t random_slot(Type type, Precision precision, std::uint32_t near, RandomStream& random)
{
    const bool wide19 = precision == Precision::wide19;
    switch (type) {
    case Type::float16:
        return is_exact(precision) ? random_fixed_slot<Float16>(near, random)
               : wide19            ? random_wide_slot<Float16, Wide19Half>(near, random)
                                   : random_wide_slot<Float16, Wide32>(near, random);
    case Type::bfloat16:
        return wide19 ? random_wide_slot<Bfloat16, Wide19Brain>(near, random)
                      : random_wide_slot<Bfloat16, Wide32>(near, random);
    case Type::float8_e4m3:
        return is_exact(precision) ? random_fixed_slot<Float8E4m3>(near, random)
                                   : random_wide_slot<Float8E4m3, Wide32>(near, random);
    default:
        return is_exact(precision) ? random_fixed_slot<Float8E5m2>(near, random)
                                   : random_wide_slot<Float8E5m2, Wide32>(near, random);
    }
}

// Gives the beat accumulators, and operands where they are slots too, that suit its type and precision.
inline void randomise_slots(Beat& b, RandomStream& random)
{
    const auto type = static_cast<Type>(b.in.type);
    const auto precision = static_cast<Precision>(b.in.precision);
    if (merges(precision)) {
        for (std::size_t at = 0; at < beat; at += 8) {
            const std::uint64_t acc = random_slot(type, precision, 0, random);
            const std::uint64_t operand = random_slot(type, precision, 0, random);
            std::memcpy(b.acc + at, &acc, 8);
            std::memcpy(b.operand + at, &operand, 8);
        }
        return;
    }
    for (std::size_t at = 0; at < beat; ++at) {
        std::uint32_t near = 0;
        if (at % element_bytes(type) == 0)
            std::memcpy(&near, b.operand + at, element_bytes(type));
        const std::uint64_t slot = random_slot(type, precision, near, random);
        std::memcpy(b.acc + slots_a_byte * at, &slot, 8);
    }
}

} // namespace sharpsim::test
