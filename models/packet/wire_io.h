// SPDX-License-Identifier: Apache-2.0
// Big-endian words at a moving pointer. The caller has checked the bounds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace sharpsim {

class WireWriter {
public:
    explicit WireWriter(std::uint8_t* at) : at_{at} {}
    void u8(std::uint32_t v) { *at_++ = static_cast<std::uint8_t>(v); }
    void u16(std::uint32_t v)
    {
        u8(v >> 8);
        u8(v);
    }
    void u32(std::uint32_t v)
    {
        u16(v >> 16);
        u16(v);
    }
    void u64(std::uint64_t v)
    {
        u32(static_cast<std::uint32_t>(v >> 32));
        u32(static_cast<std::uint32_t>(v));
    }
    void bytes(const std::uint8_t* from, std::size_t count) { at_ = std::copy_n(from, count, at_); }
    [[nodiscard]] std::uint8_t* at() const { return at_; }

private:
    std::uint8_t* at_;
};

class WireReader {
public:
    explicit WireReader(const std::uint8_t* at) : at_{at} {}
    std::uint8_t u8() { return *at_++; }
    std::uint16_t u16()
    {
        const unsigned high = u8();
        return static_cast<std::uint16_t>(high << 8 | u8());
    }
    std::uint32_t u32()
    {
        const std::uint32_t high = u16();
        return high << 16 | u16();
    }
    std::uint64_t u64()
    {
        const std::uint64_t high = u32();
        return high << 32 | u32();
    }
    void bytes(std::uint8_t* to, std::size_t count)
    {
        std::copy_n(at_, count, to);
        at_ += count;
    }
    [[nodiscard]] const std::uint8_t* at() const { return at_; }

private:
    const std::uint8_t* at_;
};

} // namespace sharpsim
