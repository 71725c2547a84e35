// SPDX-License-Identifier: Apache-2.0
#include "collectives/mismatches.h"

#include <algorithm>
#include <cstring>

#include "base/random.h"

namespace sharpsim {

namespace {

// As a number: little-endian bytes, highest first.
std::string hex(const std::uint8_t* data, std::size_t bytes)
{
    constexpr char digits[] = "0123456789abcdef";
    std::string out = "0x";
    while (bytes-- > 0) {
        out += digits[data[bytes] >> 4];
        out += digits[data[bytes] & 15];
    }
    return out;
}

std::uint64_t multiply_fold(std::uint64_t a, std::uint64_t b)
{
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

} // namespace

bool Mismatches::compare(const Place& place, reduction::Type type, reduction::Operator op,
                         std::uint64_t first_element, const std::uint8_t* expected, const std::uint8_t* got,
                         std::size_t bytes)
{
    if (bytes == 0 || std::memcmp(expected, got, bytes) == 0)
        return true;
    const std::size_t size = reduction::element_bytes(type, op);
    for (std::size_t at = 0; at < bytes; at += size) {
        const std::size_t n = std::min(size, bytes - at);
        if (std::memcmp(expected + at, got + at, n) == 0)
            continue;
        if (place.collective)
            ++by_collective_[place.index];
        if (wrong_++ == 0)
            first_ = std::string{place.collective ? "collective " : "message "} +
                     std::to_string(place.index) + " at rank " + std::to_string(place.rank.value()) +
                     ", element " + std::to_string(first_element + at / size) + " (" +
                     std::string{name(type)} + "): expected " + hex(expected + at, n) + ", got " +
                     hex(got + at, n);
    }
    return false;
}

std::uint64_t Mismatches::wrong_in_collective(std::uint64_t index) const
{
    const auto it = by_collective_.find(index);
    return it == by_collective_.end() ? 0 : it->second;
}

std::uint64_t content_hash(std::uint64_t position, const std::uint8_t* data, std::size_t bytes)
{
    std::uint64_t h = mix64(position + 0x9e3779b97f4a7c15ULL) ^ bytes;
    std::uint64_t words[2];
    for (; bytes >= sizeof words; bytes -= sizeof words, data += sizeof words) {
        std::memcpy(words, data, sizeof words);
        h = multiply_fold(words[0] ^ h ^ 0xa0761d6478bd642fULL, words[1] ^ 0xe7037ed1a0b428dbULL) + (h << 1);
    }
    words[0] = words[1] = 0;
    if (bytes != 0)
        std::memcpy(words, data, bytes);
    return mix64(multiply_fold(words[0] ^ h ^ 0x8ebc6af09c88c6e3ULL, words[1] ^ 0x589965cc75374cc3ULL));
}

} // namespace sharpsim
