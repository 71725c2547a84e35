// SPDX-License-Identifier: Apache-2.0
// Reads the published test vectors: gzipped lines of hexadecimal words.
#pragma once

#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

namespace sharpsim::test {

template <std::size_t Words, class Word = std::uint32_t>
using VectorLines = std::vector<std::array<Word, Words>>;

// Empty where the file is absent. A line with fewer words ends the reading, so that the caller's count check
// fails.
template <std::size_t Words, class Word = std::uint32_t>
std::optional<VectorLines<Words, Word>> read_vectors(const std::string& name)
{
    const std::string path = std::string{SHARPSIM_SHARED_DIR} + "/data/vectors/" + name;
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr)
        return std::nullopt;
    VectorLines<Words, Word> lines;
    char text[256];
    while (gzgets(file, text, sizeof text) != nullptr) {
        std::array<Word, Words> line{};
        char* at = text;
        bool complete = true;
        for (auto& word : line) {
            char* end = nullptr;
            word = static_cast<Word>(std::strtoull(at, &end, 16));
            complete = complete && end != at;
            at = end;
        }
        if (!complete)
            break;
        lines.push_back(line);
    }
    gzclose(file);
    return lines;
}

} // namespace sharpsim::test
