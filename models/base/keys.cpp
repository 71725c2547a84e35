// SPDX-License-Identifier: Apache-2.0
#include "base/keys.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/error.h"
#include "base/nearest.h"
#include "base/quantity_text.h"

namespace sharpsim {

namespace {

std::string span(const std::string& low, const std::string& high) { return low + " to " + high; }

// Runs a parser and adds the allowed range to what it complains about.
template <class T, class Parse>
T within(const std::string& text, const T& low, const T& high, const std::string& allowed, Parse parse)
{
    T value{};
    try {
        value = parse(text);
    } catch (const std::invalid_argument& e) {
        throw std::invalid_argument(std::string(e.what()) + " (allowed " + allowed + ")");
    }
    if (value < low || value > high)
        throw std::invalid_argument("out of range (allowed " + allowed + ")");
    return value;
}

void refuse_control_characters(const std::string& text)
{
    for (const char c : text)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            throw std::invalid_argument("control characters are not allowed in a text");
}

bool is_key_name(const std::string& name)
{
    const std::size_t dot = name.find('.');
    return dot != std::string::npos && dot > 0 && dot + 1 < name.size() &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_-.") == std::string::npos;
}

} // namespace

template <class T>
void KeyTable::bind(const std::string& name, const char* kind, std::string allowed, T& to,
                    std::function<T(const std::string&)> parse, std::function<std::string(const T&)> show,
                    Text text)
{
    Key key;
    key.name = name;
    key.kind = kind;
    key.allowed = std::move(allowed);
    key.meaning = std::move(text.meaning);
    key.source = std::move(text.source);
    key.per_instance = text.per_instance;
    key.check = [parse](const std::string& value) { static_cast<void>(parse(value)); };
    key.set = [parse, &to](const std::string& value) { to = parse(value); };
    key.get = [show = std::move(show), &to] { return show(to); };
    add(std::move(key));
}

void KeyTable::duration(const std::string& name, Picoseconds& to, Range<Picoseconds> range, Text text)
{
    const std::string allowed = span(to_text(range.low), to_text(range.high));
    bind<Picoseconds>(
        name, "duration", allowed, to,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse_duration); },
        [](const Picoseconds& v) { return to_text(v); }, std::move(text));
}

void KeyTable::size(const std::string& name, Bytes& to, Range<Bytes> range, Text text)
{
    const std::string allowed = span(to_text(range.low), to_text(range.high));
    bind<Bytes>(
        name, "size", allowed, to,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse_size); },
        [](const Bytes& v) { return to_text(v); }, std::move(text));
}

void KeyTable::bytes(const std::string& name, Bytes& to, Range<Bytes> range, Text text)
{
    const std::string allowed =
        span(to_text(range.low), to_text(range.high)) + "; a bare number counts bytes";
    const auto parse = [](std::string_view v) {
        const bool bare = !v.empty() && v.find_first_not_of("0123456789") == std::string_view::npos;
        return parse_size(bare ? std::string{v} + "B" : std::string{v});
    };
    bind<Bytes>(
        name, "size", allowed, to,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse); },
        [](const Bytes& v) { return to_text(v); }, std::move(text));
}

void KeyTable::frequency(const std::string& name, Hertz& to, Range<Hertz> range, Text text)
{
    const std::string allowed = span(to_text(range.low), to_text(range.high));
    bind<Hertz>(
        name, "frequency", allowed, to,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse_frequency); },
        [](const Hertz& v) { return to_text(v); }, std::move(text));
}

void KeyTable::rate(const std::string& name, KbitPerSecond& to, Range<KbitPerSecond> range, Text text)
{
    const std::string allowed = span(to_text(range.low), to_text(range.high));
    bind<KbitPerSecond>(
        name, "rate", allowed, to,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse_rate); },
        [](const KbitPerSecond& v) { return to_text(v); }, std::move(text));
}

void KeyTable::length(const std::string& name, double& metres, Range<double> range, Text text)
{
    const std::string allowed = span(length_text(range.low), length_text(range.high));
    bind<double>(
        name, "length", allowed, metres,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse_length); },
        length_text, std::move(text));
}

void KeyTable::integer(const std::string& name, std::uint64_t& to, Range<std::uint64_t> range, Text text)
{
    const std::string allowed = span(std::to_string(range.low), std::to_string(range.high));
    bind<std::uint64_t>(
        name, "integer", allowed, to,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse_integer); },
        [](const std::uint64_t& v) { return std::to_string(v); }, std::move(text));
}

