// SPDX-License-Identifier: Apache-2.0
#include "transport/transport_port.h"

#include "base/error.h"

namespace sharpsim {

namespace {
// Subs of Stage::transport. At one picosecond the wire is served before what has arrived then.
constexpr std::uint32_t send_sub = 0;
constexpr std::uint32_t arrival_sub = 1;   // payload: the packet
constexpr std::uint32_t departure_sub = 2; // the tail of a datagram has left

constexpr std::uint32_t psn_mask = 0xFFFFFF;

std::size_t sharp_bytes(const Message& message) { return message.has_sharp ? sharp_header_bytes : 0; }
} // namespace

TransportPort::TransportPort(Region& region, TransportClient& client, const std::string& label,
                             const std::string& name, Lid lid, const LinkConfig& link,
                             const CableData& cable) :
    region_{region},
    client_{client},
    lid_{lid},
    mtu_{link.mtu.count()},
    target_{region.calendar.add_actor(*this)},
    wire_{region.calendar, Stage::transport, target_, send_sub},
    all_vls_{static_cast<std::uint16_t>((1U << link.vls) - 1)},
    port_{region, *this, 0, label, name, link, cable}
{
}

// ---- Queue pairs ----

QpNumber TransportPort::create_rc(std::uint8_t sl, std::uint8_t vl)
{
    SHARPSIM_CHECK(vl < port_.vls(), region_.calendar.now(), port_.name(), "no VL " + std::to_string(vl));
    QueuePair qp;
    qp.sl = sl;
    qp.vl = vl;
    qps_.push_back(std::move(qp));
    return QpNumber{first_qp + static_cast<std::uint32_t>(qps_.size()) - 1};
}

QpNumber TransportPort::create_ud(std::uint8_t sl, std::uint8_t vl)
{
    const QpNumber number = create_rc(sl, vl);
    qps_.back().reliable = false;
    return number;
}

void TransportPort::connect(QpNumber qp, Lid remote, QpNumber remote_qp)
{
    QueuePair& q = qps_[index_of(qp, true)];
    q.remote = remote;
    q.remote_qp = remote_qp;
}

void TransportPort::set_first_psn(QpNumber qp, std::uint32_t send, std::uint32_t receive)
{
    QueuePair& q = qps_[index_of(qp, true)];
    q.next_psn = send & psn_mask;
    q.expected_psn = receive & psn_mask;
}

void TransportPort::join(QpNumber ud_qp, Lid mlid)
{
    index_of(ud_qp, false);
    SHARPSIM_CHECK(is_multicast(mlid), region_.calendar.now(), port_.name(),
                   "LID " + std::to_string(mlid.value()) + " is no multicast LID");
    joined_.emplace_back(mlid, ud_qp);
}

std::uint32_t TransportPort::index_of(QpNumber qp, bool reliable) const
{
    const std::uint32_t index = qp.value() - first_qp;
    SHARPSIM_CHECK(
        index < qps_.size() && qps_[index].reliable == reliable, region_.calendar.now(), port_.name(),
        std::string{"no "} + (reliable ? "RC" : "UD") + " queue pair " + std::to_string(qp.value()));
    return index;
}

// ---- Posting ----

void TransportPort::post_send(QpNumber qp, Message message, std::uint64_t work)
{
    const QueuePair& q = qps_[index_of(qp, true)];
    SHARPSIM_CHECK(q.remote != Lid{} && message.payload.size() <= max_message, region_.calendar.now(),
                   port_.name(),
                   "post of " + std::to_string(message.payload.size()) + " B to LID " +
                       std::to_string(q.remote.value()));
    Work w;
    w.message = std::move(message);
    w.id = work;
    post(qp, std::move(w));
}

void TransportPort::post_datagram(QpNumber qp, Lid dlid, QpNumber dest_qp, Message message,
                                  std::uint64_t work)
{
    index_of(qp, false);
    SHARPSIM_CHECK(
        message.payload.size() + sharp_bytes(message) <= mtu_, region_.calendar.now(), port_.name(),
        "datagram of " + std::to_string(message.payload.size()) + " B, MTU " + std::to_string(mtu_) + " B");
    Work w;
    w.message = std::move(message);
    w.id = work;
    w.dlid = dlid;
    w.dest_qp = dest_qp;
    post(qp, std::move(w));
}

void TransportPort::post(QpNumber qp, Work work)
{
    region_.calendar.enter_from_outside();
    const std::uint32_t index = qp.value() - first_qp;
    QueuePair& q = qps_[index];
    q.work.push_back(std::move(work));
    ++outstanding_;
    if (q.active)
        return;
    q.active = true;
    order_.push_back(index);
    if (((blocked_ >> q.vl) & 1) == 0)
        want_wire();
}

// ---- Events ----

void TransportPort::on_event(Stage, std::uint32_t, std::uint32_t sub, std::uint32_t payload)
{
    if (sub == send_sub) {
        wire_.fired();
        send_next();
    } else if (sub == arrival_sub) {
        receive(payload);
    } else {
        const Departure gone = departures_.pop_front();
        complete(gone.qp, gone.work);
    }
}

// Tails at one port never coincide: the wire before it carries one packet at a time.
void TransportPort::on_packet(unsigned, PacketRef ref, Picoseconds, Picoseconds tail)
{
    region_.calendar.push(tail, Stage::transport, target_, arrival_sub, ref);
}

void TransportPort::on_credit(unsigned, unsigned vl)
{
    const auto bit = static_cast<std::uint16_t>(1U << vl);
    if ((blocked_ & bit) == 0)
        return;
    blocked_ = static_cast<std::uint16_t>(blocked_ & ~bit);
    want_wire();
}

// ---- Sending ----

void TransportPort::send_next()
{
    if (port_.tx_free() > region_.calendar.now()) { // a flow-control packet came in between
        want_wire();
        return;
    }
    if ((send_ack() || send_data()) && !(acks_.empty() && order_.empty()) && blocked_ != all_vls_)
        want_wire();
}

// Once a packet finds no credit, its VL is closed until credit comes: none behind it, however small, gets
// past.
bool TransportPort::has_credit(unsigned vl, std::size_t wire)
{
    if (((blocked_ >> vl) & 1) != 0)
        return false;
    const unsigned shift = port_.block_shift();
    if (port_.can_send(vl, (static_cast<unsigned>(wire) + (1U << shift) - 1) >> shift))
        return true;
    blocked_ = static_cast<std::uint16_t>(blocked_ | (1U << vl));
    port_.wait_for_credit();
    return false;
}

bool TransportPort::send_ack()
{
    for (std::size_t i = 0; i < acks_.size() && blocked_ != all_vls_; ++i) {
        const Ack ack = acks_[i];
        const QueuePair& qp = qps_[ack.qp];
        if (!has_credit(qp.vl, header_bytes(Opcode::rc_ack, false, false) + icrc_bytes + vcrc_bytes))
            continue;
        acks_.erase(acks_.begin() + static_cast<std::ptrdiff_t>(i));
        const PacketRef ref = make_packet(qp, Opcode::rc_ack, qp.remote, qp.remote_qp, ack.psn);
        region_.packets.body_of(ref).aeth = {0x1F, ack.msn}; // positive, without end-to-end credits
        transmit(ref);
        return true;
    }
    return false;
}

bool TransportPort::send_data()
{
    for (std::size_t i = 0; i < order_.size() && blocked_ != all_vls_; ++i) {
        const std::uint32_t index = order_[i];
        QueuePair& qp = qps_[index];
        if (((blocked_ >> qp.vl) & 1) != 0)
            continue;
        const Segment segment = next_segment(qp);
        if (!has_credit(qp.vl, segment.wire))
            continue;
        order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(i));
        send_segment(index, segment);
        qp.active = qp.work.size() > qp.unacknowledged;
        if (qp.active)
            order_.push_back(index);
        return true;
    }
    return false;
}

