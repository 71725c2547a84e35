// SPDX-License-Identifier: Apache-2.0
// What a transport port does with a packet whose tail is in its buffer. The client is called last: it may
// post, and create queue pairs, so that no reference into a pool or into the queue pairs is used after it.
#include <cstring>

#include "base/error.h"
#include "transport/transport_port.h"

namespace sharpsim {

namespace {
constexpr std::uint32_t psn_mask = 0xFFFFFF;

// Whether PSN a does not lie behind b, within half the circle of 24 bits (IBA volume 1, 9.7.1).
bool reached(std::uint32_t a, std::uint32_t b) { return ((a - b) & psn_mask) < (psn_mask + 1) / 2; }
} // namespace

void TransportPort::receive(PacketRef ref)
{
    const Packet& packet = region_.packets[ref];
    const Picoseconds now = region_.calendar.now();
    port_.release(packet.vl, packet.blocks(port_.block_shift()), now);
    SHARPSIM_CHECK(packet.body != no_body && (packet.dlid == lid_.value() || is_multicast(Lid{packet.dlid})),
                   now, port_.name(),
                   "LID " + std::to_string(lid_.value()) + " received a packet to LID " +
                       std::to_string(packet.dlid));
    const Bth& bth = region_.packets.body_of(ref).bth;
    if (bth.opcode == Opcode::ud_send_only)
        receive_datagram(QpNumber{bth.dest_qp}, ref);
    else if (bth.opcode == Opcode::rc_ack)
        receive_ack(index_of(QpNumber{bth.dest_qp}, true), ref);
    else
        receive_send(index_of(QpNumber{bth.dest_qp}, true), ref);
}

void TransportPort::receive_send(std::uint32_t index, PacketRef ref)
{
    const Lid source{region_.packets[ref].slid};
    PacketBody& body = region_.packets.body_of(ref);
    QueuePair& qp = qps_[index];
    const Picoseconds now = region_.calendar.now();
    const std::uint32_t psn = body.bth.psn;
    SHARPSIM_CHECK(psn == qp.expected_psn && source == qp.remote, now, port_.name(),
                   "queue pair " + std::to_string(first_qp + index) + " received PSN " + std::to_string(psn) +
                       " from LID " + std::to_string(source.value()) + ", expected PSN " +
                       std::to_string(qp.expected_psn) + " from LID " + std::to_string(qp.remote.value()));
    qp.expected_psn = (psn + 1) & psn_mask;
    const Opcode opcode = body.bth.opcode;
    const bool first = opcode == Opcode::rc_send_first || opcode == Opcode::rc_send_only;
    const bool last = opcode == Opcode::rc_send_last || opcode == Opcode::rc_send_only;
    SHARPSIM_CHECK((first || last || opcode == Opcode::rc_send_middle) && first != qp.assembling, now,
                   port_.name(),
                   "opcode " + std::to_string(static_cast<unsigned>(opcode)) +
                       " within a message: " + std::to_string(qp.assembling ? 1 : 0));
    if (first) {
        qp.incoming.has_sharp = body.has_sharp;
        qp.incoming.sharp = body.sharp;
        qp.incoming.tag = body.tag;
    }
    append(qp.incoming.payload, body.payload);
    qp.assembling = !last;
    const bool acknowledge = body.bth.ack_request;
    region_.packets.give_back(ref);
    if (last)
        qp.msn = (qp.msn + 1) & psn_mask;
    if (acknowledge) {
        acks_.push_back({index, psn, qp.msn});
        if (((blocked_ >> qp.vl) & 1) == 0)
            want_wire();
    }
    if (!last)
        return;
    ++messages_received_;
    Message message = std::exchange(qp.incoming, Message{});
    client_.on_message(QpNumber{first_qp + index}, source, std::move(message));
}

// Completes everything up to the acknowledged PSN.
void TransportPort::receive_ack(std::uint32_t index, PacketRef ref)
{
    const std::uint32_t psn = region_.packets.body_of(ref).bth.psn;
    region_.packets.give_back(ref);
    SHARPSIM_CHECK(!reached(psn, qps_[index].next_psn), region_.calendar.now(), port_.name(),
                   "queue pair " + std::to_string(first_qp + index) + ": PSN " + std::to_string(psn) +
                       " is acknowledged, the next to send is " + std::to_string(qps_[index].next_psn));
    while (qps_[index].unacknowledged != 0 && reached(psn, qps_[index].work.front().last_psn)) {
        --qps_[index].unacknowledged;
        const std::uint64_t id = qps_[index].work.front().id;
        qps_[index].work.pop_front();
        complete(QpNumber{first_qp + index}, id);
    }
}

void TransportPort::receive_datagram(QpNumber dest_qp, PacketRef ref)
{
    const Lid source{region_.packets[ref].slid};
    const Lid dlid{region_.packets[ref].dlid};
    const PacketBody& body = region_.packets.body_of(ref);
    SHARPSIM_CHECK(body.deth.q_key == q_key, region_.calendar.now(), port_.name(),
                   "Q_Key " + std::to_string(body.deth.q_key));
    Message message;
    message.payload = body.payload;
    message.has_sharp = body.has_sharp;
    message.sharp = body.sharp;
    message.tag = body.tag;
    region_.packets.give_back(ref);
    if (!is_multicast(dlid)) {
        index_of(dest_qp, false);
        ++messages_received_;
        client_.on_message(dest_qp, source, std::move(message));
        return;
    }
    const std::size_t members = joined_.size(); // whoever joins now is not yet a member
    bool wanted = false;
    for (std::size_t i = 0; i < members; ++i) {
        if (joined_[i].first != dlid)
            continue;
        wanted = true;
        ++messages_received_;
        client_.on_message(joined_[i].second, source, Message{message});
    }
    unwanted_ += wanted ? 0 : 1;
}

void TransportPort::complete(QpNumber qp, std::uint64_t work)
{
    ++messages_sent_;
    --outstanding_;
    client_.on_sent(qp, work);
}

// Slices of one buffer grow together; what comes from elsewhere is copied.
void TransportPort::append(Payload& to, const Payload& next) const
{
    if (to.extend(next))
        return;
    SHARPSIM_CHECK(to.has_bytes() && next.has_bytes(), region_.calendar.now(), port_.name(),
                   "a message with bytes in some of its packets only");
    Payload joined{to.size() + next.size()};
    std::memcpy(joined.data(), to.data(), to.size());
    std::memcpy(joined.data() + to.size(), next.data(), next.size());
    to = std::move(joined);
}

} // namespace sharpsim