void KeyTable::integer(const std::string& name, unsigned& to, Range<unsigned> range, Text text)
{
    const std::string allowed = span(std::to_string(range.low), std::to_string(range.high));
    bind<unsigned>(
        name, "integer", allowed, to,
        [=](const std::string& v) {
            return static_cast<unsigned>(
                within<std::uint64_t>(v, range.low, range.high, allowed, parse_integer));
        },
        [](const unsigned& v) { return std::to_string(v); }, std::move(text));
}

void KeyTable::real(const std::string& name, double& to, Range<double> range, Text text)
{
    const std::string allowed = span(real_text(range.low), real_text(range.high));
    bind<double>(
        name, "real", allowed, to,
        [=](const std::string& v) { return within(v, range.low, range.high, allowed, parse_real); },
        real_text, std::move(text));
}

void KeyTable::flag(const std::string& name, bool& to, Text text)
{
    choice_impl(
        name, {{"true", 1}, {"false", 0}}, [&to](std::uint64_t v) { to = v != 0; },
        [&to] { return static_cast<std::uint64_t>(to); }, std::move(text));
    keys_.back().kind = "flag";
}

void KeyTable::text(const std::string& name, std::string& to, Text text)
{
    bind<std::string>(
        name, "text", "any text", to,
        [](const std::string& v) {
            refuse_control_characters(v);
            return v;
        },
        [](const std::string& v) { return v; }, std::move(text));
}

void KeyTable::checked(const std::string& name, std::string& to,
                       std::function<void(const std::string&)> check, std::string allowed, Text text)
{
    bind<std::string>(
        name, "text", std::move(allowed), to,
        [check = std::move(check), initial = to](const std::string& v) {
            refuse_control_characters(v);
            if (v != initial)
                check(v);
            return v;
        },
        [](const std::string& v) { return v; }, std::move(text));
}

void KeyTable::choice_impl(const std::string& name, std::vector<std::pair<std::string, std::uint64_t>> values,
                           std::function<void(std::uint64_t)> set, std::function<std::uint64_t()> get,
                           Text text)
{
    std::vector<std::string> names;
    std::string allowed;
    for (const auto& v : values) {
        names.push_back(v.first);
        allowed += (allowed.empty() ? "" : ", ") + v.first;
    }
    const auto parse = [values, names, allowed](const std::string& v) {
        for (const auto& known : values)
            if (known.first == v)
                return known.second;
        const std::string near = nearest_name(v, names);
        throw std::invalid_argument("allowed are " + allowed +
                                    (near.empty() ? "" : "; did you mean " + near + "?"));
    };
    Key key;
    key.name = name;
    key.kind = "choice";
    key.allowed = allowed;
    key.meaning = std::move(text.meaning);
    key.source = std::move(text.source);
    key.per_instance = text.per_instance;
    key.check = [parse](const std::string& v) { static_cast<void>(parse(v)); };
    key.set = [parse, set = std::move(set)](const std::string& v) { set(parse(v)); };
    key.get = [values, get = std::move(get)] {
        const std::uint64_t now = get();
        for (const auto& known : values)
            if (known.second == now)
                return known.first;
        return std::string("?"); // a value that has no name: add() refuses it as a default
    };
    add(std::move(key));
}

void KeyTable::add(Key key)
{
    constexpr Picoseconds start{0};
    SHARPSIM_CHECK(is_key_name(key.name), start, "keys", "'" + key.name + "' is not of the form section.key");
    SHARPSIM_CHECK(find(key.name) == nullptr, start, "keys", key.name + " is declared twice");
    key.default_text = key.get();
    std::string fault;
    try {
        key.check(key.default_text);
    } catch (const std::invalid_argument& e) {
        fault = e.what();
    }
    SHARPSIM_CHECK(fault.empty(), start, "keys",
                   key.name + " has the default " + key.default_text + ": " + fault);
    keys_.push_back(std::move(key));
}

const Key* KeyTable::find(const std::string& name) const
{
    const auto at = std::find_if(keys_.begin(), keys_.end(), [&](const Key& k) { return k.name == name; });
    return at != keys_.end() ? &*at : nullptr;
}

std::string KeyTable::nearest(const std::string& name) const
{
    const auto bare = [](const std::string& full) { return full.substr(full.rfind('.') + 1); };
    std::vector<std::string> names;
    std::vector<std::string> same_key;
    for (const Key& key : keys_) {
        names.push_back(key.name);
        if (bare(key.name) == bare(name))
            same_key.push_back(key.name);
    }
    // A right key in a wrong section says more than a small distance; several of them say nothing.
    return same_key.size() == 1 ? same_key.front() : nearest_name(name, names);
}

} // namespace sharpsim
