// SPDX-License-Identifier: Apache-2.0
// Complete frames with known checksums. A to D: LRH through VCRC, built and checked outside this project with
// zlib and a bitwise CRC-16 whose rules hold for a public capture of real traffic; L: a frame published with
// its checksums.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace sharpsim::test {

inline std::vector<std::uint8_t> from_hex(std::string_view text)
{
    const auto digit = [](char c) {
        return static_cast<unsigned>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
    };
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i + 1 < text.size(); i += 2)
        bytes.push_back(static_cast<std::uint8_t>(digit(text[i]) << 4 | digit(text[i + 1])));
    return bytes;
}

// RC WRITE only, VL0 SL0 DLID 2 SLID 1 QP 0x48 PSN 0x10, acknowledge request, 16 bytes.
constexpr std::string_view frame_a =
    "00020002000e00010a40ffff000000488000001000000000000010000000005500000010"
    "000102030405060708090a0b0c0d0e0fbaa25a80229d";
// RC ACK.
constexpr std::string_view frame_b = "00020001000700021140ffff00000049000000101f000001229b307e43f9";
// UD SEND only with GRH to multicast DLID 0xC001, pad count 3.
constexpr std::string_view frame_c =
    "0003c0010013000160000000001c1b00fe800000000000000002c90300000001ff12401b"
    "ffff000000000000000000016470ffff00ffffff0000000500000b1b0000005001000000"
    "3030fb196359";
// RC SEND only without payload, VL3 SL3, FECN.
constexpr std::string_view frame_d = "30320002000600010440ffff8000004880000011ae2ca3754070";
// Flow control: operation 0, FCTBS 0x123, VL 2, FCCL 0x456.
constexpr std::string_view flow_control = "012324566a84";
// RC WRITE only, LRH through pad; ICRC bytes 9625b75a, VCRC bytes 45fa follow on the wire.
constexpr std::string_view frame_l = "7012375C000E17D20A2024870087B1B3000DEC2A01710A1C015D400238F2"
                                     "7A050000000EBB884D85FD5CFBA4728BC0690ED40000";

} // namespace sharpsim::test
