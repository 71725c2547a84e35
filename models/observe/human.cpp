// SPDX-License-Identifier: Apache-2.0
#include "observe/human.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace sharpsim {

namespace {

std::string scaled(double value, double step, std::initializer_list<const char*> units)
{
    const char* const* unit = units.begin();
    // 999.95 would print as 1000: it belongs to the next unit.
    while (value >= step * 0.99995 && unit + 1 != units.end()) {
        value /= step;
        ++unit;
    }
    const std::string name = *unit;
    return short_number(value) + (name.empty() ? "" : " " + name);
}

} // namespace

std::string short_number(double value)
{
    char text[64];
    int decimals = value >= 999.95 ? 0 : value >= 99.995 ? 1 : value >= 9.9995 ? 2 : 3;
    for (double rest = value; rest > 0 && rest < 0.09995 && decimals < 12; rest *= 10)
        ++decimals; // small numbers keep three digits
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    std::string out = text;
    if (out.find('.') != std::string::npos) {
        out.erase(out.find_last_not_of('0') + 1);
        if (out.back() == '.')
            out.pop_back();
    }
    return out;
}

std::string short_time(std::uint64_t ps)
{
    return scaled(static_cast<double>(ps), 1000, {"ps", "ns", "us", "ms", "s"});
}

std::string short_bytes(std::uint64_t bytes)
{
    return scaled(static_cast<double>(bytes), 1024, {"B", "KiB", "MiB", "GiB", "TiB"});
}

std::string short_count(double count) { return scaled(count, 1000, {"", "k", "M", "G", "T"}); }

std::string TextTable::text(const std::vector<Align>& columns) const
{
    std::vector<std::size_t> widths(columns.size(), 0);
    for (const auto& row : rows_)
        for (std::size_t c = 0; c < columns.size(); ++c)
            widths[c] = std::max(widths[c], row[c].size());
    std::string out;
    for (const auto& row : rows_) {
        std::string line;
        for (std::size_t c = 0; c < columns.size(); ++c) {
            const std::string pad(widths[c] - row[c].size(), ' ');
            line += c == 0 ? "" : "  ";
            line += columns[c] == Align::right ? pad + row[c] : row[c] + pad;
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

} // namespace sharpsim
