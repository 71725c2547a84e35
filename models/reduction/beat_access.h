// SPDX-License-Identifier: Apache-2.0
// Elements in the bytes of a beat, little-endian as the host is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "reduction/alu_model.h"

namespace sharpsim::reduction {

template <class Bits>
Bits load(const std::uint8_t* from)
{
    Bits b;
    std::memcpy(&b, from, sizeof b);
    return b;
}

template <class Bits>
void store(std::uint8_t* to, Bits b)
{
    std::memcpy(to, &b, sizeof b);
}

template <class Bits, class Step>
void each(std::uint8_t* __restrict acc, const std::uint8_t* __restrict operand, std::size_t bytes, Step step)
{
    for (std::size_t i = 0; i + sizeof(Bits) <= bytes; i += sizeof(Bits))
        store<Bits>(acc + i, step(load<Bits>(acc + i), load<Bits>(operand + i)));
}

// The same with flags, or-ed into the lane in which an element starts, and the element's place.
template <class Bits, class Step>
void each_flagged(std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes, LaneFlags* flags,
                  Step step)
{
    for (std::size_t i = 0; i + sizeof(Bits) <= bytes; i += sizeof(Bits)) {
        LaneFlags raised = 0;
        store<Bits>(acc + i,
                    static_cast<Bits>(step(load<Bits>(acc + i), load<Bits>(operand + i), i, raised)));
        if (flags != nullptr)
            flags[i / 4] |= raised;
    }
}

} // namespace sharpsim::reduction
