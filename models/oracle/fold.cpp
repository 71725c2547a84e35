// SPDX-License-Identifier: Apache-2.0
#include "oracle/fold.h"

#include <algorithm>
#include <cfenv>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>

#include "base/error.h"
#include "oracle/formats.h"

namespace sharpsim::oracle {

namespace {

using reduction::Operator;
using reduction::Rounding;
using reduction::Type;

template <class Format>
typename Format::Bits sum(typename Format::Bits a, typename Format::Bits b)
{
    return Format::narrow(Format::widen(a) + Format::widen(b));
}

// Equal values differ at most in the sign of zero: -0 is the union of the bits, +0 the intersection.
template <class Format>
typename Format::Bits minimum_number(typename Format::Bits a, typename Format::Bits b)
{
    using Bits = typename Format::Bits;
    const auto x = Format::widen(a);
    const auto y = Format::widen(b);
    Bits r = static_cast<Bits>(a | b);
    r = x < y ? a : r;
    r = y < x ? b : r;
    r = x != x ? b : r;
    r = y != y ? a : r;
    return ((x != x) & (y != y)) ? Format::quiet_nan : r;
}

template <class Format>
typename Format::Bits maximum_number(typename Format::Bits a, typename Format::Bits b)
{
    using Bits = typename Format::Bits;
    const auto x = Format::widen(a);
    const auto y = Format::widen(b);
    Bits r = static_cast<Bits>(a & b);
    r = x > y ? a : r;
    r = y > x ? b : r;
    r = x != x ? b : r;
    r = y != y ? a : r;
    return ((x != x) & (y != y)) ? Format::quiet_nan : r;
}

// ---- Under rules that are not the usual ones

template <class Format>
constexpr auto sign_bit = static_cast<typename Format::Bits>(typename Format::Bits{1}
                                                             << (8 * sizeof(typename Format::Bits) - 1));

// The host's own adder, in a direction. Rounding twice in one direction is rounding once; to nearest it is so
// because 24 >= 2p + 2 for every p that is not the host's own.
template <class Value>
Value host_sum(Value a, Value b, Direction direction)
{
    constexpr int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_TOWARDZERO, FE_UPWARD};
    volatile Value x = a; // keeps the addition between the two changes of mode
    volatile Value y = b;
    std::fesetround(modes[static_cast<int>(direction)]);
    volatile Value s = x + y;
    std::fesetround(FE_TONEAREST);
    return s;
}

template <class Format>
typename Format::Bits flushed(typename Format::Bits x)
{
    const auto size = std::fabs(static_cast<double>(Format::widen(x)));
    return size < std::ldexp(1.0, Format::least_exponent)
               ? static_cast<typename Format::Bits>(x & sign_bit<Format>)
               : x;
}

template <class Format>
typename Format::Bits ruled_sum(typename Format::Bits a, typename Format::Bits b, Direction direction,
                                reduction::Variant variant)
{
    using Bits = typename Format::Bits;
    if (variant.flush) {
        a = flushed<Format>(a);
        b = flushed<Format>(b);
    }
    const auto x = Format::widen(a);
    const auto y = Format::widen(b);
    const auto s = host_sum(x, y, direction);
    Bits r;
    if (s != s)
        return Format::quiet_nan;
    if (direction == Direction::nearest || std::isinf(s) || sizeof(Bits) >= 4)
        r = Format::narrow(s);
    else
        r = round_to<Format>(static_cast<double>(s), direction);
    if (variant.saturate && !std::isinf(x) && !std::isinf(y) &&
        static_cast<Bits>(r & ~sign_bit<Format>) > Format::largest)
        r = static_cast<Bits>((r & sign_bit<Format>) | Format::largest);
    return variant.flush ? flushed<Format>(r) : r; // what is below the normal numbers is exact
}

template <class Format>
typename Format::Bits ruled_extreme(bool low, typename Format::Bits a, typename Format::Bits b,
                                    reduction::Variant variant)
{
    const auto x = Format::widen(a);
    const auto y = Format::widen(b);
    if (variant.nan_wins && (x != x || y != y))
        return Format::quiet_nan;
    if (variant.flush) {
        a = flushed<Format>(a);
        b = flushed<Format>(b);
    }
    return low ? minimum_number<Format>(a, b) : maximum_number<Format>(a, b);
}

// ---- Pairs of a value and an index

template <class Format>
void fold_float_pair(bool low, typename Format::Bits* a, const typename Format::Bits* b,
                     reduction::Variant variant)
{
    const auto x = Format::widen(a[0]);
    const auto y = Format::widen(b[0]);
    const bool a_missing = x != x;
    const bool b_missing = y != y;
    if (a_missing && b_missing) {
        a[1] = std::min(a[1], b[1]);
    } else if (a_missing != b_missing && variant.nan_wins) {
        a[1] = a_missing ? a[1] : b[1];
    } else {
        const bool better = low ? y < x : y > x;
        const bool equal = x == y;
        if (equal && a[1] == b[1])
            a[0] = low ? minimum_number<Format>(a[0], b[0]) : maximum_number<Format>(a[0], b[0]);
        else if (a_missing || better || (equal && b[1] < a[1]))
            std::memcpy(a, b, 2 * sizeof a[0]);
        return;
    }
    a[0] = Format::quiet_nan;
}

template <class Number>
void fold_integer_pair(bool low, Number* a, const Number* b)
{
    using Index = std::make_unsigned_t<Number>;
    const bool better = low ? b[0] < a[0] : b[0] > a[0];
    if (better || (b[0] == a[0] && static_cast<Index>(b[1]) < static_cast<Index>(a[1])))
        std::memcpy(a, b, 2 * sizeof a[0]);
}

template <class Half, class Step>
void each_pair(std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes, Step step)
{
    for (std::size_t at = 0; at < bytes; at += 2 * sizeof(Half)) {
        Half a[2];
        Half b[2];
        std::memcpy(a, acc + at, sizeof a);
        std::memcpy(b, operand + at, sizeof b);
        step(a, b);
        std::memcpy(acc + at, a, sizeof a);
    }
}

// ---- Elements of a beat

template <class Bits, class Step>
void each(std::uint8_t* __restrict acc, const std::uint8_t* __restrict operand, std::size_t bytes, Step step)
{
    for (std::size_t i = 0; i < bytes / sizeof(Bits); ++i) {
        Bits a;
        Bits b;
        std::memcpy(&a, acc + i * sizeof(Bits), sizeof(Bits));
        std::memcpy(&b, operand + i * sizeof(Bits), sizeof(Bits));
        const Bits r = step(a, b);
        std::memcpy(acc + i * sizeof(Bits), &r, sizeof(Bits));
    }
}

template <class Format>
void fold_usual(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    using Bits = typename Format::Bits;
    if (op == Operator::sum)
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return sum<Format>(a, b); });
    else if (op == Operator::min)
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return minimum_number<Format>(a, b); });
    else
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return maximum_number<Format>(a, b); });
}

