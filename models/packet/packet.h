// SPDX-License-Identifier: Apache-2.0
// A packet on its way: a 64-byte record in a pool, named by a 32-bit handle. What a switch needs is in the
// record; headers and payload are in a body that all copies of a multicast packet share.
#pragma once

#include <cstdint>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "packet/headers.h"
#include "packet/payload.h"

namespace sharpsim {

using PacketRef = std::uint32_t; // index into the pool
constexpr PacketRef no_packet = ~PacketRef{0};
using BodyRef = std::uint32_t;
constexpr BodyRef no_body = ~BodyRef{0};

// Headers and payload of a packet whose content matters (synthetic traffic has none).
struct PacketBody {
    std::uint32_t references{0};
    bool has_grh{false};
    bool has_sharp{false};
    Grh grh;
    Bth bth;
    Deth deth;
    Reth reth;
    Aeth aeth;
    ImmDt immdt;
    SharpHeader sharp;
    Payload payload;      // after the SHARP header, if there is one
    std::uint64_t tag{0}; // the sending software's, handed to the receiving software; not on the wire
};

struct alignas(64) Packet {
    PacketRef next{no_packet}; // link of the queue it stands in
    BodyRef body{no_body};
    std::uint16_t wire_bytes{0};    // LRH through VCRC
    std::uint16_t payload_bytes{0}; // application payload, for goodput
    std::uint16_t dlid{0};
    std::uint16_t slid{0};
    std::uint8_t vl{0};
    std::uint8_t sl{0};
    std::uint8_t opcode{0};
    std::uint16_t in_port{0}; // of the switch it is in
    std::uint16_t copies{0};  // multicast: copies still to leave this switch (in the stored record)
    std::uint32_t icrc{0};    // of size-only packets: a hash in its place
    std::uint32_t tag{0};     // owner's own
    std::uint64_t birth{0};   // ps, when its source made it
    std::uint64_t tail{0};    // ps, when its last byte is in this buffer

    // Credit blocks: 64 bytes each by default, counted over LRH..VCRC.
    [[nodiscard]] unsigned blocks(unsigned block_shift) const
    {
        return (wire_bytes + (1U << block_shift) - 1) >> block_shift;
    }
};
static_assert(sizeof(Packet) == 64);

class PacketPool {
public:
    PacketRef take()
    {
        if (free_ == no_packet)
            grow();
        const PacketRef p = free_;
        free_ = packets_[p].next;
        packets_[p] = Packet{};
        ++alive_;
        return p;
    }
    // A copy that shares the body.
    PacketRef copy(PacketRef from)
    {
        const PacketRef p = take();
        packets_[p] = packets_[from];
        packets_[p].next = no_packet;
        if (packets_[p].body != no_body)
            ++bodies_[packets_[p].body].references;
        return p;
    }
    void give_back(PacketRef p)
    {
        Packet& packet = packets_[p];
        if (packet.body != no_body)
            release_body(packet.body);
        packet.next = free_;
        packet.birth = unborn;
        free_ = p;
        --alive_;
    }
    BodyRef take_body();

    [[nodiscard]] Packet& operator[](PacketRef p) { return packets_[p]; }
    [[nodiscard]] const Packet& operator[](PacketRef p) const { return packets_[p]; }
    [[nodiscard]] PacketBody& body(BodyRef b) { return bodies_[b]; }
    [[nodiscard]] PacketBody& body_of(PacketRef p) { return bodies_[packets_[p].body]; }
    [[nodiscard]] std::uint64_t alive() const { return alive_; }
    // Birth of the oldest packet alive, in ps; all ones where there is none. Looks at the whole pool.
    [[nodiscard]] std::uint64_t oldest_birth() const;

private:
    static constexpr std::uint64_t unborn = ~std::uint64_t{0};
    void grow();
    void release_body(BodyRef b);

    std::vector<Packet> packets_; // references into it do not survive take()
    std::vector<PacketBody> bodies_;
    std::vector<BodyRef> free_bodies_;
    PacketRef free_{no_packet};
    std::uint64_t alive_{0};
};

} // namespace sharpsim
