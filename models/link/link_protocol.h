// SPDX-License-Identifier: Apache-2.0
// What crosses a cable, as a TLM protocol of our own. One direction is one plain initiator/target socket
// pair.
//
// nb_transport_fw() is called when the head leaves the sender, with the delay until the head reaches the
// receiver's end of the cable, counted from sc_time_stamp(). The receiver takes over the packet's reference,
// enters its own calendar and returns TLM_ACCEPTED; nothing is sent backwards. Cut-through needs no flit
// events: the receiver knows the line rate, hence the time of the tail.
#pragma once

#include <cstdint>

#include <tlm>

#include "base/units.h"
#include "packet/packet.h"

namespace sharpsim {

// Credits are absolute block counts modulo 4096 (IBA volume 1, 7.9): a lost update heals with the next one.
struct CreditUpdate {
    std::uint8_t vl{0};
    std::uint16_t fctbs{0}; // total blocks sent by the sender of this packet on this VL
    std::uint16_t fccl{0};  // limit that the receiver of this packet may send up to on this VL
};

struct WireTransfer {
    enum class Kind : std::uint8_t { packet, flow_control, flow_control_init };
    Kind kind{Kind::packet};
    PacketRef packet{no_packet}; // Kind::packet
    CreditUpdate flow_control;   // the other kinds
    WireTime wire;               // of this direction
};

enum class LinkPhase : std::uint8_t { head };

struct LinkProtocol {
    using tlm_payload_type = WireTransfer;
    using tlm_phase_type = LinkPhase;
};

using LinkForward = tlm::tlm_fw_transport_if<LinkProtocol>;
using LinkBackward = tlm::tlm_bw_transport_if<LinkProtocol>;
using LinkInitiatorSocket = tlm::tlm_initiator_socket<32, LinkProtocol, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;
using LinkTargetSocket = tlm::tlm_target_socket<32, LinkProtocol, 1, sc_core::SC_ZERO_OR_MORE_BOUND>;

// A receiver that only implements nb_transport_fw(); the rest of the interface has no meaning on a cable.
class LinkReceiver : public LinkForward {
public:
    void b_transport(WireTransfer&, sc_core::sc_time&) override;
    bool get_direct_mem_ptr(WireTransfer&, tlm::tlm_dmi&) override { return false; }
    unsigned transport_dbg(WireTransfer&) override { return 0; }
};

// The empty backward path.
class LinkSenderBackward : public LinkBackward {
public:
    tlm::tlm_sync_enum nb_transport_bw(WireTransfer&, LinkPhase&, sc_core::sc_time&) override
    {
        return tlm::TLM_ACCEPTED;
    }
    void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

} // namespace sharpsim
