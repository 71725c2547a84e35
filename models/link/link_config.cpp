// SPDX-License-Identifier: Apache-2.0
#include "link/link_config.h"

#include <algorithm>

#include "base/error.h"
#include "link/credits.h"

namespace sharpsim {

using namespace literals;

unsigned LinkConfig::block_shift() const { return static_cast<unsigned>(__builtin_ctzll(block.count())); }

unsigned LinkConfig::buffer_blocks() const
{
    return static_cast<unsigned>(std::min<std::uint64_t>(buffer.count() >> block_shift(), credit_window));
}

void declare(KeyTable& keys, LinkConfig& c)
{
    keys.size("link.mtu", c.mtu, {256_B, 4096_B},
              {"largest payload of a packet: 256, 512, 1024, 2048 or 4096 bytes", "IBA volume 1, 7.7"});
    keys.integer("link.vls", c.vls, {1U, 15U},
                 {"data virtual lanes in operation", "assumption; chips have up to 15 (OperationalVLs)"});
    keys.size("link.block", c.block, {64_B, 1024_B},
              {"credit block", "IBA volume 1, 7.9: 64 B; Quantum firmware 27.2007.0300 negotiates others"});
    keys.size(
        "link.buffer", c.buffer, {256_B, 131072_B},
        {"receive buffer of one VL of one port", "assumption; at most 2048 blocks can be granted", true});
    keys.duration("link.fc_period", c.fc_period, {100_ns, 300_us},
                  {"a flow-control packet per VL at least this often",
                   "qib driver: FlowCtrlPeriod 24 x 128 ns = 3 us", true});
    keys.size("link.fc_watermark", c.fc_watermark, {64_B, 131072_B},
              {"freed buffer after which a flow-control packet is sent at once",
               "qib driver: FlowCtrlWaterMark 5 KB; what exactly it counts is inferred", true});
    keys.size("link.fc_size", c.fc_size, {0_B, 64_B},
              {"bytes that a flow-control packet takes on the wire",
               "IBA: 6 B and two delimiters; 0 switches the cost off for comparisons with slotted theory"});
    keys.duration(
        "link.fec_tx", c.fec_tx, {0_ps, 1_us},
        {"FEC and PHY latency of a sender", "AMD PG203: 12.4-21.7 ns (RS(528,514)); assumption", true});
    keys.duration(
        "link.fec_rx", c.fec_rx, {0_ps, 1_us},
        {"FEC and PHY latency of a receiver",
         "AMD PG203: 37-115 ns (RS(528,514)); operators quote 100-120 ns for an NDR pair; assumption", true});
    keys.duration("link.propagation", c.propagation, {1_ns, 20_ns},
                  {"signal delay of one metre of cable", "5 ns/m; 4.6 ns/m copper quoted"});
    keys.integer("fault.fc_drop_first", c.fc_drop_first, {std::uint64_t{0}, ~std::uint64_t{0}},
                 {"first flow-control packet that a port loses, counted from 0", "fault injection", true});
    keys.integer("fault.fc_drop_count", c.fc_drop_count, {std::uint64_t{0}, ~std::uint64_t{0}},
                 {"how many flow-control packets in a row a port loses", "fault injection", true});
}

void check(const LinkConfig& c)
{
    const auto power_of_two = [](std::uint64_t n) { return (n & (n - 1)) == 0; };
    if (!power_of_two(c.mtu.count()))
        throw InputError("configuration: link.mtu = " + std::to_string(c.mtu.count()) +
                         "B: allowed are 256B, 512B, 1024B, 2048B and 4096B");
    if (!power_of_two(c.block.count()))
        throw InputError("configuration: link.block = " + std::to_string(c.block.count()) +
                         "B: a credit block is a power of two, for example 64B");
    const std::uint64_t largest =
        c.mtu.count() + 126; // LRH..VCRC around a full payload, with GRH and SHARP header
    const std::uint64_t blocks = (largest + c.block.count() - 1) / c.block.count();
    if (c.buffer_blocks() < blocks)
        throw InputError("configuration: link.buffer = " + std::to_string(c.buffer.count()) +
                         "B holds no packet of link.mtu = " + std::to_string(c.mtu.count()) +
                         "B with headers (" + std::to_string(blocks * c.block.count()) + "B in blocks of " +
                         std::to_string(c.block.count()) + "B): raise the buffer or lower the MTU");
}

} // namespace sharpsim