// The SHARP header rides in the first packet of a message and counts towards the MTU like payload.
TransportPort::Segment TransportPort::next_segment(const QueuePair& qp) const
{
    const Work& work = qp.work[qp.unacknowledged];
    const Message& message = work.message;
    Segment s{};
    s.first = !work.started;
    const std::size_t room = mtu_ - (s.first ? sharp_bytes(message) : 0);
    s.bytes = std::min(room, message.payload.size() - work.sent_bytes);
    s.last = work.sent_bytes + s.bytes == message.payload.size();
    if (!qp.reliable)
        s.opcode = Opcode::ud_send_only;
    else if (s.first)
        s.opcode = s.last ? Opcode::rc_send_only : Opcode::rc_send_first;
    else
        s.opcode = s.last ? Opcode::rc_send_last : Opcode::rc_send_middle;
    s.wire = header_bytes(s.opcode, !qp.reliable && is_multicast(work.dlid), s.first && message.has_sharp) +
             (s.bytes + 3) / 4 * 4 + icrc_bytes + vcrc_bytes;
    return s;
}

void TransportPort::send_segment(std::uint32_t index, const Segment& segment)
{
    QueuePair& qp = qps_[index];
    Work& work = qp.work[qp.unacknowledged];
    const std::uint32_t psn = qp.next_psn;
    qp.next_psn = (psn + 1) & psn_mask;
    const PacketRef ref = make_packet(qp, segment.opcode, qp.reliable ? qp.remote : work.dlid,
                                      qp.reliable ? qp.remote_qp : work.dest_qp, psn);
    PacketBody& body = region_.packets.body_of(ref);
    body.bth.ack_request = qp.reliable && segment.last;
    body.has_sharp = segment.first && work.message.has_sharp;
    body.sharp = work.message.sharp;
    body.tag = work.message.tag;
    body.payload = work.message.payload.slice(work.sent_bytes, segment.bytes);
    if (!qp.reliable) {
        body.deth = {q_key, first_qp + index};
        if (is_multicast(work.dlid))
            address_multicast(body, work.dlid);
    }
    if (segment.first)
        work.first_psn = psn;
    work.started = true;
    work.sent_bytes += segment.bytes;
    work.last_psn = psn;
    transmit(ref);
    if (!qp.reliable) {
        departures_.push_back({QpNumber{first_qp + index}, work.id});
        region_.calendar.push(port_.tx_free(), Stage::transport, target_, departure_sub, 0);
        qp.work.pop_front();
    } else if (segment.last) {
        ++qp.unacknowledged;
    }
}

