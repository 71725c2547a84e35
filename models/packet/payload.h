// SPDX-License-Identifier: Apache-2.0
// Bytes of a message, shared by reference: a message's packets are slices of one buffer. Not thread-safe: a
// payload stays within its region.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace sharpsim {

class Payload {
public:
    Payload() = default;
    // Uninitialised bytes, 64-byte aligned.
    explicit Payload(std::size_t bytes) : length_{static_cast<std::uint32_t>(bytes)}
    {
        const std::size_t total = (header_bytes + bytes + 63) / 64 * 64;
        void* raw = std::aligned_alloc(64, total);
        if (raw == nullptr)
            throw std::bad_alloc{};
        block_ = new (raw) Block{1};
    }
    Payload(const Payload& o) : block_{o.block_}, offset_{o.offset_}, length_{o.length_}
    {
        if (block_ != nullptr)
            ++block_->references;
    }
    Payload(Payload&& o) noexcept :
        block_{std::exchange(o.block_, nullptr)},
        offset_{std::exchange(o.offset_, 0)},
        length_{std::exchange(o.length_, 0)}
    {
    }
    Payload& operator=(Payload o) noexcept
    {
        std::swap(block_, o.block_);
        std::swap(offset_, o.offset_);
        std::swap(length_, o.length_);
        return *this;
    }
    ~Payload()
    {
        if (block_ != nullptr && --block_->references == 0)
            release(block_);
    }

    // `bytes` bytes from `offset`, sharing the buffer.
    [[nodiscard]] Payload slice(std::size_t offset, std::size_t bytes) const
    {
        Payload p{*this};
        p.offset_ += static_cast<std::uint32_t>(offset);
        p.length_ = static_cast<std::uint32_t>(bytes);
        return p;
    }
    // A size without bytes: what a size-only run carries.
    [[nodiscard]] static Payload sized(std::size_t bytes)
    {
        Payload p;
        p.length_ = static_cast<std::uint32_t>(bytes);
        return p;
    }

    // Appends what lies right behind it in the same buffer, or a size to a size; false, and unchanged, where
    // a copy is needed.
    [[nodiscard]] bool extend(const Payload& next)
    {
        if (length_ == 0 && block_ == nullptr) {
            *this = next;
            return true;
        }
        if (block_ != next.block_ || (block_ != nullptr && offset_ + length_ != next.offset_))
            return next.length_ == 0;
        length_ += next.length_;
        return true;
    }

    [[nodiscard]] bool has_bytes() const { return block_ != nullptr; }
    [[nodiscard]] std::size_t size() const { return length_; }
    [[nodiscard]] std::uint8_t* data() { return base(); }
    [[nodiscard]] const std::uint8_t* data() const { return base(); }

private:
    static constexpr std::size_t header_bytes = 64;
    struct Block {
        std::uint32_t references;
    };
    // Out of line: GCC 12 takes the next holder's count for a use after this free (-Wuse-after-free).
    [[gnu::noinline]] static void release(Block* block) { std::free(block); }
    [[nodiscard]] std::uint8_t* base() const
    {
        return block_ == nullptr ? nullptr : reinterpret_cast<std::uint8_t*>(block_) + header_bytes + offset_;
    }
    Block* block_{nullptr};
    std::uint32_t offset_{0};
    std::uint32_t length_{0};
};

} // namespace sharpsim
