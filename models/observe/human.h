// SPDX-License-Identifier: Apache-2.0
// Numbers for people: three or four digits and a fitting unit. Not exact; files carry the exact ones.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sharpsim {

std::string short_number(double value);       // 0.00123, 0.123, 1.234, 12.34, 123.4, 1234
std::string short_time(std::uint64_t ps);     // 999 ps, 1.234 ns, 12.34 us, 123.4 ms, 1.234 s
std::string short_bytes(std::uint64_t bytes); // 8 B, 64 KiB, 1.5 MiB
std::string short_count(double count);        // 999, 1.234 k, 12.34 M, 1.234 G

// Columns of text, aligned and separated by two blanks; the first row is the header.
class TextTable {
public:
    enum class Align : std::uint8_t { left, right };
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
    // The last column is not padded. Lines end without blanks.
    [[nodiscard]] std::string text(const std::vector<Align>& columns) const;

private:
    std::vector<std::vector<std::string>> rows_;
};

} // namespace sharpsim
