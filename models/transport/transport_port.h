// SPDX-License-Identifier: Apache-2.0
// The transport of one InfiniBand end port: reliable-connected (RC) and datagram (UD) queue pairs over one
// link port. HCAs and aggregation nodes end their queue pairs alike, with this class. It has no host side:
// what is posted may leave at once, and what has arrived is told at the time of its tail.
//
// RC in this version: SEND, PSN and ACK (one for each message), in-order delivery over a fabric that loses
// nothing; a PSN out of sequence is a fault of the model. UD: one packet a datagram, unicast or multicast
// (with GRH).
//
// Sending: one packet at a time, acknowledgements before data, then the queue pairs in turn, a packet each. A
// packet without credit blocks its VL and no other; whoever waits keeps its place.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "base/alarm.h"
#include "base/ids.h"
#include "base/ring.h"
#include "link/port.h"
#include "packet/codec.h"
#include "packet/region.h"
#include "transport/message.h"

namespace sharpsim {

class TransportClient {
public:
    // A whole message is here: the tail of its last packet has arrived. `source` is the sender's LID.
    virtual void on_message(QpNumber qp, Lid source, Message&& message) = 0;
    // A posted message is acknowledged (RC), or its tail has left (UD).
    virtual void on_sent(QpNumber qp, std::uint64_t work) = 0;

protected:
    TransportClient() = default;
    TransportClient(const TransportClient&) = default;
    TransportClient& operator=(const TransportClient&) = default;
    ~TransportClient() = default;
};

class TransportPort final : private Actor, private PortClient {
public:
    static constexpr std::uint32_t first_qp = 0x40; // 0 and 1 are management's
    static constexpr QpNumber multicast_qp{0xFFFFFF};
    static constexpr std::uint32_t q_key = 0x53485250;               // of all UD queue pairs
    static constexpr std::size_t max_message = std::size_t{1} << 31; // bytes; IBA volume 1, 9.7.7

    TransportPort(Region& region, TransportClient& client, const std::string& label, const std::string& name,
                  Lid lid, const LinkConfig& link, const CableData& cable);

    [[nodiscard]] Port& port() { return port_; }
    [[nodiscard]] const Port& port() const { return port_; }
    [[nodiscard]] Lid lid() const { return lid_; }
    void begin() { port_.begin(); } // from the owner's end_of_elaboration()

    // Queue pairs, numbered from first_qp.
    QpNumber create_rc(std::uint8_t sl = 0, std::uint8_t vl = 0);
    void connect(QpNumber qp, Lid remote, QpNumber remote_qp);
    QpNumber create_ud(std::uint8_t sl = 0, std::uint8_t vl = 0);
    // First PSNs of an RC queue pair, before anything is sent; 0 unless set. 24 bits.
    void set_first_psn(QpNumber qp, std::uint32_t send, std::uint32_t receive);
    // A UD queue pair receives what comes to a multicast LID. A port's own multicast does not come back to
    // it.
    void join(QpNumber ud_qp, Lid mlid);

    // RC SEND of a whole message, cut into MTU-sized packets. `work` comes back in on_sent().
    void post_send(QpNumber qp, Message message, std::uint64_t work);
    // UD SEND Only; the payload (with SHARP header) must fit the MTU. Multicast: dlid 0xC000.., dest_qp
    // multicast_qp, delivered to the UD queue pairs that joined, of every port that the MFTs reach.
    void post_datagram(QpNumber qp, Lid dlid, QpNumber dest_qp, Message message, std::uint64_t work);

    // Messages acknowledged (RC) or gone (UD), and messages told to the client.
    [[nodiscard]] std::uint64_t messages_sent() const { return messages_sent_; }
    [[nodiscard]] std::uint64_t messages_received() const { return messages_received_; }
    // Multicast packets that reached a port where nobody had joined.
    [[nodiscard]] std::uint64_t unwanted() const { return unwanted_; }
    // Messages posted and not yet acknowledged (RC) or gone (UD), over all queue pairs: for stall reports.
    [[nodiscard]] std::uint64_t outstanding() const { return outstanding_; }
    [[nodiscard]] bool waiting_for_credit() const { return blocked_ != 0; }
    // One line for every queue pair with unfinished work.
    void describe_waiting(std::ostream& os) const;

private:
    struct Work {
        Message message;
        std::uint64_t id{0};
        std::size_t sent_bytes{0};
        bool started{false};
        std::uint32_t first_psn{0};
        std::uint32_t last_psn{0};
        Lid dlid;         // UD
        QpNumber dest_qp; // UD
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
        std::size_t unacknowledged{0}; // of `work`, from the front: sent whole
        Ring<Work> work;
        Message incoming; // message under assembly
        bool assembling{false};
    };
    struct Ack {
        std::uint32_t qp; // index of ours
        std::uint32_t psn;
        std::uint32_t msn;
    };
    struct Departure { // of a datagram
        QpNumber qp;
        std::uint64_t work{0};
    };
    struct Segment { // the next packet of a queue pair
        Opcode opcode;
        bool first;
        bool last;
        std::size_t bytes; // of payload
        std::size_t wire;  // LRH through VCRC
    };

    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void on_packet(unsigned port, PacketRef packet, Picoseconds head, Picoseconds tail) override;
    void on_credit(unsigned port, unsigned vl) override;

    void post(QpNumber qp, Work work);
    void want_wire() { wire_.want(std::max(region_.calendar.now(), port_.tx_free())); }
    void send_next();
    bool send_ack();
    bool send_data();
    bool has_credit(unsigned vl, std::size_t wire);
    [[nodiscard]] Segment next_segment(const QueuePair& qp) const;
    void send_segment(std::uint32_t index, const Segment& segment);
    PacketRef make_packet(const QueuePair& qp, Opcode opcode, Lid dlid, QpNumber dest_qp, std::uint32_t psn);
    void address_multicast(PacketBody& body, Lid mlid) const;
    void transmit(PacketRef ref);

    void receive(PacketRef ref);
    void receive_send(std::uint32_t index, PacketRef ref);
    void receive_ack(std::uint32_t index, PacketRef ref);
    void receive_datagram(QpNumber dest_qp, PacketRef ref);
    void complete(QpNumber qp, std::uint64_t work);
    void append(Payload& to, const Payload& next) const;
    // Fails where there is no such queue pair.
    std::uint32_t index_of(QpNumber qp, bool reliable) const;
    void describe(std::ostream& os, std::uint32_t index) const;

    Region& region_;
    TransportClient& client_;
    Lid lid_;
    std::size_t mtu_;
    std::uint32_t target_;
    Alarm wire_;               // for send_next()
    std::uint16_t blocked_{0}; // VLs whose next packet waits for credit
    std::uint16_t all_vls_;
    std::vector<QueuePair> qps_;
    std::deque<std::uint32_t> order_; // queue pairs with something to send, the next one first
    std::deque<Ack> acks_;
    Ring<Departure> departures_;
    std::vector<std::pair<Lid, QpNumber>> joined_;
    std::uint64_t messages_sent_{0};
    std::uint64_t messages_received_{0};
    std::uint64_t unwanted_{0};
    std::uint64_t outstanding_{0};
    Port port_;
};

} // namespace sharpsim
