// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as in RFC 4180, with '\n' line ends and one header line: what pandas reads by
// default.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sharpsim {

// Collects one file. Fields are quoted only where they need it.
class CsvWriter {
public:
    explicit CsvWriter(const char* header) : text_{header} { text_ += '\n'; }

    CsvWriter& field(std::string_view value);
    CsvWriter& field(const char* value) { return field(std::string_view{value}); }
    CsvWriter& field(std::uint64_t value);
    CsvWriter& field(double value); // six significant digits, never an exponent
    void end_row();
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
    bool first_{true};
};

struct CsvRow {
    std::size_t line{0}; // where it begins
    std::vector<std::string> fields;
};

// Reads a whole file and checks its header and the number of fields of each row. Throws InputError
// (file:line).
std::vector<CsvRow> read_csv(const std::string& path, const std::string& header);

// A field of a row as a number. Throws InputError.
std::uint64_t csv_number(const std::string& path, const CsvRow& row, std::size_t field);
double csv_real(const std::string& path, const CsvRow& row, std::size_t field);

} // namespace sharpsim
