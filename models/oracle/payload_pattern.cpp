// SPDX-License-Identifier: Apache-2.0
#include "oracle/payload_pattern.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.h"
#include "base/random.h"

namespace sharpsim::oracle {

namespace {

using reduction::Type;

// Two 32-bit keys of one run of 2^32 words: everything but the low half of the word's index.
struct Keys {
    std::uint32_t first;
    std::uint32_t second;
};

Keys keys_of(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, std::uint64_t index_high)
{
    const std::uint64_t h = hash_combine(hash_combine(hash_combine(hash_text("payload"), seed), rank),
                                         hash_combine(collective, index_high));
    return {static_cast<std::uint32_t>(h), static_cast<std::uint32_t>(h >> 32)};
}

// A 32-bit integer hash with full avalanche (constants of the "prospector" search, bias 0.11), keyed twice.
std::uint32_t word(Keys k, std::uint32_t index)
{
    std::uint32_t x = index + k.first;
    x ^= x >> 16;
    x *= 0x21F0AAADU;
    x ^= (x >> 15) ^ k.second;
    x *= 0xD35A2D97U;
    x ^= x >> 15;
    return x;
}

std::uint32_t as_integer(std::uint32_t w) { return w; }

// Exponent 123..130 of bias 127, from three bits of the word.
std::uint32_t as_float32(std::uint32_t w)
{
    return (w & 0x807FFFFFU) + (123U << 23) + (((w >> 23) & 7U) << 23);
}

// Two elements a word.
std::uint32_t as_float16(std::uint32_t w) // exponent 11..18 of bias 15
{
    return (w & 0x83FF83FFU) + 0x2C002C00U + (w & 0x1C001C00U);
}
std::uint32_t as_bfloat16(std::uint32_t w) { return (w & 0x807F807FU) + 0x3D803D80U + (w & 0x03800380U); }

template <std::uint32_t (*shape)(std::uint32_t)>
void write_words(Keys k, std::uint32_t first, std::size_t count, std::uint8_t* __restrict out)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t w = shape(word(k, first + static_cast<std::uint32_t>(i)));
        std::memcpy(out + 4 * i, &w, 4);
    }
}

using Writer = void (*)(Keys, std::uint32_t, std::size_t, std::uint8_t* __restrict);

Writer writer_of(Type type)
{
    switch (type) {
    case Type::int32:
    case Type::uint32:
        return write_words<as_integer>;
    case Type::float32:
        return write_words<as_float32>;
    case Type::float16:
        return write_words<as_float16>;
    case Type::bfloat16:
        return write_words<as_bfloat16>;
    default:
        throw ModelError("oracle: no payload pattern for " + std::string{name(type)});
    }
}

} // namespace

void fill(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, Type type,
          std::uint64_t first_element, std::size_t count, std::uint8_t* out)
{
    const Writer write = writer_of(type);
    const std::size_t size = reduction::element_bytes(type);
    std::uint64_t byte = first_element * size;
    const std::uint64_t end = byte + count * size;
    const auto run = [&](std::uint64_t first_word, std::size_t words, std::uint8_t* to) {
        write(keys_of(seed, rank, collective, first_word >> 32), static_cast<std::uint32_t>(first_word),
              words, to);
    };
    while (byte < end) {
        const std::uint64_t first_word = byte / 4;
        const std::uint64_t block_end = ((first_word >> 32) + 1) << 34; // bytes of one pair of keys
        const std::uint64_t whole = (std::min(end, block_end) - byte) / 4;
        if (byte % 4 == 0 && whole > 0) {
            run(first_word, whole, out);
            byte += whole * 4;
            out += whole * 4;
        } else { // half a word at either end
            std::uint8_t both[4];
            run(first_word, 1, both);
            std::memcpy(out, both + byte % 4, 2);
            byte += 2;
            out += 2;
        }
    }
}

} // namespace sharpsim::oracle
