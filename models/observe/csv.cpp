// SPDX-License-Identifier: Apache-2.0
#include "observe/csv.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "base/error.h"

namespace sharpsim {

CsvWriter& CsvWriter::field(std::string_view value)
{
    if (!first_)
        text_ += ',';
    first_ = false;
    if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
        text_ += value;
        return *this;
    }
    text_ += '"';
    for (const char c : value) {
        if (c == '"')
            text_ += '"';
        text_ += c;
    }
    text_ += '"';
    return *this;
}

CsvWriter& CsvWriter::field(std::uint64_t value) { return field(std::string_view{std::to_string(value)}); }

CsvWriter& CsvWriter::field(double value)
{
    const int digits = value > 0 ? static_cast<int>(std::floor(std::log10(value))) : 0;
    char text[400];
    std::snprintf(text, sizeof text, "%.*f", std::clamp(5 - digits, 0, 12), value);
    std::string shown = text;
    if (shown.find('.') != std::string::npos) {
        shown.erase(shown.find_last_not_of('0') + 1);
        if (shown.back() == '.')
            shown.pop_back();
    }
    return field(std::string_view{shown});
}

void CsvWriter::end_row()
{
    text_ += '\n';
    first_ = true;
}

namespace {

// Takes one row off the text; counts the lines that it spans.
CsvRow take_row(const std::string& path, std::string_view& rest, std::size_t& line)
{
    CsvRow row;
    row.line = line;
    std::string value;
    bool quoted = false;
    std::size_t i = 0;
    for (; i < rest.size(); ++i) {
        const char c = rest[i];
        if (c == '\n')
            ++line;
        if (quoted) {
            if (c == '"' && i + 1 < rest.size() && rest[i + 1] == '"')
                value += rest[++i];
            else if (c == '"')
                quoted = false;
            else
                value += c;
        } else if (c == '"' && value.empty()) {
            quoted = true;
        } else if (c == ',') {
            row.fields.push_back(std::move(value));
            value.clear();
        } else if (c == '\n') {
            break;
        } else if (c != '\r') {
            value += c;
        }
    }
    if (quoted)
        throw InputError(path, row.line, "a quote is not closed");
    row.fields.push_back(std::move(value));
    rest.remove_prefix(std::min(i + 1, rest.size()));
    return row;
}

std::size_t fields_of(const std::string& header)
{
    return static_cast<std::size_t>(std::count(header.begin(), header.end(), ',')) + 1;
}

[[noreturn]] void fail_number(const std::string& path, const CsvRow& row, std::size_t field)
{
    throw InputError(path, row.line,
                     "field " + std::to_string(field + 1) + " is '" + row.fields[field] +
                         "'; a number is needed");
}

} // namespace

std::vector<CsvRow> read_csv(const std::string& path, const std::string& header)
{
    std::ifstream in{path, std::ios::binary};
    if (!in)
        throw InputError(path, 0, "cannot be opened");
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    if (in.bad())
        throw InputError(path, 0, "cannot be read");
    std::string_view rest = text;
    const std::string_view first = rest.substr(0, rest.find_first_of("\r\n"));
    if (first != header)
        throw InputError(path, 1, "the first line is not the expected header " + header);
    rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
    std::vector<CsvRow> rows;
    for (std::size_t line = 2; !rest.empty();) {
        CsvRow row = take_row(path, rest, line);
        if (row.fields.size() != fields_of(header))
            throw InputError(path, row.line,
                             std::to_string(row.fields.size()) + " fields; " +
                                 std::to_string(fields_of(header)) + " are needed");
        rows.push_back(std::move(row));
    }
    return rows;
}

std::uint64_t csv_number(const std::string& path, const CsvRow& row, std::size_t field)
{
    const std::string& text = row.fields[field];
    std::uint64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size())
        fail_number(path, row, field);
    return value;
}

double csv_real(const std::string& path, const CsvRow& row, std::size_t field)
{
    const std::string& text = row.fields[field];
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc{} || read.ptr != text.data() + text.size() || !std::isfinite(value))
        fail_number(path, row, field);
    return value;
}

} // namespace sharpsim