// The body is valid until the next packet is made.
PacketRef TransportPort::make_packet(const QueuePair& qp, Opcode opcode, Lid dlid, QpNumber dest_qp,
                                     std::uint32_t psn)
{
    const PacketRef ref = region_.packets.take();
    const BodyRef body_ref = region_.packets.take_body();
    Packet& packet = region_.packets[ref];
    packet.body = body_ref;
    packet.dlid = dlid.value();
    packet.slid = lid_.value();
    packet.sl = qp.sl;
    packet.vl = qp.vl;
    packet.birth = region_.calendar.now().count();
    Bth& bth = region_.packets.body(body_ref).bth;
    bth.opcode = opcode;
    bth.dest_qp = dest_qp.value();
    bth.psn = psn;
    return ref;
}

// The models have no GIDs of their own. A multicast group's is ff12::<MLID> (transient, of the local subnet),
// a port's fe80::<LID>.
void TransportPort::address_multicast(PacketBody& body, Lid mlid) const
{
    const auto low_word = [](Gid& gid, Lid lid) {
        gid[14] = static_cast<std::uint8_t>(lid.value() >> 8);
        gid[15] = static_cast<std::uint8_t>(lid.value() & 0xFF);
    };
    body.has_grh = true;
    body.grh.sgid = {0xFE, 0x80};
    body.grh.dgid = {0xFF, 0x12};
    low_word(body.grh.sgid, lid_);
    low_word(body.grh.dgid, mlid);
}

void TransportPort::transmit(PacketRef ref)
{
    finish_packet(region_.packets[ref], region_.packets.body_of(ref));
    port_.transmit(ref, region_.calendar.now());
}

} // namespace sharpsim
