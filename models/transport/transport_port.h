// SPDX-License-Identifier: Apache-2.0
// The transport of one InfiniBand end port: reliable-connected (RC) and datagram (UD) queue pairs over one link port.
// HCAs and aggregation nodes end their queue pairs alike, with this class. It has no host side: what is posted may
// leave at once, and what has arrived is told at the time of its tail.
//
// RC in this version: SEND, PSN and ACK, in-order delivery over a fabric that loses nothing; a PSN out of sequence
// is a fault of the model. UD: one packet a datagram, unicast or multicast (with GRH).
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "link/port.h"
#include "packet/codec.h"
#include "packet/region.h"

namespace sharpsim {

// A message as it is posted and as it arrives. With a SHARP header the payload is what follows it.
struct Message {
    Payload payload;
    bool has_sharp{false};
    SharpHeader sharp;
    std::uint64_t tag{0}; // carried beside the packet for the receiver's software (the rank's tag), not on the wire
};

class TransportClient {
public:
    // A whole message is here: the tail of its last packet has arrived. `source` is the sender's LID.
    virtual void on_message(QpNumber qp, Lid source, Message&& message) = 0;
    // A posted message is acknowledged (RC) or has left (UD).
    virtual void on_sent(QpNumber qp, std::uint64_t work) = 0;

protected:
    TransportClient() = default;
    TransportClient(const TransportClient&) = default;
    TransportClient& operator=(const TransportClient&) = default;
    ~TransportClient() = default;
};

class TransportPort final : private Actor, private PortClient {
public:
    TransportPort(Region& region, TransportClient& client, const std::string& label, const std::string& name,
                  Lid lid, const LinkConfig& link, const CableData& cable);

    [[nodiscard]] Port& port() { return port_; }
    [[nodiscard]] const Port& port() const { return port_; }
    [[nodiscard]] Lid lid() const { return lid_; }
    void begin() { port_.begin(); } // from the owner's end_of_elaboration()

    // Queue pairs. Numbers start at 0x40: 0 and 1 are management's.
    QpNumber create_rc(std::uint8_t sl = 0, std::uint8_t vl = 0);
    void connect(QpNumber qp, Lid remote, QpNumber remote_qp);
    QpNumber create_ud(std::uint8_t sl = 0, std::uint8_t vl = 0);

    // RC SEND of a whole message, cut into MTU-sized packets. `work` comes back in on_sent().
    void post_send(QpNumber qp, Message message, std::uint64_t work);
    // UD SEND Only; the payload (with SHARP header) must fit the MTU. Multicast: dlid 0xC000.., dest_qp 0xFFFFFF,
    // delivered to the UD queue pairs of every port that the MFTs reach.
    void post_datagram(QpNumber qp, Lid dlid, QpNumber dest_qp, Message message, std::uint64_t work);

    [[nodiscard]] std::uint64_t messages_sent() const { return messages_sent_; }
    [[nodiscard]] std::uint64_t messages_received() const { return messages_received_; }
    // Messages posted and not yet acknowledged, over all queue pairs: for stall reports.
    [[nodiscard]] std::uint64_t outstanding() const { return outstanding_; }
    [[nodiscard]] bool waiting_for_credit() const { return waiting_; }
    // One line for every queue pair with unfinished work.
    void describe_waiting(std::ostream& os) const;

private:
    struct Work {
        Message message;
        std::uint64_t id;
        std::size_t sent_bytes{0};
        std::uint32_t last_psn{0};
        Lid dlid;             // UD
        QpNumber dest_qp;     // UD
    };
    struct QueuePair {
        bool reliable{true};
        bool active{false}; // stands in the send order
        std::uint8_t sl{0};
        std::uint8_t vl{0};
        Lid remote;
        QpNumber remote_qp;
        std::uint32_t next_psn{0};
        std::uint32_t expected_psn{0};
        std::uint32_t msn{0};
        std::deque<Work> to_send;
        std::deque<Work> unacknowledged;
        Message incoming; // message under assembly
        bool assembling{false};
    };
    struct Ack {
        Lid dlid;
        QpNumber dest_qp;
        std::uint32_t psn;
        std::uint32_t msn;
        std::uint8_t sl;
        std::uint8_t vl;
    };

    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void on_packet(unsigned port, PacketRef packet, Picoseconds head, Picoseconds tail) override;
    void on_credit(unsigned port, unsigned vl) override;
    void activate(std::uint32_t qp);
    void want_wire();
    void send_next();
    bool send_ack();
    bool send_from(std::uint32_t qp);
    PacketRef make_packet(const QueuePair& qp, Opcode opcode, Lid dlid, QpNumber dest_qp, std::uint32_t psn);
    bool transmit(PacketRef ref);
    void receive(PacketRef ref);
    void receive_rc(QueuePair& qp, std::uint32_t number, const Packet& packet, PacketBody& body);
    void receive_ack(QueuePair& qp, std::uint32_t number, const PacketBody& body);
    void receive_datagram(const Packet& packet, PacketBody& body);
    QueuePair& qp_at(QpNumber qp);

    Region& region_;
    TransportClient& client_;
    Lid lid_;
    std::size_t mtu_;
    std::uint32_t target_;
    bool wire_wanted_{false}; // an entry for send_next() is in the calendar
    bool waiting_{false};     // for credit
    std::vector<QueuePair> qps_;
    std::deque<std::uint32_t> order_; // queue pairs with something to send, round robin by packet
    std::deque<Ack> acks_;            // go before data
    PacketRef prepared_{no_packet};   // made, and waiting for credit
    std::uint64_t messages_sent_{0};
    std::uint64_t messages_received_{0};
    std::uint64_t outstanding_{0};
    Port port_;
};

} // namespace sharpsim