template <class Format>
void fold_float(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes,
                const Rules& rules)
{
    using Bits = typename Format::Bits;
    const reduction::Variant variant = rules.variant;
    const bool low = op == Operator::min || op == Operator::minloc;
    if (op == Operator::minloc || op == Operator::maxloc) {
        each_pair<Bits>(acc, operand, bytes, [=](Bits* a, Bits* b) {
            if (variant.flush) {
                a[0] = flushed<Format>(a[0]);
                b[0] = flushed<Format>(b[0]);
            }
            fold_float_pair<Format>(low, a, b, variant);
        });
        return;
    }
    if (variant.code() == 0 && (op != Operator::sum || rules.rounding == Rounding::nearest_even))
        return fold_usual<Format>(op, acc, operand, bytes);
    if (op != Operator::sum)
        return each<Bits>(acc, operand, bytes,
                          [=](Bits a, Bits b) { return ruled_extreme<Format>(low, a, b, variant); });
    const auto direction = static_cast<Direction>(rules.rounding); // the codes are those of the SHARP header
    each<Bits>(acc, operand, bytes,
               [=](Bits a, Bits b) { return ruled_sum<Format>(a, b, direction, variant); });
}

template <class Number>
Number clamped_sum(Number a, Number b)
{
    __extension__ typedef __int128 Wide;
    const Wide exact = static_cast<Wide>(a) + static_cast<Wide>(b);
    const Wide low = static_cast<Wide>(+std::numeric_limits<Number>::min());
    const Wide high = static_cast<Wide>(+std::numeric_limits<Number>::max());
    return static_cast<Number>(std::clamp(exact, low, high));
}

