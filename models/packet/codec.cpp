// SPDX-License-Identifier: Apache-2.0
#include "packet/codec.h"

#include "base/error.h"
#include "base/random.h"
#include "packet/crc.h"
#include "packet/wire_io.h"

namespace sharpsim {

namespace {

using LayoutTable = std::array<OpcodeLayout, 256>;

constexpr LayoutTable make_layouts()
{
    struct Row {
        Opcode opcode;
        OpcodeLayout layout; // known, deth, reth, aeth, immdt, payload
    };
    constexpr Row rows[] = {
        {Opcode::rc_send_first, {true, false, false, false, false, true}},
        {Opcode::rc_send_middle, {true, false, false, false, false, true}},
        {Opcode::rc_send_last, {true, false, false, false, false, true}},
        {Opcode::rc_send_last_imm, {true, false, false, false, true, true}},
        {Opcode::rc_send_only, {true, false, false, false, false, true}},
        {Opcode::rc_send_only_imm, {true, false, false, false, true, true}},
        {Opcode::rc_write_first, {true, false, true, false, false, true}},
        {Opcode::rc_write_middle, {true, false, false, false, false, true}},
        {Opcode::rc_write_last, {true, false, false, false, false, true}},
        {Opcode::rc_write_last_imm, {true, false, false, false, true, true}},
        {Opcode::rc_write_only, {true, false, true, false, false, true}},
        {Opcode::rc_write_only_imm, {true, false, true, false, true, true}},
        {Opcode::rc_read_request, {true, false, true, false, false, false}},
        {Opcode::rc_read_response_first, {true, false, false, true, false, true}},
        {Opcode::rc_read_response_middle, {true, false, false, false, false, true}},
        {Opcode::rc_read_response_last, {true, false, false, true, false, true}},
        {Opcode::rc_read_response_only, {true, false, false, true, false, true}},
        {Opcode::rc_ack, {true, false, false, true, false, false}},
        {Opcode::ud_send_only, {true, true, false, false, false, true}},
        {Opcode::ud_send_only_imm, {true, true, false, false, true, true}},
    };
    LayoutTable table{};
    for (const Row& row : rows)
        table[static_cast<std::size_t>(row.opcode)] = row.layout;
    return table;
}

constexpr LayoutTable layouts = make_layouts();

constexpr std::size_t pad_of(std::size_t payload_bytes) { return (4 - payload_bytes % 4) % 4; }

// Every field within its width: a wider value would spill into its neighbour.
bool fields_fit(const Lrh& lrh, const PacketBody& b)
{
    const std::uint32_t nibbles = static_cast<std::uint32_t>(lrh.vl | lrh.lver | lrh.sl | b.bth.tver);
    const std::uint32_t words24 =
        b.bth.dest_qp | b.bth.psn | b.deth.src_qp | b.aeth.msn | b.sharp.job | b.sharp.group;
    const std::uint32_t thirds = static_cast<std::uint32_t>(b.sharp.rounding | b.sharp.precision);
    return nibbles <= 15 && words24 < 1U << 24 && thirds <= 7 && b.bth.pad_count <= 3 &&
           lrh.pkt_len < 1U << 11 && lrh.lnh <= 3 && b.grh.flow_label < 1U << 20 && b.grh.ip_version <= 15 &&
           b.sharp.version <= 15 && static_cast<unsigned>(b.sharp.kind) <= 15;
}

void write_grh(WireWriter& w, const Grh& g)
{
    w.u32(static_cast<std::uint32_t>(g.ip_version) << 28 | static_cast<std::uint32_t>(g.traffic_class) << 20 |
          g.flow_label);
    w.u16(g.pay_len);
    w.u8(g.next_header);
    w.u8(g.hop_limit);
    w.bytes(g.sgid.data(), g.sgid.size());
    w.bytes(g.dgid.data(), g.dgid.size());
}

void write_bth(WireWriter& w, const Bth& b)
{
    w.u8(static_cast<std::uint32_t>(b.opcode));
    w.u8((b.solicited ? 0x80U : 0U) | (b.migrated ? 0x40U : 0U) |
         static_cast<std::uint32_t>(b.pad_count) << 4 | b.tver);
    w.u16(b.p_key);
    w.u8((b.fecn ? 0x80U : 0U) | (b.becn ? 0x40U : 0U));
    w.u8(b.dest_qp >> 16);
    w.u16(b.dest_qp);
    w.u32((b.ack_request ? 0x8000'0000U : 0U) | b.psn);
}

void write_sharp(WireWriter& w, const SharpHeader& s)
{
    w.u8(static_cast<std::uint32_t>(s.version) << 4 | static_cast<std::uint32_t>(s.kind));
    w.u8(s.status);
    w.u16(s.tree);
    w.u32(s.job << 8 | s.type);
    w.u32(s.group << 8 | s.op);
    w.u32(s.operation);
    w.u32(s.fragment);
    w.u8((s.first ? 0x80U : 0U) | (s.last ? 0x40U : 0U) | static_cast<std::uint32_t>(s.rounding) << 3 |
         s.precision);
    w.u8(0);
    w.u16(s.child);
    w.u16(s.length);
    w.u16(s.credits);
    w.u32(0);
}

} // namespace

const OpcodeLayout& layout_of(Opcode opcode) { return layouts[static_cast<std::size_t>(opcode)]; }

std::size_t header_bytes(Opcode opcode, bool has_grh, bool has_sharp)
{
    const OpcodeLayout& l = layout_of(opcode);
    return lrh_bytes + bth_bytes + (has_grh ? grh_bytes : 0) + (l.deth ? deth_bytes : 0) +
           (l.reth ? reth_bytes : 0) + (l.aeth ? aeth_bytes : 0) + (l.immdt ? immdt_bytes : 0) +
           (has_sharp ? sharp_header_bytes : 0);
}

std::size_t wire_bytes(const PacketBody& body, Opcode opcode, std::size_t payload_bytes)
{
    return header_bytes(opcode, body.has_grh, body.has_sharp) + payload_bytes + pad_of(payload_bytes) +
           icrc_bytes + vcrc_bytes;
}

void finish_packet(Packet& packet, PacketBody& body)
{
    const std::size_t size = body.payload.size();
    const OpcodeLayout& layout = layout_of(body.bth.opcode);
    SHARPSIM_CHECK(layout.known && (layout.payload || size == 0) &&
                       size + (body.has_sharp ? sharp_header_bytes : 0) <= max_payload_bytes,
                   Picoseconds{packet.birth}, "finish_packet",
                   "opcode " + std::to_string(static_cast<unsigned>(body.bth.opcode)) + " with " +
                       std::to_string(size) + " payload bytes");
    const std::size_t bytes = wire_bytes(body, body.bth.opcode, size);
    packet.opcode = static_cast<std::uint8_t>(body.bth.opcode);
    packet.payload_bytes = static_cast<std::uint16_t>(size);
    packet.wire_bytes = static_cast<std::uint16_t>(bytes);
    body.bth.pad_count = static_cast<std::uint8_t>(pad_of(size));
    if (body.has_grh)
        body.grh.pay_len = static_cast<std::uint16_t>(bytes - vcrc_bytes - lrh_bytes - grh_bytes);
    if (body.has_sharp)
        body.sharp.length = static_cast<std::uint16_t>(size);

    std::array<std::uint8_t, max_header_bytes> headers;
    const std::uint32_t crc = icrc(headers.data(), encode_headers(packet, body, headers.data()));
    if (size != 0 && !body.payload.has_bytes()) {
        packet.icrc = static_cast<std::uint32_t>(hash_combine(crc, size));
        return;
    }
    constexpr std::uint8_t pad[3] = {0, 0, 0};
    const Payload& payload = body.payload;
    packet.icrc = icrc_more(icrc_more(crc, payload.data(), size), pad, body.bth.pad_count);
}

Lrh lrh_of(const Packet& packet, const PacketBody& body)
{
    Lrh lrh;
    lrh.vl = packet.vl;
    lrh.sl = packet.sl;
    lrh.lnh = body.has_grh ? 3 : 2;
    lrh.dlid = packet.dlid;
    lrh.slid = packet.slid;
    lrh.pkt_len = static_cast<std::uint16_t>((packet.wire_bytes - vcrc_bytes) / 4);
    return lrh;
}

std::size_t encode_headers(const Lrh& lrh, const PacketBody& body, std::uint8_t* out)
{
    SHARPSIM_CHECK(fields_fit(lrh, body), Picoseconds{0}, "encode_headers",
                   "a header field is wider than its place on the wire");
    WireWriter w{out};
    w.u8(static_cast<std::uint32_t>(lrh.vl) << 4 | lrh.lver);
    w.u8(static_cast<std::uint32_t>(lrh.sl) << 4 | lrh.lnh);
    w.u16(lrh.dlid);
    w.u16(lrh.pkt_len);
    w.u16(lrh.slid);
    if (body.has_grh)
        write_grh(w, body.grh);
    write_bth(w, body.bth);
    const OpcodeLayout& layout = layout_of(body.bth.opcode);
    if (layout.deth) {
        w.u32(body.deth.q_key);
        w.u32(body.deth.src_qp);
    }
    if (layout.reth) {
        w.u64(body.reth.va);
        w.u32(body.reth.r_key);
        w.u32(body.reth.dma_len);
    }
    if (layout.aeth)
        w.u32(static_cast<std::uint32_t>(body.aeth.syndrome) << 24 | body.aeth.msn);
    if (layout.immdt)
        w.u32(body.immdt.value);
    if (body.has_sharp)
        write_sharp(w, body.sharp);
    return static_cast<std::size_t>(w.at() - out);
}

std::size_t encode_headers(const Packet& packet, const PacketBody& body, std::uint8_t* out)
{
    return encode_headers(lrh_of(packet, body), body, out);
}

std::vector<std::uint8_t> encode(Frame& frame)
{
    Packet packet;
    packet.vl = frame.lrh.vl;
    packet.sl = frame.lrh.sl;
    packet.dlid = frame.lrh.dlid;
    packet.slid = frame.lrh.slid;
    finish_packet(packet, frame.body);
    const std::uint8_t lver = frame.lrh.lver;
    frame.lrh = lrh_of(packet, frame.body);
    frame.lrh.lver = lver;

    std::vector<std::uint8_t> bytes(packet.wire_bytes, 0);
    const std::size_t head = encode_headers(frame.lrh, frame.body, bytes.data());
    const Payload& payload = frame.body.payload;
    if (payload.has_bytes())
        WireWriter{bytes.data() + head}.bytes(payload.data(), payload.size());
    const std::size_t covered = bytes.size() - icrc_bytes - vcrc_bytes;
    frame.icrc = icrc(bytes.data(), covered);
    for (unsigned i = 0; i < icrc_bytes; ++i)
        bytes[covered + i] = static_cast<std::uint8_t>(frame.icrc >> (8 * i));
    frame.vcrc = vcrc(bytes.data(), covered + icrc_bytes);
    bytes[covered + 4] = static_cast<std::uint8_t>(frame.vcrc);
    bytes[covered + 5] = static_cast<std::uint8_t>(frame.vcrc >> 8);
    return bytes;
}

std::array<std::uint8_t, flow_control_bytes> encode(const FlowControl& fc)
{
    std::array<std::uint8_t, flow_control_bytes> bytes;
    WireWriter w{bytes.data()};
    w.u16(static_cast<std::uint32_t>(fc.op) << 12 | (fc.fctbs & 0xFFFU));
    w.u16(static_cast<std::uint32_t>(fc.vl) << 12 | (fc.fccl & 0xFFFU));
    const std::uint16_t crc = lpcrc(bytes.data());
    w.u8(crc);
    w.u8(crc >> 8);
    return bytes;
}

} // namespace sharpsim
