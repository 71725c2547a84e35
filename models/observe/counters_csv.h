// SPDX-License-Identifier: Apache-2.0
// counters.csv: one row per port of every switch, HCA and aggregation node, in columns named as perfquery
// names them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/units.h"

namespace sharpsim {

struct PortRow {
    std::string node; // instance name
    unsigned port{0}; // as printed on the box
    Lid lid;          // of the port; all ports of a switch share one
    std::string peer; // "leaf0:17", or empty where there is no cable
    LinkRate rate{};
    std::uint64_t xmit_data{0}; // 4-byte words
    std::uint64_t rcv_data{0};  // 4-byte words
    std::uint64_t xmit_packets{0};
    std::uint64_t rcv_packets{0};
    std::uint64_t multicast_xmit_packets{0};
    std::uint64_t multicast_rcv_packets{0};
    Picoseconds xmit_wait; // time with data to send and no credit
    std::uint64_t xmit_discards{0};
    std::uint64_t rcv_errors{0};
    std::uint64_t rcv_switch_relay_errors{0};
    Picoseconds busy;                // of the transmit direction
    std::uint64_t sharp_requests{0}; // SHARP requests sent up: packets that left here towards a parent node
    std::uint64_t sharp_results{0};  // SHARP results sent down
};

// PortXmitWait counts ticks. Ours is the time that 4 bytes take at the port's data rate, so that
// PortXmitWait / (PortXmitData + PortXmitWait) is the share of the wanted time that was lost. Rounded down.
std::uint64_t xmit_wait_ticks(Picoseconds wait, LinkRate rate);

// Rows in the given order. `elapsed` is the simulated time of the run: busy_percent and wait_percent are
// shares of it.
std::string render_counters_csv(const std::vector<PortRow>& rows, Picoseconds elapsed);

} // namespace sharpsim
