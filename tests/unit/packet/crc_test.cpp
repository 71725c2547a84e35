// SPDX-License-Identifier: Apache-2.0
#include "packet/crc.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "unit/packet/vectors.h"

namespace sharpsim {
namespace {

using test::from_hex;

std::vector<std::uint8_t> stored(std::uint32_t icrc_value)
{
    return {static_cast<std::uint8_t>(icrc_value), static_cast<std::uint8_t>(icrc_value >> 8),
            static_cast<std::uint8_t>(icrc_value >> 16), static_cast<std::uint8_t>(icrc_value >> 24)};
}

// One bit at a time, straight from the polynomials.
std::uint32_t bitwise(std::uint32_t polynomial, std::uint32_t start, const std::vector<std::uint8_t>& bytes)
{
    std::uint32_t crc = start;
    for (const std::uint8_t b : bytes) {
        crc ^= b;
        for (int i = 0; i < 8; ++i)
            crc = (crc & 1U) != 0 ? crc >> 1 ^ polynomial : crc >> 1;
    }
    return crc ^ start;
}

std::vector<std::uint8_t> random_bytes(RandomStream& r, std::size_t count)
{
    std::vector<std::uint8_t> bytes(count);
    for (auto& b : bytes)
        b = static_cast<std::uint8_t>(r.next());
    return bytes;
}

TEST(Crc, FramesWithKnownChecksums)
{
    for (const auto text : {test::frame_a, test::frame_b, test::frame_c, test::frame_d}) {
        const auto f = from_hex(text);
        EXPECT_EQ(stored(icrc(f.data(), f.size() - 6)), std::vector<std::uint8_t>(f.end() - 6, f.end() - 2))
            << text;
        const std::uint16_t v = vcrc(f.data(), f.size() - 2);
        EXPECT_EQ(v & 0xFF, f[f.size() - 2]) << text;
        EXPECT_EQ(v >> 8, f[f.size() - 1]) << text;
    }
}

TEST(Crc, PublishedFrame)
{
    auto f = from_hex(test::frame_l);
    const auto i = stored(icrc(f.data(), f.size()));
    EXPECT_EQ(i, from_hex("9625B75A"));
    f.insert(f.end(), i.begin(), i.end());
    const std::uint16_t v = vcrc(f.data(), f.size());
    EXPECT_EQ(v & 0xFF, 0x45);
    EXPECT_EQ(v >> 8, 0xFA);
}

TEST(Crc, FlowControlPacket)
{
    const auto f = from_hex(test::flow_control);
    EXPECT_EQ(lpcrc(f.data()), f[4] | f[5] << 8);
}

TEST(Crc, EqualsTheBitwiseDefinitionForAllSmallLengths)
{
    RandomStream r{1, "crc"};
    for (std::size_t n = 0; n < 200; ++n) {
        const auto bytes = random_bytes(r, n);
        EXPECT_EQ(vcrc(bytes.data(), n), bitwise(0xD008, 0xFFFF, bytes)) << n;
        EXPECT_EQ(icrc_more(0, bytes.data(), n), bitwise(0xEDB88320, 0xFFFFFFFF, bytes)) << n;
    }
}

TEST(Crc, InPiecesEqualsInOne)
{
    RandomStream r{2, "crc"};
    for (int round = 0; round < 2000; ++round) {
        const auto bytes = random_bytes(r, 60 + r.below(1000));
        const std::size_t cut = icrc_masked_global + r.below(bytes.size() - icrc_masked_global);
        EXPECT_EQ(icrc(bytes.data(), bytes.size()),
                  icrc_more(icrc(bytes.data(), cut), bytes.data() + cut, bytes.size() - cut));
        EXPECT_EQ(vcrc(bytes.data(), bytes.size()),
                  vcrc_more(vcrc(bytes.data(), cut), bytes.data() + cut, bytes.size() - cut));
    }
}

// Which bits of a frame the ICRC does not see, bit by bit.
void expect_masked(const std::vector<std::uint8_t>& frame, const std::vector<std::uint8_t>& mask)
{
    const std::size_t covered = frame.size() - 6;
    const std::uint32_t whole = icrc(frame.data(), covered);
    for (std::size_t bit = 0; bit < covered * 8; ++bit) {
        auto flipped = frame;
        const auto flip = static_cast<std::uint8_t>(0x80U >> bit % 8);
        flipped[bit / 8] ^= flip;
        const bool masked = bit / 8 < mask.size() && (mask[bit / 8] & flip) != 0;
        EXPECT_EQ(icrc(flipped.data(), covered) == whole, masked) << "byte " << bit / 8 << " bit " << bit % 8;
    }
}

TEST(Crc, LocalPacketsMaskVirtualLaneAndCongestionBits)
{
    std::vector<std::uint8_t> mask(13, 0);
    mask[0] = 0xF0;
    mask[12] = 0xFF;
    expect_masked(from_hex(test::frame_a), mask);
    expect_masked(from_hex(test::frame_d), mask);
}

TEST(Crc, GlobalPacketsMaskWhatRoutersChange)
{
    std::vector<std::uint8_t> mask(53, 0);
    std::fill_n(mask.begin(), 8, std::uint8_t{0xFF});
    mask[1] = 0xFC; // the two LNH bits choose the rule and so are seen: another LNH is another mask
    mask[8] = 0x0F;
    mask[9] = mask[10] = mask[11] = 0xFF;
    mask[15] = 0xFF;
    mask[52] = 0xFF;
    expect_masked(from_hex(test::frame_c), mask);
}

TEST(Crc, EverySingleBitErrorChangesTheVcrc)
{
    for (const auto text : {test::frame_a, test::frame_b, test::frame_c, test::frame_d}) {
        const auto frame = from_hex(text);
        for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
            auto f = frame;
            f[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
            EXPECT_NE(vcrc(f.data(), f.size() - 2), f[f.size() - 2] | f[f.size() - 1] << 8);
        }
    }
}

} // namespace
} // namespace sharpsim
