// SPDX-License-Identifier: Apache-2.0
// One end of a cable: credits, flow-control packets, the wire's occupation and the counters of both
// directions. A switch has many, an HCA or an aggregation node one. The owner decides what to send and keeps
// what has arrived.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/calendar.h"
#include "base/ids.h"
#include "link/credits.h"
#include "link/link_config.h"
#include "link/link_protocol.h"
#include "packet/region.h"

namespace sharpsim {

// What a port tells its owner.
class PortClient {
public:
    // A packet is on its way in. Called when its head leaves the far end; head and tail are the absolute
    // times at which they are through the receiver's PHY. The packet belongs to the owner from now on.
    virtual void on_packet(unsigned port, PacketRef packet, Picoseconds head, Picoseconds tail) = 0;
    // More credit on a VL. Called at the time the flow-control packet arrives.
    virtual void on_credit(unsigned port, unsigned vl) = 0;

protected:
    PortClient() = default;
    PortClient(const PortClient&) = default;
    PortClient& operator=(const PortClient&) = default;
    ~PortClient() = default;
};

// Counts carry their perfquery names. Data counters count 4-byte words from LRH through ICRC (PktLen).
struct PortCounters {
    std::uint64_t PortXmitData{0};
    std::uint64_t PortRcvData{0};
    std::uint64_t PortXmitPkts{0};
    std::uint64_t PortRcvPkts{0};
    std::uint64_t PortMulticastXmitPkts{0};
    std::uint64_t PortMulticastRcvPkts{0};
    std::uint64_t PortXmitDiscards{0};
    std::uint64_t PortRcvErrors{0};
    std::uint64_t PortRcvSwitchRelayErrors{0}; // no path for the destination
    Picoseconds xmit_wait; // time with data to send and no credit; printed as PortXmitWait in 4-byte times
};

// Physical data of one direction pair, from the fabric.
struct CableData {
    LinkRate rate;
    Picoseconds delay; // propagation, one way
};

class Port final : public LinkReceiver, private Actor {
public:
    static constexpr unsigned max_vls = 16;
    static constexpr std::uint32_t tick_sub = 15; // of Stage::fc_due entries: the periodic one

    // `index` is how the owner knows it. Sockets are named tx<label> and rx<label> below the current module.
    Port(Region& region, PortClient& client, unsigned index, const std::string& label,
         const std::string& name, const LinkConfig& config, const CableData& cable);
    Port(const Port&) = delete;
    Port& operator=(const Port&) = delete;
    ~Port() override = default;

    LinkInitiatorSocket& tx() { return sockets_->tx; }
    LinkTargetSocket& rx() { return sockets_->rx; }
    // Connects two ports with a cable, both directions.
    static void connect(Port& a, Port& b);
    // Call once from the owner's end_of_elaboration(): learns the peer and grants it this port's buffer.
    void begin();

    // Sending. The owner has checked can_send() and that nothing else wants the wire earlier.
    [[nodiscard]] bool connected() const { return peer_ != nullptr; } // after begin()
    [[nodiscard]] bool cabled() const { return cabled_; }             // by connect()
    [[nodiscard]] bool can_send(unsigned vl, unsigned blocks) const
    {
        return lanes_[vl].send.can_send(blocks);
    }
    [[nodiscard]] Picoseconds tx_free() const { return tx_free_; }
    [[nodiscard]] unsigned available_blocks(unsigned vl) const { return lanes_[vl].send.available(); }
    [[nodiscard]] const WireTime& wire() const { return wire_; }
    // The head leaves at `earliest` or when the wire is free; returns when the tail has left. The packet now
    // belongs to the far end.
    Picoseconds transmit(PacketRef ref, Picoseconds earliest);

    // The owner has a packet, and no VL has the credit for one: PortXmitWait runs until the next transmit().
    void wait_for_credit()
    {
        if (waiting_since_ == never)
            waiting_since_ = region_.calendar.now() > tx_free_ ? region_.calendar.now() : tx_free_;
    }

    // Receiving: gives back buffer blocks at a time now or later (the tail of the packet leaves it then).
    void release(unsigned vl, unsigned blocks, Picoseconds when);
    [[nodiscard]] unsigned used_blocks(unsigned vl) const { return lanes_[vl].receive.used; }

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] unsigned vls() const { return vls_; }
    [[nodiscard]] unsigned block_shift() const { return block_shift_; }
    [[nodiscard]] unsigned buffer_blocks() const { return buffer_blocks_; }
    [[nodiscard]] LinkRate rate() const { return rate_; }
    [[nodiscard]] std::uint64_t flow_control_sent() const { return fc_sent_; }
    [[nodiscard]] std::uint64_t flow_control_lost() const { return fc_lost_; }
    // Busy time of the transmit direction, flow-control packets that were calendar entries included.
    [[nodiscard]] Picoseconds tx_busy() const { return tx_busy_; }

    PortCounters counters;

    tlm::tlm_sync_enum nb_transport_fw(WireTransfer& transfer, LinkPhase& phase,
                                       sc_core::sc_time& delay) override;

private:
    struct Lane { // both directions of one VL
        CreditSender send;
        CreditReceiver receive;
        std::uint16_t unsent{0};      // blocks freed since the last flow-control packet
        std::uint16_t last_blocks{0}; // of the latest release, which may lie in the future
        Picoseconds last_release;
        Picoseconds last_due;
        bool refresh{false}; // the last flow-control packet was lost
    };
    struct Sockets {
        explicit Sockets(const std::string& label) : tx{("tx" + label).c_str()}, rx{("rx" + label).c_str()} {}
        LinkInitiatorSocket tx;
        LinkTargetSocket rx;
    };

    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void send(WireTransfer& transfer, Picoseconds departure);
    void send_flow_control(unsigned vl, unsigned limit);
    void want_tick(Picoseconds after);
    void charge_periodic(Picoseconds& start);
    void tick();

    // What a hop touches stands together.
    Region& region_;
    PortClient& client_;
    LinkForward* peer_{nullptr};
    WireTime wire_;
    Picoseconds tx_free_{0};
    Picoseconds tx_delay_;  // sender's PHY and the cable
    Picoseconds rx_delay_;  // receiver's PHY
    Picoseconds next_tick_; // next time of the elided periodic flow-control packets
    std::uint32_t index_;
    std::uint32_t target_;
    std::uint32_t digest_id_;
    std::uint8_t vls_;
    std::uint8_t block_shift_;
    std::uint16_t watermark_blocks_;
    bool cabled_{false};
    bool foreign_peer_{false};
    bool tick_pending_{false};
    std::uint16_t buffer_blocks_;
    Picoseconds tx_busy_{0};
    Lane lanes_[max_vls];
    Picoseconds last_fc_{0};
    Picoseconds waiting_since_{never};

    Picoseconds fc_period_;
    Picoseconds fc_wire_;
    Picoseconds burst_; // wire time of the periodic packets of all VLs
    std::uint64_t fc_drop_first_;
    std::uint64_t fc_drop_count_;
    std::uint64_t fc_sent_{0};
    std::uint64_t fc_lost_{0};
    LinkRate rate_;
    std::string name_;
    LinkSenderBackward backward_;
    std::unique_ptr<Sockets> sockets_;
};

} // namespace sharpsim
