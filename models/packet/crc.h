// SPDX-License-Identifier: Apache-2.0
// The three checksums of an InfiniBand link: ICRC (end to end, 32 bits), VCRC (per link, 16 bits) and LPCRC
// (of flow-control packets; the arithmetic of VCRC). Rules: InfiniBand Architecture Specification, volume
// 1, 7.8.
#pragma once

#include <cstddef>
#include <cstdint>

namespace sharpsim {

// ICRC: the CRC-32 of Ethernet and zlib (0x04C11DB7, low bit first, starts at ones, inverted at the end) over
// LRH through payload and pad, with the fields that a switch or router may change read as ones:
//   LNH 2: LRH.VL; the BTH byte of FECN and BECN.
//   LNH 3: the whole LRH; GRH traffic class, flow label and hop limit; the BTH byte of FECN and BECN.
// On the wire the least significant byte goes first.

// Bytes from the start of the LRH that hold all masked fields.
constexpr std::size_t icrc_masked_local = 13;  // LRH 8, BTH byte 4
constexpr std::size_t icrc_masked_global = 53; // LRH 8, GRH 40, BTH byte 4

// Whole frame, from the LRH; `bytes` through payload and pad. Payload bytes are read in place.
std::uint32_t icrc(const std::uint8_t* frame, std::size_t bytes);

// The same in pieces: `headers` from the LRH on, at least the masked part; then any number of further bytes.
//   icrc(headers ++ payload) == icrc_more(icrc(headers), payload)
std::uint32_t icrc_more(std::uint32_t crc, const std::uint8_t* bytes, std::size_t count);

// VCRC: x^16+x^12+x^3+x+1, low bit first, starts at ones, inverted at the end, over LRH through ICRC,
// unmasked. On the wire the low byte goes first.
std::uint16_t vcrc(const std::uint8_t* frame, std::size_t bytes);
// vcrc(a ++ b) == vcrc_more(vcrc(a), b)
std::uint16_t vcrc_more(std::uint16_t crc, const std::uint8_t* bytes, std::size_t count);

// LPCRC: over the first four bytes of a flow-control packet.
inline std::uint16_t lpcrc(const std::uint8_t* packet) { return vcrc(packet, 4); }

} // namespace sharpsim
