// SPDX-License-Identifier: Apache-2.0
#include "base/quantity_text.h"

#include <charconv>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <system_error>

namespace sharpsim {

namespace {

struct Unit {
    const char* name;
    std::uint64_t scale; // in base units
    bool shown;          // used when writing
};

// One kind of quantity. Units stand in ascending order, the base unit (scale 1) first.
struct Kind {
    const char* what; // with its article
    const char* example;
    std::initializer_list<Unit> units;
    bool fractions; // written with decimals (decimal units), or in whole units only (binary units)
};

constexpr Kind duration_kind{"a duration",
                             "130ns",
                             {{"ps", 1, true},
                              {"ns", 1'000, true},
                              {"us", 1'000'000, true},
                              {"ms", 1'000'000'000, true},
                              {"s", 1'000'000'000'000, true}},
                             true};
constexpr Kind size_kind{"a size",
                         "4KiB",
                         {{"B", 1, true},
                          {"kB", 1'000, false},
                          {"KiB", 1ULL << 10, true},
                          {"MB", 1'000'000, false},
                          {"MiB", 1ULL << 20, true},
                          {"GB", 1'000'000'000, false},
                          {"GiB", 1ULL << 30, true},
                          {"TiB", 1ULL << 40, true}},
                         false};
constexpr Kind frequency_kind{
    "a frequency",
    "1.2GHz",
    {{"Hz", 1, true}, {"kHz", 1'000, true}, {"MHz", 1'000'000, true}, {"GHz", 1'000'000'000, true}},
    true};
constexpr Kind rate_kind{
    "a rate",
    "400Gb/s",
    {{"kb/s", 1, true}, {"Mb/s", 1'000, true}, {"Gb/s", 1'000'000, true}, {"Tb/s", 1'000'000'000, true}},
    true};
// Lengths are real numbers: the scale is in millimetres and serves the list of units only.
constexpr Kind length_kind{
    "a length",
    "3m",
    {{"mm", 1, false}, {"cm", 10, false}, {"m", 1'000, true}, {"km", 1'000'000, false}},
    true};

constexpr unsigned most_decimals = 18; // 10^18 fits 64 bits, and its product with any scale 128

bool is_digit(char c) { return c >= '0' && c <= '9'; }

[[noreturn]] void refuse(const Kind& kind, const std::string& reason)
{
    throw std::invalid_argument(reason + ", for example " + kind.example);
}

struct Number {
    std::string_view digits;   // before the point
    std::string_view decimals; // after it
    std::string_view unit;
};

// Splits "<digits>[.<digits>]<blanks><unit>"; refuses everything else.
Number split(const Kind& kind, std::string_view text)
{
    const std::string what = kind.what;
    if (text.empty())
        refuse(kind, what + " is missing");
    if (text[0] == '-' && text.size() > 1 && is_digit(text[1]))
        refuse(kind, what + " cannot be negative");
    const auto digits_at = [&](std::size_t from) {
        std::size_t end = from;
        while (end < text.size() && is_digit(text[end]))
            ++end;
        return text.substr(from, end - from);
    };
    Number n;
    n.digits = digits_at(0);
    std::size_t at = n.digits.size();
    if (at < text.size() && text[at] == '.') {
        n.decimals = digits_at(at + 1);
        at += 1 + n.decimals.size();
        if (n.decimals.empty())
            refuse(kind, "this is not " + what);
    }
    if (n.digits.empty())
        refuse(kind, "this is not " + what);
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t'))
        ++at;
    n.unit = text.substr(at);
    if (n.unit.empty())
        refuse(kind, what + " needs its unit");
    return n;
}

const Unit& find_unit(const Kind& kind, std::string_view name)
{
    std::string known;
    for (const Unit& unit : kind.units) {
        if (name == unit.name)
            return unit;
        known += (known.empty() ? "" : ", ") + std::string(unit.name);
    }
    refuse(kind, "'" + std::string(name) + "' is not a unit of " + kind.what + " (" + known + ")");
}

std::uint64_t parse_count(const Kind& kind, std::string_view text)
{
    Number n = split(kind, text);
    const Unit& unit = find_unit(kind, n.unit);
    const std::string what = kind.what;
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();

    std::uint64_t whole = 0;
    const auto read = std::from_chars(n.digits.data(), n.digits.data() + n.digits.size(), whole);
    const auto scaled = static_cast<Wide>(whole) * unit.scale;
    if (read.ec != std::errc{} || scaled > largest)
        refuse(kind, what + " this large cannot be held");

    while (!n.decimals.empty() && n.decimals.back() == '0')
        n.decimals.remove_suffix(1);
    if (n.decimals.size() > most_decimals)
        refuse(kind, what + " takes at most 18 decimals");
    std::uint64_t decimals = 0;
    std::uint64_t ten_to = 1;
    for (const char c : n.decimals) {
        decimals = decimals * 10 + static_cast<std::uint64_t>(c - '0');
        ten_to *= 10;
    }
    const auto part = static_cast<Wide>(decimals) * unit.scale;
    if (part % ten_to != 0)
        refuse(kind, what + " is a whole number of " + kind.units.begin()->name);
    const Wide total = scaled + part / ten_to;
    if (total > largest)
        refuse(kind, what + " this large cannot be held");
    return static_cast<std::uint64_t>(total);
}

std::string write_count(const Kind& kind, std::uint64_t count)
{
    const Unit* unit = kind.units.begin();
    std::uint64_t rest = 0;
    for (const Unit& u : kind.units) {
        // Decimal units: up to six decimals. Binary ones: whole units.
        const std::uint64_t grain = kind.fractions && u.scale > 1'000'000 ? u.scale / 1'000'000 : 1;
        const bool fits = kind.fractions ? count % grain == 0 : count % u.scale == 0;
        if (u.shown && count >= u.scale && fits)
            unit = &u;
    }
    rest = count % unit->scale;
    std::string out = std::to_string(count / unit->scale);
    if (rest != 0) {
        std::string decimals = std::to_string(unit->scale + rest).substr(1); // leading zeros kept
        decimals.erase(decimals.find_last_not_of('0') + 1);
        out += "." + decimals;
    }
    return out + unit->name;
}

std::string shortest(double value, std::chars_format format)
{
    char buffer[512];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, value, format);
    return std::string(buffer, end.ptr);
}

} // namespace

Picoseconds parse_duration(std::string_view text) { return Picoseconds{parse_count(duration_kind, text)}; }
Bytes parse_size(std::string_view text) { return Bytes{parse_count(size_kind, text)}; }
Hertz parse_frequency(std::string_view text) { return Hertz{parse_count(frequency_kind, text)}; }
KbitPerSecond parse_rate(std::string_view text) { return KbitPerSecond{parse_count(rate_kind, text)}; }

double parse_length(std::string_view text)
{
    const Number n = split(length_kind, text);
    const Unit& unit = find_unit(length_kind, n.unit);
    const char* end = (n.decimals.empty() ? n.digits : n.decimals).data() +
                      (n.decimals.empty() ? n.digits : n.decimals).size();
    double value = 0;
    const auto read = std::from_chars(n.digits.data(), end, value, std::chars_format::fixed);
    if (read.ec != std::errc{} || read.ptr != end)
        refuse(length_kind, "a length this large cannot be held");
    // One rounding: a division by 10 or 1000, or a product with 1000.
    const double metres = unit.scale >= 1'000 ? value * static_cast<double>(unit.scale / 1'000)
                                              : value / static_cast<double>(1'000 / unit.scale);
    if (!std::isfinite(metres))
        refuse(length_kind, "a length this large cannot be held");
    return metres;
}

std::uint64_t parse_integer(std::string_view text)
{
    if (text.size() > 1 && text[0] == '-' && is_digit(text[1]))
        throw std::invalid_argument("a count cannot be negative, for example 8");
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec == std::errc::result_out_of_range)
        throw std::invalid_argument("a number this large cannot be held, for example 8");
    if (read.ec != std::errc{} || read.ptr != end)
        throw std::invalid_argument("a whole number without a unit is needed, for example 8");
    return value;
}

double parse_real(std::string_view text)
{
    double value = 0;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ec == std::errc::result_out_of_range)
        throw std::invalid_argument("a number this large or small cannot be held, for example 0.5");
    if (read.ec != std::errc{} || read.ptr != end || !std::isfinite(value))
        throw std::invalid_argument("a number without a unit is needed, for example 0.5");
    return value;
}

std::string to_text(Picoseconds value) { return write_count(duration_kind, value.count()); }
std::string to_text(Bytes value) { return write_count(size_kind, value.count()); }
std::string to_text(Hertz value) { return write_count(frequency_kind, value.count()); }
std::string to_text(KbitPerSecond value) { return write_count(rate_kind, value.count()); }
std::string length_text(double metres) { return shortest(metres, std::chars_format::fixed) + "m"; }
std::string real_text(double value) { return shortest(value, std::chars_format::general); }

} // namespace sharpsim
