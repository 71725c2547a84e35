// SPDX-License-Identifier: Apache-2.0
#include "packet/crc.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <isa-l/crc.h>

namespace sharpsim {

namespace {

// Table k holds the CRC of one byte followed by k zero bytes: eight bytes are folded by eight look-ups.
using SliceTables = std::array<std::array<std::uint16_t, 256>, 8>;

constexpr SliceTables make_tables()
{
    SliceTables t{};
    for (unsigned byte = 0; byte < 256; ++byte) {
        unsigned crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? (crc >> 1) ^ 0xD008U : crc >> 1; // 0x100B with its bits reversed
        t[0][byte] = static_cast<std::uint16_t>(crc);
    }
    for (unsigned k = 1; k < 8; ++k)
        for (unsigned byte = 0; byte < 256; ++byte)
            t[k][byte] = static_cast<std::uint16_t>((t[k - 1][byte] >> 8) ^ t[0][t[k - 1][byte] & 0xFFU]);
    return t;
}

constexpr SliceTables tables = make_tables();

} // namespace

std::uint32_t icrc_more(std::uint32_t crc, const std::uint8_t* bytes, std::size_t count)
{
    return count == 0 ? crc : crc32_gzip_refl(crc, bytes, count);
}

std::uint32_t icrc(const std::uint8_t* frame, std::size_t bytes)
{
    std::array<std::uint8_t, icrc_masked_global> head{};
    const bool global = bytes > 1 && (frame[1] & 3U) == 3;
    const std::size_t masked = std::min(bytes, global ? icrc_masked_global : icrc_masked_local);
    std::copy_n(frame, masked, head.data());
    if (global) {
        std::fill_n(head.data(), 8, std::uint8_t{0xFF});
        head[8] |= 0x0F;                                     // traffic class, high half
        std::fill_n(head.data() + 9, 3, std::uint8_t{0xFF}); // its low half, flow label
        head[15] = 0xFF;                                     // hop limit
        head[52] = 0xFF;
    } else {
        head[0] |= 0xF0;
        head[12] = 0xFF;
    }
    return icrc_more(icrc_more(0, head.data(), masked), frame + masked, bytes - masked);
}

std::uint16_t vcrc_more(std::uint16_t crc, const std::uint8_t* bytes, std::size_t count)
{
    unsigned c = static_cast<unsigned>(crc ^ 0xFFFFU);
    for (; count >= 8; count -= 8, bytes += 8)
        c = static_cast<unsigned>(tables[7][(c ^ bytes[0]) & 0xFFU] ^
                                  tables[6][((c >> 8) ^ bytes[1]) & 0xFFU] ^ tables[5][bytes[2]] ^
                                  tables[4][bytes[3]] ^ tables[3][bytes[4]] ^ tables[2][bytes[5]] ^
                                  tables[1][bytes[6]] ^ tables[0][bytes[7]]);
    for (; count > 0; --count, ++bytes)
        c = (c >> 8) ^ tables[0][(c ^ *bytes) & 0xFFU];
    return static_cast<std::uint16_t>(c ^ 0xFFFFU);
}

std::uint16_t vcrc(const std::uint8_t* frame, std::size_t bytes) { return vcrc_more(0, frame, bytes); }

} // namespace sharpsim
