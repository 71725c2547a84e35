// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "packet/codec.h"
#include "packet/crc.h"
#include "packet/wire_io.h"

namespace sharpsim {

namespace {

Grh read_grh(WireReader& r)
{
    Grh g;
    const std::uint32_t word = r.u32();
    g.ip_version = static_cast<std::uint8_t>(word >> 28);
    g.traffic_class = static_cast<std::uint8_t>(word >> 20);
    g.flow_label = word & 0xF'FFFFU;
    g.pay_len = r.u16();
    g.next_header = r.u8();
    g.hop_limit = r.u8();
    r.bytes(g.sgid.data(), g.sgid.size());
    r.bytes(g.dgid.data(), g.dgid.size());
    return g;
}

Bth read_bth(WireReader& r)
{
    Bth b;
    b.opcode = static_cast<Opcode>(r.u8());
    const unsigned flags = r.u8();
    b.solicited = (flags & 0x80U) != 0;
    b.migrated = (flags & 0x40U) != 0;
    b.pad_count = static_cast<std::uint8_t>(flags >> 4 & 3U);
    b.tver = static_cast<std::uint8_t>(flags & 15U);
    b.p_key = r.u16();
    const std::uint32_t qp = r.u32();
    b.fecn = (qp & 0x8000'0000U) != 0;
    b.becn = (qp & 0x4000'0000U) != 0;
    b.dest_qp = qp & 0xFF'FFFFU;
    const std::uint32_t psn = r.u32();
    b.ack_request = (psn & 0x8000'0000U) != 0;
    b.psn = psn & 0xFF'FFFFU;
    return b;
}

void read_extensions(WireReader& r, const OpcodeLayout& layout, PacketBody& body)
{
    if (layout.deth) {
        body.deth.q_key = r.u32();
        body.deth.src_qp = r.u32() & 0xFF'FFFFU;
    }
    if (layout.reth) {
        body.reth.va = r.u64();
        body.reth.r_key = r.u32();
        body.reth.dma_len = r.u32();
    }
    if (layout.aeth) {
        const std::uint32_t word = r.u32();
        body.aeth.syndrome = static_cast<std::uint8_t>(word >> 24);
        body.aeth.msn = word & 0xFF'FFFFU;
    }
    if (layout.immdt)
        body.immdt.value = r.u32();
}

// Returns why it is none of ours, or nothing.
std::string read_sharp(WireReader& r, SharpHeader& s, std::size_t payload_bytes)
{
    const unsigned first_byte = r.u8();
    s.version = static_cast<std::uint8_t>(first_byte >> 4);
    if (s.version != SharpHeader::current_version)
        return "SHARP header of version " + std::to_string(s.version) + ", known is version 1";
    const unsigned kind = first_byte & 15U;
    if (kind < static_cast<unsigned>(SharpKind::request) || kind > static_cast<unsigned>(SharpKind::error))
        return "SHARP kind " + std::to_string(kind) + " is not defined";
    s.kind = static_cast<SharpKind>(kind);
    s.status = r.u8();
    s.tree = r.u16();
    const std::uint32_t job_type = r.u32();
    s.job = job_type >> 8;
    s.type = static_cast<std::uint8_t>(job_type);
    const std::uint32_t group_op = r.u32();
    s.group = group_op >> 8;
    s.op = static_cast<std::uint8_t>(group_op);
    s.operation = r.u32();
    s.fragment = r.u32();
    const unsigned flags = r.u8();
    s.first = (flags & 0x80U) != 0;
    s.last = (flags & 0x40U) != 0;
    s.rounding = static_cast<std::uint8_t>(flags >> 3 & 7U);
    s.precision = static_cast<std::uint8_t>(flags & 7U);
    unsigned reserved = r.u8();
    s.child = r.u16();
    s.length = r.u16();
    s.credits = r.u16();
    reserved |= r.u32() != 0 ? 1U : 0U;
    if (reserved != 0)
        return "reserved bits of the SHARP header are not zero";
    if (s.length != payload_bytes)
        return "SHARP length " + std::to_string(s.length) + " does not equal the " +
               std::to_string(payload_bytes) + " payload bytes that follow";
    return {};
}

} // namespace

DecodedFrame decode(const std::uint8_t* bytes, std::size_t count, Content content)
{
    DecodedFrame d;
    Frame& f = d.frame;
    const auto fail = [&d](std::string reason) {
        d.error = std::move(reason);
        return d;
    };
    if (count < lrh_bytes + bth_bytes + icrc_bytes + vcrc_bytes)
        return fail("frame of " + std::to_string(count) + " bytes, the shortest has 26");
    WireReader r{bytes};
    const unsigned vl_lver = r.u8();
    const unsigned sl_lnh = r.u8();
    f.lrh.vl = static_cast<std::uint8_t>(vl_lver >> 4);
    f.lrh.lver = static_cast<std::uint8_t>(vl_lver & 15U);
    f.lrh.sl = static_cast<std::uint8_t>(sl_lnh >> 4);
    f.lrh.lnh = static_cast<std::uint8_t>(sl_lnh & 3U);
    f.lrh.dlid = r.u16();
    f.lrh.pkt_len = static_cast<std::uint16_t>(r.u16() & 0x7FFU);
    f.lrh.slid = r.u16();
    if (f.lrh.lver != 0)
        return fail("link version " + std::to_string(f.lrh.lver) + ", known is 0");
    if (f.lrh.pkt_len * 4U + vcrc_bytes != count)
        return fail("PktLen " + std::to_string(f.lrh.pkt_len) + " words in a frame of " +
                    std::to_string(count) + " bytes");
    if (f.lrh.pkt_len > (max_payload_bytes + 124) / 4)
        return fail("PktLen " + std::to_string(f.lrh.pkt_len) + " is above the limit of the largest MTU");
    const std::size_t covered = count - icrc_bytes - vcrc_bytes;
    f.vcrc = static_cast<std::uint16_t>(bytes[covered + 4] | bytes[covered + 5] << 8);
    if (f.vcrc != vcrc(bytes, covered + icrc_bytes))
        return fail("VCRC does not match");
    if (f.lrh.lnh < 2)
        return fail("LNH " + std::to_string(f.lrh.lnh) + ": raw packets are not supported");

    PacketBody& body = f.body;
    body.has_grh = f.lrh.lnh == 3;
    if (body.has_grh) {
        if (count < lrh_bytes + grh_bytes + bth_bytes + icrc_bytes + vcrc_bytes)
            return fail("frame of " + std::to_string(count) + " bytes, the shortest with a GRH has 66");
        body.grh = read_grh(r);
        if (body.grh.ip_version != 6)
            return fail("GRH version " + std::to_string(body.grh.ip_version) + ", allowed is 6");
        if (body.grh.next_header != 0x1B)
            return fail("GRH next header " + std::to_string(body.grh.next_header) + ", allowed is 27");
        if (body.grh.pay_len != count - vcrc_bytes - lrh_bytes - grh_bytes)
            return fail("GRH payload length " + std::to_string(body.grh.pay_len) + " in a frame of " +
                        std::to_string(count) + " bytes");
    }
    body.bth = read_bth(r);
    const OpcodeLayout& layout = layout_of(body.bth.opcode);
    if (!layout.known)
        return fail("opcode " + std::to_string(static_cast<unsigned>(body.bth.opcode)) + " is not supported");
    if (body.bth.tver != 0)
        return fail("transport version " + std::to_string(body.bth.tver) + ", known is 0");
    body.has_sharp = content == Content::sharp;
    const std::size_t head = header_bytes(body.bth.opcode, body.has_grh, body.has_sharp);
    if (covered < head + body.bth.pad_count)
        return fail("frame of " + std::to_string(count) + " bytes is too short for its headers and pad");
    const std::size_t payload_bytes = covered - head - body.bth.pad_count;
    if (payload_bytes + (body.has_sharp ? sharp_header_bytes : 0) > max_payload_bytes)
        return fail(std::to_string(payload_bytes) + " payload bytes exceed the largest MTU");
    if (!layout.payload && covered != head)
        return fail("opcode " + std::to_string(static_cast<unsigned>(body.bth.opcode)) +
                    " carries no payload");
    f.icrc = 0;
    for (unsigned i = icrc_bytes; i-- > 0;)
        f.icrc = f.icrc << 8 | bytes[covered + i];
    if (f.icrc != icrc(bytes, covered))
        return fail("ICRC does not match");
    read_extensions(r, layout, body);
    if (body.has_sharp) {
        std::string reason = read_sharp(r, body.sharp, payload_bytes);
        if (!reason.empty())
            return fail(std::move(reason));
    }
    if (payload_bytes != 0) {
        body.payload = Payload{payload_bytes};
        r.bytes(body.payload.data(), payload_bytes);
    }
    return d;
}

DecodedFlowControl decode_flow_control(const std::uint8_t* bytes, std::size_t count)
{
    DecodedFlowControl d;
    if (count != flow_control_bytes) {
        d.error = "flow-control packet of " + std::to_string(count) + " bytes, it has 6";
        return d;
    }
    WireReader r{bytes};
    const unsigned first = r.u16();
    const unsigned second = r.u16();
    d.fc.op = static_cast<std::uint8_t>(first >> 12);
    d.fc.fctbs = static_cast<std::uint16_t>(first & 0xFFFU);
    d.fc.vl = static_cast<std::uint8_t>(second >> 12);
    d.fc.fccl = static_cast<std::uint16_t>(second & 0xFFFU);
    if (static_cast<unsigned>(bytes[4] | bytes[5] << 8) != lpcrc(bytes))
        d.error = "LPCRC does not match";
    else if (d.fc.op > 1)
        d.error = "flow-control operation " + std::to_string(d.fc.op) + " is reserved";
    else if (d.fc.vl == 15)
        d.error = "VL15 has no flow control";
    return d;
}

} // namespace sharpsim