template <class Number>
void fold_integer(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes,
                  bool saturate)
{
    using N = Number;
    using Bits =
        std::make_unsigned_t<Number>; // its arithmetic wraps, and the bits are those of signed numbers
    const auto bitwise = [&](auto step) {
        each<Bits>(acc, operand, bytes, [step](Bits a, Bits b) { return static_cast<Bits>(step(a, b)); });
    };
    switch (op) {
    case Operator::sum:
        if (saturate)
            return each<N>(acc, operand, bytes, [](N a, N b) { return clamped_sum(a, b); });
        return bitwise([](std::uint64_t a, std::uint64_t b) { return a + b; });
    case Operator::min:
        return each<N>(acc, operand, bytes, [](N a, N b) { return b < a ? b : a; });
    case Operator::max:
        return each<N>(acc, operand, bytes, [](N a, N b) { return b > a ? b : a; });
    case Operator::band:
        return bitwise([](std::uint64_t a, std::uint64_t b) { return a & b; });
    case Operator::bor:
        return bitwise([](std::uint64_t a, std::uint64_t b) { return a | b; });
    case Operator::bxor:
        return bitwise([](std::uint64_t a, std::uint64_t b) { return a ^ b; });
    case Operator::land:
        return bitwise([](bool a, bool b) { return a && b; });
    case Operator::lor:
        return bitwise([](bool a, bool b) { return a || b; });
    case Operator::lxor:
        return bitwise([](bool a, bool b) { return a != b; });
    case Operator::minloc:
    case Operator::maxloc:
        break;
    }
    each_pair<N>(acc, operand, bytes,
                 [low = op == Operator::minloc](N* a, const N* b) { fold_integer_pair(low, a, b); });
}

} // namespace

bool knows(Type type, Operator op)
{
    const std::size_t size = reduction::element_bytes(type);
    switch (op) {
    case Operator::sum:
    case Operator::min:
    case Operator::max:
        return true;
    case Operator::minloc:
    case Operator::maxloc:
        return size == 4 || size == 8;
    default:
        return type < Type::float16;
    }
}

void fold(Type type, Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes,
          const Rules& rules)
{
    const std::size_t halves = op == Operator::minloc || op == Operator::maxloc ? 2 : 1;
    if (!knows(type, op) || bytes % (halves * reduction::element_bytes(type)) != 0)
        throw ModelError("oracle: no rule for " + std::string{name(op)} + " over " + std::to_string(bytes) +
                         " bytes of " + std::string{name(type)});
    if (rules.rounding == Rounding::stochastic && op == Operator::sum && reduction::is_float(type))
        throw ModelError("oracle: no rule for stochastic rounding");
    const bool saturate = rules.variant.saturate;
    switch (type) {
    case Type::int8:
        return fold_integer<std::int8_t>(op, acc, operand, bytes, saturate);
    case Type::uint8:
        return fold_integer<std::uint8_t>(op, acc, operand, bytes, saturate);
    case Type::int16:
        return fold_integer<std::int16_t>(op, acc, operand, bytes, saturate);
    case Type::uint16:
        return fold_integer<std::uint16_t>(op, acc, operand, bytes, saturate);
    case Type::int32:
        return fold_integer<std::int32_t>(op, acc, operand, bytes, saturate);
    case Type::uint32:
        return fold_integer<std::uint32_t>(op, acc, operand, bytes, saturate);
    case Type::int64:
        return fold_integer<std::int64_t>(op, acc, operand, bytes, saturate);
    case Type::uint64:
        return fold_integer<std::uint64_t>(op, acc, operand, bytes, saturate);
    case Type::float16:
        return fold_float<Half>(op, acc, operand, bytes, rules);
    case Type::bfloat16:
        return fold_float<Brain>(op, acc, operand, bytes, rules);
    case Type::float32:
        return fold_float<Single>(op, acc, operand, bytes, rules);
    case Type::float64:
        return fold_float<Double>(op, acc, operand, bytes, rules);
    case Type::float8_e4m3:
        return fold_float<Octet43>(op, acc, operand, bytes, rules);
    case Type::float8_e5m2:
        return fold_float<Octet52>(op, acc, operand, bytes, rules);
    }
}

} // namespace sharpsim::oracle
