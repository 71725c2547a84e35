// SPDX-License-Identifier: Apache-2.0
// Reads test vectors: lines of hexadecimal words with a fixed width, plain or gzipped.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sharpsim::tb {

struct VectorLine {
    std::size_t number{0}; // in the file, from 1
    std::vector<std::uint64_t> words{};
};

class VectorFile {
public:
    // The number of words may be any of `counts`; the last word, and each in `flag_columns`, has two digits.
    VectorFile(const std::string& path, unsigned digits, std::vector<std::size_t> counts,
               std::vector<std::size_t> flag_columns);
    ~VectorFile();
    VectorFile(const VectorFile&) = delete;
    VectorFile& operator=(const VectorFile&) = delete;

    // False at the end. Blank lines are passed over. Throws InputError for anything else that is no line.
    bool next(VectorLine& line);

private:
    [[noreturn]] void fail(const std::string& text) const;
    void parse(const std::string& text, VectorLine& line) const;

    std::string path_;
    unsigned digits_;
    std::vector<std::size_t> counts_;
    std::vector<std::size_t> flag_columns_;
    void* file_; // gzFile
    std::size_t number_{0};
};

} // namespace sharpsim::tb
