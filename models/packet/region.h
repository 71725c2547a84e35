// SPDX-License-Identifier: Apache-2.0
// All state of a part of the fabric hangs here, never on globals: two regions can run on two threads.
#pragma once

#include <cstdint>

#include "base/calendar.h"
#include "base/digest.h"
#include "packet/packet.h"

namespace sharpsim {

struct Region {
    explicit Region(std::uint64_t seed_value = 1, CalendarKind kind = CalendarKind::wheel) :
        seed{seed_value}, calendar{kind}
    {
    }
    std::uint64_t seed;
    Calendar calendar;
    PacketPool packets;
    Digest digest;
    std::uint64_t packet_hops{0}; // packet copies that left a switch egress
    std::uint64_t wire_bytes{0};  // LRH..VCRC of every packet that left any port
    std::uint64_t dropped_packets{0};
};

} // namespace sharpsim
