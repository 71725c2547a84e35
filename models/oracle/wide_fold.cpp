// SPDX-License-Identifier: Apache-2.0
#include "oracle/wide_fold.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "base/error.h"
#include "oracle/formats.h"

namespace sharpsim::oracle {

namespace {

using reduction::Precision;
using reduction::Rounding;
using reduction::Type;
using Operands = std::vector<const std::uint8_t*>;

constexpr double infinity = std::numeric_limits<double>::infinity();

// The accumulator of wide19 or fp32.
struct Grid {
    int fraction_bits;
    int least_exponent; // of normal numbers, as of the element type
    double largest;
};

template <class Format>
Grid grid_of(Precision precision)
{
    const int fraction = precision == Precision::fp32 ? 23 : Format::fraction_bits + 3;
    // Wide enough exponents never overflow: only those of the element type itself, and float32 for bfloat16.
    const bool bounded = precision == Precision::wide19 || Format::least_exponent == -126;
    const double top = std::ldexp(1.0, 1 - Format::least_exponent);
    return {fraction, Format::least_exponent, bounded ? (2 - std::ldexp(1.0, -fraction)) * top : infinity};
}

// The exact sum, rounded to odd: the last bit of what is not a double is one. It lies on the same side of
// every number of up to 51 bits as the sum, so that rounding it again is rounding the sum (Boldo and
// Melquiond 2008).
double odd_sum(double x, double y)
{
    const double s = x + y;
    const double of_y = s - x;
    const double lost = (x - (s - of_y)) + (y - of_y);
    std::uint64_t bits;
    std::memcpy(&bits, &s, sizeof bits);
    if (!(std::fabs(s) < infinity) || lost == 0 || (bits & 1) != 0)
        return s;
    return std::nextafter(s, lost > 0 ? infinity : -infinity);
}

double odd_integer(std::int64_t value)
{
    const std::int64_t high = value / 4096 * 4096;
    return odd_sum(static_cast<double>(high), static_cast<double>(value - high));
}

double on_grid(double value, const Grid& grid, Direction direction)
{
    const double size = std::fabs(value);
    const bool negative = std::signbit(value);
    const bool away = direction == (negative ? Direction::down : Direction::up);
    const int exponent =
        size >= std::ldexp(1.0, grid.least_exponent) ? std::ilogb(size) : grid.least_exponent;
    const double steps = std::ldexp(size, grid.fraction_bits - exponent);
    const double below = std::floor(steps);
    const double rest = steps - below;
    bool up = away && rest > 0;
    if (direction == Direction::nearest)
        up = rest > 0.5 || (rest == 0.5 && std::fmod(below, 2.0) != 0);
    double rounded = std::ldexp(below + (up ? 1 : 0), exponent - grid.fraction_bits);
    if (rounded > grid.largest)
        rounded = direction == Direction::nearest || away ? infinity : grid.largest;
    return negative ? -rounded : rounded;
}

// A sum that is zero: of zeros of one sign it keeps it, else it is +0, or -0 downwards.
double zero_of(double x, double y, Direction direction)
{
    if (x == 0 && std::signbit(x) == std::signbit(y))
        return x;
    return direction == Direction::down ? -0.0 : 0.0;
}

struct Context {
    Direction direction;
    reduction::Variant variant;
};

template <class Format>
double flushed_value(double x, const Context& c)
{
    const bool tiny = std::fabs(x) < std::ldexp(1.0, Format::least_exponent);
    return c.variant.flush && tiny ? std::copysign(0.0, x) : x;
}

// A rounded-to-odd value becomes an element.
template <class Format>
typename Format::Bits element_of(double value, const Context& c, bool stays_infinite)
{
    using Bits = typename Format::Bits;
    if (value != value)
        return Format::quiet_nan;
    const auto sign = static_cast<Bits>(std::signbit(value) ? Bits{1} << (8 * sizeof(Bits) - 1) : 0);
    if (std::isinf(value))
        return static_cast<Bits>((Format::largest + 1) | sign);
    const auto code = round_to<Format>(flushed_value<Format>(value, c), c.direction);
    if (c.variant.saturate && !stays_infinite &&
        static_cast<Bits>(code & ~(Bits{1} << (8 * sizeof(Bits) - 1))) > Format::largest)
        return static_cast<Bits>(Format::largest | sign);
    return code;
}

template <class Format>
typename Format::Bits read(const std::uint8_t* from)
{
    typename Format::Bits bits;
    std::memcpy(&bits, from, sizeof bits);
    return bits;
}

template <class Format>
typename Format::Bits wide_sum(const Operands& operands, std::size_t at, const Grid& grid, const Context& c)
{
    auto acc = static_cast<double>(Format::widen(read<Format>(operands[0] + at)));
    for (std::size_t i = 1; i < operands.size(); ++i) {
        const double x = flushed_value<Format>(acc, c);
        const double y =
            flushed_value<Format>(static_cast<double>(Format::widen(read<Format>(operands[i] + at))), c);
        const double sum = odd_sum(x, y);
        const bool special = !(std::fabs(sum) < infinity);
        const bool last = i + 1 == operands.size();
        if (last)
            return element_of<Format>(sum == 0 ? zero_of(x, y, c.direction) : sum, c, special);
        if (special)
            acc = sum;
        else if (sum == 0)
            acc = zero_of(x, y, c.direction);
        else
            acc = flushed_value<Format>(on_grid(sum, grid, c.direction), c);
        if (c.variant.saturate && !special && std::isinf(acc))
            acc = std::copysign(grid.largest, acc);
    }
    return 0; // at least two operands
}

template <class Format>
typename Format::Bits exact_sum(const Operands& operands, std::size_t at, const Context& c)
{
    constexpr int unit = Format::least_exponent - Format::fraction_bits;
    std::int64_t sum = 0;
    bool plus = false;
    bool minus = false;
    bool nan = false;
    bool only_plus_zero = true;
    bool only_minus_zero = true;
    for (const std::uint8_t* operand : operands) {
        const double x =
            flushed_value<Format>(static_cast<double>(Format::widen(read<Format>(operand + at))), c);
        nan = nan || x != x;
        plus = plus || x == infinity;
        minus = minus || x == -infinity;
        only_plus_zero = only_plus_zero && x == 0 && !std::signbit(x);
        only_minus_zero = only_minus_zero && x == 0 && std::signbit(x);
        if (std::fabs(x) < infinity)
            sum += static_cast<std::int64_t>(std::ldexp(x, -unit));
    }
    if (nan || (plus && minus))
        return Format::quiet_nan;
    if (plus || minus)
        return element_of<Format>(plus ? infinity : -infinity, c, true);
    if (sum == 0) {
        const bool negative = only_minus_zero || (!only_plus_zero && c.direction == Direction::down);
        return element_of<Format>(negative ? -0.0 : 0.0, c, false);
    }
    return element_of<Format>(std::ldexp(odd_integer(sum), unit), c, false);
}

template <class Format>
void each_element(const Operands& operands, std::size_t bytes, std::uint8_t* result, Precision precision,
                  const Context& c)
{
    const Grid grid = grid_of<Format>(precision);
    const bool exact = precision >= Precision::exact_node;
    for (std::size_t at = 0; at < bytes; at += sizeof(typename Format::Bits)) {
        const auto sum = exact ? exact_sum<Format>(operands, at, c) : wide_sum<Format>(operands, at, grid, c);
        std::memcpy(result + at, &sum, sizeof sum);
    }
}

} // namespace

void fold_wide(Type type, Precision precision, const Operands& operands, std::size_t bytes,
               std::uint8_t* result, const Rules& rules)
{
    if (precision == Precision::native || !reduction::keeps(precision, type) || operands.empty() ||
        bytes % reduction::element_bytes(type) != 0 || rules.rounding == Rounding::stochastic)
        throw ModelError("oracle: no rule for the sum of " + std::to_string(operands.size()) +
                         " operands of " + std::to_string(bytes) + " bytes of " + std::string{name(type)} +
                         " in precision " + std::string{name(precision)});
    if (operands.size() == 1) {
        std::memcpy(result, operands[0], bytes);
        return;
    }
    // The codes are those of the SHARP header.
    const Context c{static_cast<Direction>(rules.rounding), rules.variant};
    switch (type) {
    case Type::float16:
        return each_element<Half>(operands, bytes, result, precision, c);
    case Type::bfloat16:
        return each_element<Brain>(operands, bytes, result, precision, c);
    case Type::float8_e4m3:
        return each_element<Octet43>(operands, bytes, result, precision, c);
    case Type::float8_e5m2:
        return each_element<Octet52>(operands, bytes, result, precision, c);
    default:
        break;
    }
}

} // namespace sharpsim::oracle
