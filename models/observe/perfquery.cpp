// SPDX-License-Identifier: Apache-2.0
#include "observe/perfquery.h"

namespace sharpsim {

namespace {

constexpr std::size_t value_column = 33; // dots fill up to it

void line(std::string& out, const std::string& name, const std::string& value)
{
    out += name + ":";
    out.append(value_column - name.size() - 1, '.');
    out += value + "\n";
}

void count(std::string& out, const char* name, std::uint64_t value)
{
    line(out, name, std::to_string(value));
}

void port(std::string& out, const PortRow& r)
{
    // Capabilities (IBA volume 1, ClassPortInfo of performance management): AllPortSelect, extended width and
    // PortXmitWait; in CapMask2 the additional extended counters.
    out += "# Port extended counters: Lid " + std::to_string(r.lid.value()) + " port " +
           std::to_string(r.port) + " (CapMask: 0x1300 CapMask2: 0x0000002)\n";
    count(out, "PortSelect", r.port);
    line(out, "CounterSelect", "0x0000");
    count(out, "PortXmitData", r.xmit_data);
    count(out, "PortRcvData", r.rcv_data);
    count(out, "PortXmitPkts", r.xmit_packets);
    count(out, "PortRcvPkts", r.rcv_packets);
    count(out, "PortUnicastXmitPkts", r.xmit_packets - r.multicast_xmit_packets);
    count(out, "PortUnicastRcvPkts", r.rcv_packets - r.multicast_rcv_packets);
    count(out, "PortMulticastXmitPkts", r.multicast_xmit_packets);
    count(out, "PortMulticastRcvPkts", r.multicast_rcv_packets);
    line(out, "CounterSelect2", "0x00000000");
    count(out, "SymbolErrorCounter", 0);
    count(out, "LinkErrorRecoveryCounter", 0);
    count(out, "LinkDownedCounter", 0);
    count(out, "PortRcvErrors", r.rcv_errors);
    count(out, "PortRcvRemotePhysicalErrors", 0);
    count(out, "PortRcvSwitchRelayErrors", r.rcv_switch_relay_errors);
    count(out, "PortXmitDiscards", r.xmit_discards);
    count(out, "PortXmitConstraintErrors", 0);
    count(out, "PortRcvConstraintErrors", 0);
    count(out, "LocalLinkIntegrityErrors", 0);
    count(out, "ExcessiveBufferOverrunErrors", 0);
    count(out, "VL15Dropped", 0);
    count(out, "PortXmitWait", xmit_wait_ticks(r.xmit_wait, r.rate));
    count(out, "QP1Dropped", 0);
}

} // namespace

std::string perfquery_text(const std::vector<PortRow>& rows)
{
    std::string out;
    for (const PortRow& row : rows)
        port(out, row);
    return out;
}

} // namespace sharpsim
