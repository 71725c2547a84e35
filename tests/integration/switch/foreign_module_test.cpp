// SPDX-License-Identifier: Apache-2.0
// A user's own SystemC module, with a free-running clock and ordinary events, on a port of our switch:
// packets go both ways at the right times, and our models do not run ahead of it.
#include <gtest/gtest.h>

#include "support/rig.h"

namespace sharpsim::test {
namespace {

class UserDevice : public sc_core::sc_module, public LinkReceiver, public LinkSenderBackward {
public:
    SC_HAS_PROCESS(UserDevice);
    UserDevice(const sc_core::sc_module_name& nm, Region& region) : sc_core::sc_module{nm}, region_{region}
    {
        tx.bind(*this);
        rx.bind(*this);
        SC_METHOD(on_clock);
        sensitive << clock.pos();
        dont_initialize();
        SC_METHOD(on_seen);
        sensitive << seen_;
        dont_initialize();
    }

    LinkInitiatorSocket tx{"tx"};
    LinkTargetSocket rx{"rx"};
    sc_core::sc_in<bool> clock{"clock"};
    std::vector<sc_core::sc_time> received; // when the kernel says the head is here
    unsigned edges{0};
    unsigned granted_blocks{0};

private:
    // Sends a packet of 64 B to LID 1 on the tenth rising edge.
    void on_clock()
    {
        if (++edges != 10)
            return;
        const PacketRef ref = region_.packets.take();
        Packet& p = region_.packets[ref];
        p.wire_bytes = 64;
        p.slid = 2;
        p.dlid = 1;
        WireTransfer transfer;
        transfer.packet = ref;
        transfer.wire = WireTime{ndr_4x};
        LinkPhase phase = LinkPhase::head;
        sc_core::sc_time delay = sc_core::sc_time::from_value(35'000); // its own PHY and the cable
        tx->nb_transport_fw(transfer, phase, delay);
    }
    void on_seen() { received.push_back(sc_core::sc_time_stamp()); }

    tlm::tlm_sync_enum nb_transport_fw(WireTransfer& transfer, LinkPhase&, sc_core::sc_time& delay) override
    {
        if (transfer.kind == WireTransfer::Kind::flow_control_init)
            granted_blocks = transfer.flow_control.fccl;
        if (transfer.kind == WireTransfer::Kind::packet) {
            region_.packets.give_back(transfer.packet);
            seen_.notify(delay); // an ordinary event, `delay` after sc_time_stamp()
        } else if (transfer.kind == WireTransfer::Kind::flow_control_init) {
            WireTransfer grant = transfer; // as much room as the switch has
            LinkPhase phase = LinkPhase::head;
            sc_core::sc_time now = sc_core::SC_ZERO_TIME;
            tx->nb_transport_fw(grant, phase, now);
        }
        return tlm::TLM_ACCEPTED;
    }

    Region& region_;
    sc_core::sc_event seen_{"seen"};
};

TEST(ForeignModule, ExchangesPacketsAtTheRightTimes)
{
    Region region;
    KernelHost host{"host", region.calendar};
    const CableData cable{ndr_4x, 25_ns};
    Switch sw{"sw", region, SwitchConfig{}, LinkConfig{}, std::vector<CableData>(2, cable)};
    Probe probe{"probe", region, LinkConfig{}, cable};
    Port::connect(probe.port(), sw.port(0));
    UserDevice device{"device", region};
    device.tx.bind(sw.port(1).rx());
    sw.port(1).tx().bind(device.rx);
    sc_core::sc_clock clock{"clock", sc_core::sc_time(7, sc_core::SC_NS)};
    device.clock(clock);
    sw.set_lft(straight_lft(2));

    probe.burst(1, 2, 64, 1);
    host.run(2_us);

    EXPECT_EQ(device.granted_blocks, 1024U);
    // Our packet: 195,000 at the switch's output (as in the latency test), + its PHY 10,000 + cable 25,000.
    ASSERT_EQ(device.received.size(), 1U);
    EXPECT_EQ(device.received[0].value(), 230'000U);
    // Its packet: the tenth edge of a 7 ns clock that rises at 0 is at 63 ns; + 35 ns + our PHY 60 ns = 158
    // ns, on an edge; + 100 cycles = 258 ns; + 95 ns to the probe.
    ASSERT_EQ(probe.arrivals.size(), 1U);
    EXPECT_EQ(probe.arrivals[0].head.count(), 353'000U);
    EXPECT_EQ(device.edges, 286U); // 0, 7, ..., 1995 ns: the clock ran until the stop time
    EXPECT_EQ(sc_core::sc_time_stamp().value(), 2'000'000U);
    EXPECT_EQ(region.packets.alive(), 0U);
}

} // namespace
} // namespace sharpsim::test
