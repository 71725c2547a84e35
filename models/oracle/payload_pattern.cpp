// SPDX-License-Identifier: Apache-2.0
#include "oracle/payload_pattern.h"

#include <algorithm>
#include <array>
#include <cstring>

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

// Four elements a word.
std::uint32_t as_e5m2(std::uint32_t w) { return (w & 0x83838383U) + 0x2C2C2C2CU + (w & 0x1C1C1C1CU); }
std::uint32_t as_e4m3(std::uint32_t w) // exponent 3..10 of bias 7
{
    return (w & 0x87878787U) + 0x18181818U + (w & 0x38383838U);
}

template <std::uint32_t (*shape)(std::uint32_t)>
void write_words(Keys k, std::uint32_t first, std::size_t count, std::uint8_t* __restrict out)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t w = shape(word(k, first + static_cast<std::uint32_t>(i)));
        std::memcpy(out + 4 * i, &w, 4);
    }
}

// Odd words are the upper halves: exponent 1019..1026 of bias 1023.
void write_float64(Keys k, std::uint32_t first, std::size_t count, std::uint8_t* __restrict out)
{
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t index = first + static_cast<std::uint32_t>(i);
        const std::uint32_t low = word(k, index);
        const std::uint32_t high = (low & 0x800FFFFFU) + (1019U << 20) + (((low >> 20) & 7U) << 20);
        const std::uint32_t w = (index & 1) != 0 ? high : low;
        std::memcpy(out + 4 * i, &w, 4);
    }
}

using Writer = void (*)(Keys, std::uint32_t, std::size_t, std::uint8_t* __restrict);

Writer writer_of(Type type)
{
    switch (type) {
    case Type::float64:
        return write_float64;
    case Type::float32:
        return write_words<as_float32>;
    case Type::float16:
        return write_words<as_float16>;
    case Type::bfloat16:
        return write_words<as_bfloat16>;
    case Type::float8_e4m3:
        return write_words<as_e4m3>;
    case Type::float8_e5m2:
        return write_words<as_e5m2>;
    default:
        return write_words<as_integer>;
    }
}

// ---- Special values

struct FloatShape {
    unsigned fraction_bits;
    unsigned exponent_bits;
    bool infinity{true}; // else the code of all ones is the only NaN
    [[nodiscard]] std::uint64_t top_exponent() const { return (std::uint64_t{1} << exponent_bits) - 1; }
    [[nodiscard]] std::uint64_t bias() const { return top_exponent() / 2; }
    [[nodiscard]] std::uint64_t sign() const { return std::uint64_t{1} << (fraction_bits + exponent_bits); }
};

FloatShape shape_of(Type type)
{
    switch (type) {
    case Type::float16:
        return {10, 5};
    case Type::bfloat16:
        return {7, 8};
    case Type::float64:
        return {52, 11};
    case Type::float8_e4m3:
        return {3, 4, false};
    case Type::float8_e5m2:
        return {2, 5};
    default:
        return {23, 8};
    }
}

enum class Kind { ordinary, negative_zero, zero, subnormal, tie, largest, infinity, nan, mixed };
constexpr unsigned kinds = 9;

// `w` is the random word of the element: its highest bit is the sign, its lowest ones the fraction; `more` is
// the rest of a fraction that is longer.
std::uint64_t special_float(const FloatShape& f, Kind kind, std::uint32_t w, std::uint32_t more)
{
    const std::uint64_t sign = (w >> 31) != 0 ? f.sign() : 0;
    const std::uint64_t random = f.fraction_bits > 32 ? std::uint64_t{w} << 32 | more : w;
    const std::uint64_t fraction = random & ((std::uint64_t{1} << f.fraction_bits) - 1);
    const std::uint32_t choice = (w >> 24) & 7; // beside the fraction of any format
    const auto number = [&](std::uint64_t exponent, std::uint64_t low) {
        return sign | (exponent << f.fraction_bits) | low;
    };
    const std::uint64_t top = f.top_exponent();
    switch (kind) {
    case Kind::ordinary:
        return number(f.bias() - 4 + choice, fraction);
    case Kind::negative_zero:
        return f.sign();
    case Kind::zero:
        return number(0, 0);
    case Kind::subnormal:
        return number(0, fraction);
    case Kind::tie: // near 1, or half of its last bit
        return choice < 4 ? number(f.bias(), choice & 3) : number(f.bias() - f.fraction_bits - 1, 0);
    case Kind::largest:
        if (!f.infinity)
            return number(top, fraction & ~std::uint64_t{1});
        return number(top - 1 - (choice & 1), fraction);
    case Kind::infinity:
        if (!f.infinity)
            return number(top, 6);
        return choice == 0 ? number(top, 0) : number(f.bias(), fraction);
    case Kind::nan: // quiet and signalling, with what they carry
        if (!f.infinity && choice == 0)
            return number(top, 7);
        return choice == 0 ? number(top, fraction | 1) : number(f.bias(), fraction);
    case Kind::mixed:
        break;
    }
    return special_float(f, static_cast<Kind>((w >> 26) & 7), w, more);
}

std::uint64_t special_integer(std::size_t bytes, Kind kind, std::uint32_t w, std::uint32_t more)
{
    if (kind == Kind::ordinary)
        return std::uint64_t{more} << 32 | w;
    const std::uint64_t top = std::uint64_t{1} << (8 * bytes - 1);
    const std::uint64_t near[] = {0, top - 1, top, ~std::uint64_t{0}};
    const std::uint64_t distance = std::uint64_t{w & 7} - 4; // -4 to 3
    return near[(w >> 24) & 3] + distance;
}

void fill_special(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, Type type,
                  std::uint64_t first_element, std::size_t count, std::uint8_t* out)
{
    const std::size_t size = reduction::element_bytes(type);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t element = first_element + i;
        const Keys k = keys_of(seed, rank, collective, element >> 32);
        const std::uint32_t w = word(k, static_cast<std::uint32_t>(element));
        const std::uint32_t more =
            size < 8 ? 0 : word({k.second, k.first}, static_cast<std::uint32_t>(element));
        const auto kind = static_cast<Kind>(element % kinds);
        const std::uint64_t bits = reduction::is_float(type) ? special_float(shape_of(type), kind, w, more)
                                                             : special_integer(size, kind, w, more);
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
        } else { // part of a word at either end
            std::uint8_t both[4];
            run(first_word, 1, both);
            const std::uint64_t part = std::min(4 - byte % 4, end - byte);
            std::memcpy(out, both + byte % 4, part);
            byte += part;
            out += part;
        }
    }
}

void fill(std::uint64_t seed, std::uint32_t rank, std::uint64_t collective, Type type, reduction::Operator op,
          std::uint64_t first_element, std::size_t count, std::uint8_t* out, Values values)
{
    if (!reduction::is_pair(op)) {
        fill(seed, rank, collective, type, first_element, count, out, values);
        return;
    }
    const std::size_t size = reduction::element_bytes(type);
    std::array<std::uint8_t, 8 * 64> block;
    for (std::size_t done = 0; done < count; done += 64) {
        const std::size_t n = std::min<std::size_t>(count - done, 64);
        fill(seed, rank, collective, type, first_element + done, n, block.data(), values);
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint64_t index = values == Values::special ? rank % 4 : rank;
            std::memcpy(out + (done + i) * 2 * size, block.data() + i * size, size);
            std::memcpy(out + (done + i) * 2 * size + size, &index, size);
        }
    }
}

} // namespace sharpsim::oracle
