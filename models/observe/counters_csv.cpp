// SPDX-License-Identifier: Apache-2.0
#include "observe/counters_csv.h"

#include "base/wide.h"
#include "observe/csv.h"

namespace sharpsim {

std::uint64_t xmit_wait_ticks(Picoseconds wait, LinkRate rate)
{
    // wait ps * line kb/s * ratio / 32 bits; 1 ps * 1 kb/s = 1e-9 bits. The line rate is at most 2^32 kb/s
    // and the ratio's numerator at most 2^8, so that the product stays below 2^104.
    const Wide bits = static_cast<Wide>(wait.count()) * rate.line.count() * rate.code_num;
    return static_cast<std::uint64_t>(bits / (Wide{32'000'000'000ULL} * rate.code_den));
}

std::string render_counters_csv(const std::vector<PortRow>& rows, Picoseconds elapsed)
{
    const auto percent = [elapsed](Picoseconds part) {
        return elapsed == Picoseconds{0}
                   ? 0.0
                   : 100.0 * static_cast<double>(part.count()) / static_cast<double>(elapsed.count());
    };
    CsvWriter csv{"node,port,peer,PortXmitData,PortRcvData,PortXmitPkts,PortRcvPkts,PortMulticastXmitPkts,"
                  "PortMulticastRcvPkts,PortXmitWait,PortXmitDiscards,PortRcvErrors,PortRcvSwitchRelayErrors,"
                  "busy_percent,wait_percent,sharp_requests,sharp_results"};
    for (const PortRow& r : rows) {
        csv.field(r.node).field(std::uint64_t{r.port}).field(r.peer);
        csv.field(r.xmit_data).field(r.rcv_data).field(r.xmit_packets).field(r.rcv_packets);
        csv.field(r.multicast_xmit_packets).field(r.multicast_rcv_packets);
        csv.field(xmit_wait_ticks(r.xmit_wait, r.rate));
        csv.field(r.xmit_discards).field(r.rcv_errors).field(r.rcv_switch_relay_errors);
        csv.field(percent(r.busy)).field(percent(r.xmit_wait));
        csv.field(r.sharp_requests).field(r.sharp_results);
        csv.end_row();
    }
    return csv.text();
}

} // namespace sharpsim
