// SPDX-License-Identifier: Apache-2.0
// Between the structs of headers.h and bytes on the wire: LRH [GRH] BTH [extension headers] [SHARP header]
// payload pad ICRC VCRC, all fields big-endian, and the 6 bytes of a flow-control packet. Reserved bits of
// InfiniBand's own headers are sent as zero and ignored when received; those of the SHARP header
// (docs/sharp_header.md) must be zero.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "packet/headers.h"
#include "packet/packet.h"

namespace sharpsim {

// What follows the BTH of an opcode, in this order.
struct OpcodeLayout {
    bool known{false};
    bool deth{false};
    bool reth{false};
    bool aeth{false};
    bool immdt{false};
    bool payload{true}; // may carry payload
};
const OpcodeLayout& layout_of(Opcode opcode);

constexpr std::size_t max_payload_bytes = 4096; // the largest MTU; the SHARP header counts as payload
// LRH 8, GRH 40, BTH 12, RETH 16, ImmDt 4, SHARP header 32.
constexpr std::size_t max_header_bytes = 112;

// LRH through the last header before the application payload.
std::size_t header_bytes(Opcode opcode, bool has_grh, bool has_sharp);
// LRH through VCRC of a packet with this application payload, its pad and the body's GRH and SHARP header.
std::size_t wire_bytes(const PacketBody& body, Opcode opcode, std::size_t payload_bytes);

// --- a packet at its source ---

// Fills what follows from body and addresses: opcode, payload_bytes, wire_bytes, pad count, GRH payload
// length, SHARP length, ICRC. LIDs, SL, VL and all other fields must be set before; VL, FECN and BECN may
// change afterwards. A payload without bytes (Payload::sized) has no ICRC: hash_combine(ICRC of the headers,
// payload size), cut to 32 bits, stands in its place.
void finish_packet(Packet& packet, PacketBody& body);

// The LRH of a finished packet.
Lrh lrh_of(const Packet& packet, const PacketBody& body);
// Writes LRH through the last header to `out`, which holds max_header_bytes; returns the number written.
std::size_t encode_headers(const Lrh& lrh, const PacketBody& body, std::uint8_t* out);
std::size_t encode_headers(const Packet& packet, const PacketBody& body, std::uint8_t* out);

// --- whole frames ---

struct Frame {
    Lrh lrh;
    PacketBody body; // extension headers that the opcode does not have keep their defaults
    std::uint32_t icrc{0};
    std::uint16_t vcrc{0};
};

// Fills LNH, PktLen, GRH payload length, pad count, SHARP length and both CRCs, and returns LRH through VCRC.
// A payload without bytes is written as zeros.
std::vector<std::uint8_t> encode(Frame& frame);

// Whether the payload begins with our SHARP header is known to the queue pair only; the bytes do not tell.
enum class Content : std::uint8_t { plain, sharp };

struct DecodedFrame {
    Frame frame;
    std::string error; // why the bytes are no good frame; empty: all is well
};
DecodedFrame decode(const std::uint8_t* bytes, std::size_t count, Content content = Content::plain);

// --- flow-control packets (specification 7.9.4) ---

struct FlowControl {
    std::uint8_t op{0};     // 4 bits: 0 normal, 1 while the link is initialised
    std::uint16_t fctbs{0}; // 12 bits: blocks sent
    std::uint8_t vl{0};     // 4 bits: a data lane
    std::uint16_t fccl{0};  // 12 bits: credit limit
};
constexpr std::size_t flow_control_bytes = 6;

std::array<std::uint8_t, flow_control_bytes> encode(const FlowControl& fc);

struct DecodedFlowControl {
    FlowControl fc;
    std::string error;
};
DecodedFlowControl decode_flow_control(const std::uint8_t* bytes, std::size_t count);

} // namespace sharpsim
