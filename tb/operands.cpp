// SPDX-License-Identifier: Apache-2.0
#include "operands.h"

namespace sharpsim::tb {

namespace {

using Codes = std::pair<std::uint64_t, std::uint64_t>;

std::uint64_t special_float(const Format& f, Random& random)
{
    const std::uint64_t one_exponent = (f.infinity() >> 1) & f.infinity();
    const std::uint64_t nan_payload = f.infinity() | (random.below(f.smallest_normal() - 1) + 1);
    const std::uint64_t signalling = f.infinity() | 1;
    const std::uint64_t choices[] = {0,
                                     1,
                                     f.smallest_normal() - 1,
                                     f.smallest_normal(),
                                     f.smallest_normal() + 1,
                                     one_exponent,
                                     f.largest(),
                                     f.largest() - 1,
                                     f.infinity(),
                                     f.infinity(),
                                     f.quiet_nan(),
                                     nan_payload,
                                     signalling};
    const std::uint64_t code = choices[random.below(sizeof choices / sizeof choices[0])];
    return code | (random.one_in(2) ? f.sign() : 0);
}

std::uint64_t fraction(const Format& f, Random& random)
{
    const std::uint64_t all = f.smallest_normal() - 1;
    switch (random.below(6)) {
    case 0:
        return 0;
    case 1:
        return all;
    case 2:
        return std::uint64_t{1} << random.below(static_cast<std::uint64_t>(f.fraction_bits()));
    case 3: // a run of ones from the top
        return all & ~(all >> random.below(static_cast<std::uint64_t>(f.precision)));
    default:
        return random.word() & all;
    }
}

std::uint64_t with_exponent(const Format& f, std::int64_t field, Random& random)
{
    const auto top = static_cast<std::int64_t>(f.largest() >> f.fraction_bits());
    field = field < 0 ? 0 : field > top ? top : field;
    const std::uint64_t code = static_cast<std::uint64_t>(field) << f.fraction_bits() | fraction(f, random);
    return (code > f.largest() ? f.largest() : code) | (random.one_in(2) ? f.sign() : 0);
}

std::int64_t exponent_field(const Format& f, std::uint64_t code)
{
    return static_cast<std::int64_t>(f.magnitude(code) >> f.fraction_bits());
}

std::uint64_t moved(const Format& f, std::uint64_t code, std::int64_t by) // stays among the finite numbers
{
    const std::int64_t magnitude = static_cast<std::int64_t>(f.magnitude(code)) + by;
    const auto top = static_cast<std::int64_t>(f.largest());
    return (code & f.sign()) | static_cast<std::uint64_t>(magnitude < 0     ? 0
                                                          : magnitude > top ? top
                                                                            : magnitude);
}

std::int64_t small(Random& random, int most) // -most .. most
{
    return static_cast<std::int64_t>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
}

Codes float_codes(const Format& f, unsigned kind, Random& random)
{
    const std::uint64_t any = random.word() & ((f.sign() << 1) - 1);
    const auto field = static_cast<std::int64_t>(random.below((f.largest() >> f.fraction_bits()) + 1));
    const std::uint64_t a = with_exponent(f, field, random);
    switch (kind) {
    case 0:
        return {special_float(f, random), special_float(f, random)};
    case 1:
        return {special_float(f, random), any};
    case 2: // near-cancellation
        return {a, moved(f, a, small(random, 3)) ^ f.sign()};
    case 3: // cancellation over a border of exponents
        return {a, with_exponent(f, field + small(random, 1), random)};
    case 4: { // half a unit in the last place, or next to it
        const std::uint64_t half = f.magnitude(with_exponent(f, field - f.precision, random)) & f.infinity();
        return {a, moved(f, half | (random.one_in(2) ? f.sign() : 0), small(random, 1))};
    }
    case 5: // around the width of the significand apart
        return {a, with_exponent(f, field - f.precision + small(random, 3), random)};
    case 6:
        return {a, with_exponent(f,
                                 field - static_cast<std::int64_t>(
                                             random.below(static_cast<std::uint64_t>(f.precision) + 2)),
                                 random)};
    case 7: { // around the smallest normal number
        const std::uint64_t x = moved(f, f.smallest_normal(), small(random, 4)) | (any & f.sign());
        const std::uint64_t y =
            random.one_in(2) ? random.below(2 * f.smallest_normal()) : f.smallest_normal();
        return {x, moved(f, y, small(random, 2)) | (random.word() & f.sign())};
    }
    case 8: { // around overflow
        const std::uint64_t sign = any & f.sign();
        const std::uint64_t x = moved(f, f.largest() | sign, -static_cast<std::int64_t>(random.below(4)));
        const std::int64_t top = exponent_field(f, f.largest());
        const std::uint64_t y = with_exponent(
            f, random.one_in(2) ? top - f.precision + small(random, 2) : top - small(random, 1), random);
        return {x, random.percent(80) ? f.magnitude(y) | sign : y};
    }
    case 9: // a carry through the whole significand
        return {(a | (f.smallest_normal() - 1)) > f.largest() ? a : a | (f.smallest_normal() - 1),
                with_exponent(f, field - f.fraction_bits() + small(random, 1), random)};
    case 10: // among the subnormal numbers
        return {random.below(f.smallest_normal()) | (any & f.sign()),
                random.below(f.smallest_normal()) | (random.word() & f.sign())};
    default:
        return {any, random.word() & ((f.sign() << 1) - 1)};
    }
}

std::uint64_t special_integer(std::uint64_t ones, Random& random)
{
    const std::uint64_t top = ones >> 1;
    const std::uint64_t choices[] = {0, 1, 2, ones, ones - 1, top, top + 1, top - 1, top + 2};
    return choices[random.below(sizeof choices / sizeof choices[0])];
}

Codes integer_codes(std::uint64_t ones, unsigned kind, Random& random)
{
    const std::uint64_t a = random.word() & ones;
    switch (kind) {
    case 0:
    case 1:
    case 2:
        return {special_integer(ones, random), special_integer(ones, random)};
    case 3:
    case 4: // a carry through the whole element, and out of it
        return {a, (~a + random.below(3)) & ones};
    case 5:
        return {ones, random.below(2) != 0 ? 1 : ones};
    case 6:
        return {a, a};
    case 7:
        return {a, (a + static_cast<std::uint64_t>(small(random, 1))) & ones};
    case 8:
        return {a, special_integer(ones, random)};
    case 9: // equal but for one bit
        return {a, (a ^ std::uint64_t{1} << random.below(64)) & ones};
    default:
        return {a, random.word() & ones};
    }
}

} // namespace

std::pair<Element, Element> draw_operands(const Task& task, unsigned kind, Random& random)
{
    const std::uint64_t ones = ~std::uint64_t{0} >> (64 - 8 * reduction::element_bytes(task.type));
    Codes values = reduction::is_float(task.type) ? float_codes(format_of(task.type), kind, random)
                                                  : integer_codes(ones, kind, random);
    if (random.one_in(2))
        std::swap(values.first, values.second);
    Codes indices{0, 0};
    if (reduction::is_pair(task.op)) {
        if (random.percent(30))
            values.second = values.first;
        indices = integer_codes(ones, static_cast<unsigned>(random.below(pair_kinds)), random);
        if (random.percent(20))
            indices.second = indices.first;
    }
    return {{values.first, indices.first}, {values.second, indices.second}};
}

} // namespace sharpsim::tb
