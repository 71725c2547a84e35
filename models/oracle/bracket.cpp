// SPDX-License-Identifier: Apache-2.0
#include "oracle/bracket.h"

#include <cstring>
#include <string>

#include "base/error.h"
#include "oracle/formats.h"

namespace sharpsim::oracle {

namespace {

using reduction::Type;

template <class Format>
bool inside(typename Format::Value least, typename Format::Value most, typename Format::Value value,
            typename Format::Bits bits)
{
    const bool open_below = least != least;
    const bool open_above = most != most;
    constexpr bool has_infinity = Format::quiet_nan != Format::largest + 1;
    if (!has_infinity && (open_below || open_above))
        return true;
    if (open_below && open_above)
        return bits == Format::quiet_nan;
    if (value != value) // two infinities met, which draws had made
        return bits == Format::quiet_nan && (open_below || (std::isinf(least) && least < 0)) &&
               (open_above || (std::isinf(most) && most > 0));
    return (open_below || least <= value) && (open_above || value <= most);
}

template <class Format>
bool all_between(const std::uint8_t* low, const std::uint8_t* high, const std::uint8_t* got,
                 std::size_t bytes)
{
    using Bits = typename Format::Bits;
    for (std::size_t at = 0; at < bytes; at += sizeof(Bits)) {
        Bits bits[3];
        std::memcpy(&bits[0], low + at, sizeof(Bits));
        std::memcpy(&bits[1], high + at, sizeof(Bits));
        std::memcpy(&bits[2], got + at, sizeof(Bits));
        const auto least = Format::widen(bits[0]);
        const auto most = Format::widen(bits[1]);
        const auto value = Format::widen(bits[2]);
        if (!inside<Format>(least, most, value, bits[2]))
            return false;
    }
    return true;
}

} // namespace

bool between(Type type, const std::uint8_t* low, const std::uint8_t* high, const std::uint8_t* got,
             std::size_t bytes)
{
    switch (type) {
    case Type::float16:
        return all_between<Half>(low, high, got, bytes);
    case Type::bfloat16:
        return all_between<Brain>(low, high, got, bytes);
    case Type::float32:
        return all_between<Single>(low, high, got, bytes);
    case Type::float64:
        return all_between<Double>(low, high, got, bytes);
    case Type::float8_e4m3:
        return all_between<Octet43>(low, high, got, bytes);
    case Type::float8_e5m2:
        return all_between<Octet52>(low, high, got, bytes);
    default:
        throw ModelError("oracle: nothing to round in " + std::string{name(type)});
    }
}

} // namespace sharpsim::oracle
