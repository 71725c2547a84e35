// SPDX-License-Identifier: Apache-2.0
#include "oracle/element.h"

#include <algorithm>

namespace sharpsim::tb {

namespace {

__extension__ using Wide = __int128;

std::uint64_t low_bits(Type type) { return ~std::uint64_t{0} >> (64 - 8 * reduction::element_bytes(type)); }

Wide integer(Type type, std::uint64_t code)
{
    Wide value = code;
    if (signed_integer(type) && value > static_cast<Wide>(low_bits(type) >> 1))
        value -= static_cast<Wide>(low_bits(type)) + 1;
    return value;
}

std::uint64_t expect_integer(const Task& t, std::uint64_t a, std::uint64_t b)
{
    const Wide x = integer(t.type, a);
    const Wide y = integer(t.type, b);
    Wide result = 0;
    switch (t.op) {
    case Operator::sum:
        result = x + y;
        if (t.variant.saturate) {
            const Wide top = signed_integer(t.type) ? low_bits(t.type) >> 1 : low_bits(t.type);
            const Wide bottom = signed_integer(t.type) ? -top - 1 : 0;
            result = std::clamp(result, bottom, top);
        }
        break;
    case Operator::min:
        result = x < y ? x : y;
        break;
    case Operator::max:
        result = x > y ? x : y;
        break;
    case Operator::band:
        return a & b;
    case Operator::bor:
        return a | b;
    case Operator::bxor:
        return a ^ b;
    case Operator::land:
        return a != 0 && b != 0 ? 1 : 0;
    case Operator::lor:
        return a != 0 || b != 0 ? 1 : 0;
    default: // lxor
        return (a != 0) != (b != 0) ? 1 : 0;
    }
    return static_cast<std::uint64_t>(result) & low_bits(t.type);
}

Expected expect_float_extreme(const Task& t, const Format& f, std::uint64_t a, std::uint64_t b)
{
    const std::uint8_t flags = f.is_signalling(a) || f.is_signalling(b) ? invalid : 0;
    const bool nan_a = f.is_nan(a);
    const bool nan_b = f.is_nan(b);
    if ((nan_a && nan_b) || (t.variant.nan_wins && (nan_a || nan_b)))
        return {{f.quiet_nan(), 0}, flags};
    if (nan_a || nan_b)
        return {{nan_a ? b : a, 0}, flags};
    int order = compare_floats(f, a, b);
    if (order == 0 && f.is_negative(a) != f.is_negative(b))
        order = f.is_negative(a) ? -1 : 1; // -0 < +0
    const bool take_a = t.op == Operator::min ? order <= 0 : order >= 0;
    return {{take_a ? a : b, 0}, flags};
}

Expected expect_pair(const Task& t, const Element& a, const Element& b)
{
    const bool lowest = t.op == Operator::minloc;
    const Element& lower_index = b.index < a.index ? b : a;
    if (!reduction::is_float(t.type)) {
        const Wide x = integer(t.type, a.value);
        const Wide y = integer(t.type, b.value);
        return {x == y ? lower_index : (x < y) == lowest ? a : b, 0};
    }
    const Format f = format_of(t.type);
    const std::uint8_t flags = f.is_signalling(a.value) || f.is_signalling(b.value) ? invalid : 0;
    const bool nan_a = f.is_nan(a.value);
    const bool nan_b = f.is_nan(b.value);
    if (nan_a && nan_b)
        return {{f.quiet_nan(), lower_index.index}, flags};
    if (nan_a || nan_b) {
        const Element& nan = nan_a ? a : b;
        const Element& other = nan_a ? b : a;
        return {t.variant.nan_wins ? Element{f.quiet_nan(), nan.index} : other, flags};
    }
    const int order = compare_floats(f, a.value, b.value);
    if (order != 0)
        return {(order < 0) == lowest ? a : b, flags};
    if (a.index != b.index)
        return {lower_index, flags};
    if (f.magnitude(a.value) == 0) // zeros of either sign with one index
        return {{lowest ? (a.value | b.value) & f.sign() : a.value & b.value & f.sign(), a.index}, flags};
    return {a, flags};
}

std::uint64_t flushed(const Format& f, std::uint64_t code)
{
    return f.is_subnormal(code) ? code & f.sign() : code;
}

} // namespace

Expected expect(const Task& task, const Element& a, const Element& b, std::uint32_t draw)
{
    Element x = a;
    Element y = b;
    const bool pair = reduction::is_pair(task.op);
    if (!reduction::is_float(task.type))
        return pair ? expect_pair(task, a, b) : Expected{{expect_integer(task, a.value, b.value), 0}, 0};
    const Format f = format_of(task.type);
    if (task.variant.flush) {
        x.value = flushed(f, x.value);
        y.value = flushed(f, y.value);
    }
    if (pair)
        return expect_pair(task, x, y);
    if (task.op == Operator::sum)
        return expect_float_sum(f, f, task.rounding, task.variant, a.value, b.value, draw);
    return expect_float_extreme(task, f, x.value, y.value);
}

} // namespace sharpsim::tb
