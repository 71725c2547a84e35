// SPDX-License-Identifier: Apache-2.0
// The InfiniBand headers that the models use, as plain structs, and our own SHARP data-path header.
// Field names and widths: InfiniBand Architecture Specification, volume 1, chapters 7 to 9. The wire form is
// packet/codec.h's business.
#pragma once

#include <array>
#include <cstdint>

namespace sharpsim {

struct Lrh {              // local route header, 8 bytes
    std::uint8_t vl{0};   // 4 bits
    std::uint8_t lver{0}; // 4 bits
    std::uint8_t sl{0};   // 4 bits
    std::uint8_t lnh{2};  // 2 bits: 2 IBA local, 3 IBA global (GRH follows)
    std::uint16_t dlid{0};
    std::uint16_t pkt_len{0}; // 11 bits: 4-byte words from the first byte of LRH through ICRC
    std::uint16_t slid{0};
};

using Gid = std::array<std::uint8_t, 16>;

struct Grh { // global route header, 40 bytes
    std::uint8_t ip_version{6};
    std::uint8_t traffic_class{0};
    std::uint32_t flow_label{0}; // 20 bits
    std::uint16_t pay_len{0};    // bytes after the GRH through ICRC
    std::uint8_t next_header{0x1B};
    std::uint8_t hop_limit{0};
    Gid sgid{};
    Gid dgid{};
};

enum class Opcode : std::uint8_t {
    rc_send_first = 0x00,
    rc_send_middle = 0x01,
    rc_send_last = 0x02,
    rc_send_last_imm = 0x03,
    rc_send_only = 0x04,
    rc_send_only_imm = 0x05,
    rc_write_first = 0x06,
    rc_write_middle = 0x07,
    rc_write_last = 0x08,
    rc_write_last_imm = 0x09,
    rc_write_only = 0x0A,
    rc_write_only_imm = 0x0B,
    rc_read_request = 0x0C,
    rc_read_response_first = 0x0D,
    rc_read_response_middle = 0x0E,
    rc_read_response_last = 0x0F,
    rc_read_response_only = 0x10,
    rc_ack = 0x11,
    ud_send_only = 0x64,
    ud_send_only_imm = 0x65,
};

struct Bth { // base transport header, 12 bytes
    Opcode opcode{Opcode::rc_send_only};
    bool solicited{false};
    bool migrated{false};
    std::uint8_t pad_count{0}; // 2 bits
    std::uint8_t tver{0};      // 4 bits
    std::uint16_t p_key{0xFFFF};
    bool fecn{false};
    bool becn{false};
    std::uint32_t dest_qp{0}; // 24 bits
    bool ack_request{false};
    std::uint32_t psn{0}; // 24 bits
};

struct Deth { // datagram extended transport header, 8 bytes
    std::uint32_t q_key{0};
    std::uint32_t src_qp{0}; // 24 bits
};

struct Reth { // RDMA extended transport header, 16 bytes
    std::uint64_t va{0};
    std::uint32_t r_key{0};
    std::uint32_t dma_len{0};
};

struct Aeth { // ACK extended transport header, 4 bytes
    std::uint8_t syndrome{0};
    std::uint32_t msn{0}; // 24 bits
};

struct ImmDt { // immediate data, 4 bytes
    std::uint32_t value{0};
};

// Our SHARP data-path header, version 1: 32 bytes at the start of the IB payload. NVIDIA's own is not public.
enum class SharpKind : std::uint8_t { request = 1, result = 2, error = 3 };

struct SharpHeader {
    static constexpr std::uint8_t current_version = 1;
    std::uint8_t version{current_version}; // 4 bits
    SharpKind kind{SharpKind::request};    // 4 bits
    std::uint8_t status{0};                // 0 is success
    std::uint16_t tree{0};
    std::uint32_t job{0};       // 24 bits
    std::uint8_t type{0};       // reduction::Type
    std::uint32_t group{0};     // 24 bits
    std::uint8_t op{0};         // reduction::Operator
    std::uint32_t operation{0}; // number of the operation within its group, counts up
    std::uint32_t fragment{0};  // index of this operation in the message that was cut up
    bool first{true};           // first and last fragment of the message
    bool last{true};
    std::uint8_t rounding{0};  // 3 bits
    std::uint8_t precision{0}; // 3 bits
    std::uint16_t child{0};    // index of the sender among the children of the receiving node
    std::uint16_t length{0};   // payload bytes that follow the header
    std::uint16_t credits{0};  // streaming aggregation; 0 in low-latency trees
};
constexpr unsigned sharp_header_bytes = 32;

// Bytes on the wire, 9.1 and 7.7: LRH 8, GRH 40, BTH 12, DETH 8, RETH 16, AETH 4, ImmDt 4, ICRC 4, VCRC 2.
constexpr unsigned lrh_bytes = 8;
constexpr unsigned grh_bytes = 40;
constexpr unsigned bth_bytes = 12;
constexpr unsigned deth_bytes = 8;
constexpr unsigned reth_bytes = 16;
constexpr unsigned aeth_bytes = 4;
constexpr unsigned immdt_bytes = 4;
constexpr unsigned icrc_bytes = 4;
constexpr unsigned vcrc_bytes = 2;

} // namespace sharpsim
