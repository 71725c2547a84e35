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

// ---- Special values

struct FloatShape {
    unsigned fraction_bits;
    std::uint32_t top_exponent; // of infinity and NaN
    [[nodiscard]] std::uint32_t bias() const { return top_exponent / 2; }
};

FloatShape shape_of(Type type)
{
    if (type == Type::float16)
        return {10, 31};
    return {type == Type::bfloat16 ? 7U : 23U, 255};
}

enum class Kind { ordinary, negative_zero, zero, subnormal, tie, largest, infinity, nan, mixed };
constexpr unsigned kinds = 9;

// `w` is the random word of the element: its highest bit is the sign, its lowest ones the fraction.
std::uint32_t special_float(const FloatShape& f, Kind kind, std::uint32_t w)
{
    const std::uint32_t sign = (w >> 31) << (f.fraction_bits + (f.top_exponent == 31 ? 5 : 8));
    const std::uint32_t fraction = w & ((1U << f.fraction_bits) - 1);
    const std::uint32_t choice = (w >> 24) & 7; // beside the fraction of any format
    const auto number = [&](std::uint32_t exponent, std::uint32_t low) {
        return sign | (exponent << f.fraction_bits) | low;
    };
    switch (kind) {
    case Kind::ordinary:
        return number(f.bias() - 4 + choice, fraction);
    case Kind::negative_zero:
        return f.top_exponent == 31 || f.fraction_bits == 7 ? 0x8000U : 0x80000000U;
    case Kind::zero:
        return number(0, 0);
    case Kind::subnormal:
        return number(0, fraction);
    case Kind::tie: // near 1, or half of its last bit
        return choice < 4 ? number(f.bias(), choice & 3) : number(f.bias() - f.fraction_bits - 1, 0);
    case Kind::largest:
        return number(f.top_exponent - 1 - (choice & 1), fraction);
    case Kind::infinity:
        return choice == 0 ? number(f.top_exponent, 0) : number(f.bias(), fraction);
    case Kind::nan: // quiet and signalling, with what they carry
        return choice == 0 ? number(f.top_exponent, fraction | 1) : number(f.bias(), fraction);
    case Kind::mixed:
        break;
    }
    return special_float(f, static_cast<Kind>((w >> 26) & 7), w);
}

std::uint32_t special_integer(Kind kind, std::uint32_t w)
{
    if (kind == Kind::ordinary)
        return w;
    const std::uint32_t near[] = {0, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
    const std::uint32_t distance = (w & 7) - 4; // -4 to 3
    return near[(w >> 24) & 3] + distance;
}

void fill_special(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, Type type,
                  std::uint64_t first_element, std::size_t count, std::uint8_t* out)
{
    const std::size_t size = reduction::element_bytes(type);
    const bool integer = type == Type::int32 || type == Type::uint32;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t element = first_element + i;
        const std::uint32_t w =
            word(keys_of(seed, rank, collective, element >> 32), static_cast<std::uint32_t>(element));
        const auto kind = static_cast<Kind>(element % kinds);
        const std::uint32_t bits =
            integer ? special_integer(kind, w) : special_float(shape_of(type), kind, w);
        std::memcpy(out + i * size, &bits, size); // little-endian, as everywhere
    }
}

} // namespace

void fill(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, Type type,
          std::uint64_t first_element, std::size_t count, std::uint8_t* out, Values values)
{
    const Writer write = writer_of(type);
    if (values == Values::special) {
        fill_special(seed, rank, collective, type, first_element, count, out);
        return;
    }
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
