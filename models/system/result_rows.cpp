// SPDX-License-Identifier: Apache-2.0
#include "system/result_rows.h"

#include <cstdio>

namespace sharpsim {

CollectiveRow collective_row(const CollectiveRecord& r, std::uint64_t wrong)
{
    CollectiveRow row;
    row.index = r.index;
    row.name = r.name;
    row.kind = r.kind == CollectiveKind::barrier ? "barrier" : "allreduce";
    row.bytes = r.bytes.count();
    if (r.kind != CollectiveKind::barrier) {
        row.type = std::string{reduction::name(r.type)};
        row.op = std::string{reduction::name(r.op)};
    }
    row.path = r.path == Path::sharp ? "sharp-llt" : "ring";
    row.fallback_reason = r.fallback_reason;
    row.ranks = r.ranks;
    row.ranks_done = r.ended;
    row.begun = r.first_start != never;
    if (row.begun)
        row.start_ps = r.first_start.count();
    if (row.finished()) { // the latencies of some ranks would be nobody's
        row.end_ps = r.last_end.count();
        set_latencies(row, r.latencies);
    }
    row.wrong = wrong;
    row.limited_by = r.limited_by;
    if (r.result_hash != 0) {
        char hash[17];
        std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(r.result_hash));
        row.result_hash = hash;
    }
    return row;
}

PortRow port_row(const System& system, const Port& port, topology::NodeIndex node, unsigned number)
{
    PortRow row;
    row.node = system.instance_of(node);
    row.port = number;
    const topology::LinkEnd end{node, PortId{static_cast<std::uint16_t>(number)}};
    row.lid = system.fabric().lid_of(end);
    if (const auto peer = system.fabric().peer(end))
        row.peer = system.instance_of(peer->node) + ":" + std::to_string(peer->port.value());
    row.rate = port.rate();
    const PortCounters& c = port.counters;
    row.xmit_data = c.PortXmitData;
    row.rcv_data = c.PortRcvData;
    row.xmit_packets = c.PortXmitPkts;
    row.rcv_packets = c.PortRcvPkts;
    row.multicast_xmit_packets = c.PortMulticastXmitPkts;
    row.multicast_rcv_packets = c.PortMulticastRcvPkts;
    row.xmit_wait = c.xmit_wait;
    row.xmit_discards = c.PortXmitDiscards;
    row.rcv_errors = c.PortRcvErrors;
    row.rcv_switch_relay_errors = c.PortRcvSwitchRelayErrors;
    row.busy = port.tx_busy();
    return row;
}

} // namespace sharpsim
