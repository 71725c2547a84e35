// SPDX-License-Identifier: Apache-2.0
#include "vector_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "base/shown.h"

namespace sharpsim::tb {

namespace {

gzFile file_of(void* file) { return static_cast<gzFile>(file); }

} // namespace

VectorFile::VectorFile(const std::string& path, unsigned digits, std::vector<std::size_t> counts,
                       std::vector<std::size_t> flag_columns) :
    path_{path},
    digits_{digits},
    counts_{std::move(counts)},
    flag_columns_{std::move(flag_columns)},
    file_{gzopen(path.c_str(), "rb")}
{
    if (file_ == nullptr)
        throw InputError(shown(path) + ": cannot be read: " + std::strerror(errno));
}

VectorFile::~VectorFile() { gzclose(file_of(file_)); }

void VectorFile::fail(const std::string& text) const { throw InputError(shown(path_), number_, text); }

bool VectorFile::next(VectorLine& line)
{
    std::array<char, 512> buffer{};
    std::string text;
    do {
        ++number_;
        if (gzgets(file_of(file_), buffer.data(), static_cast<int>(buffer.size())) == nullptr) {
            int code = Z_OK;
            const char* why = gzerror(file_of(file_), &code);
            if (code != Z_OK)
                fail(std::string{"cannot be read: "} + (code == Z_ERRNO ? std::strerror(errno) : why));
            return false;
        }
        text = buffer.data();
        if (text.size() + 1 == buffer.size() && text.back() != '\n')
            fail("found a line of more than 510 characters");
        text.erase(text.find_last_not_of(" \t\r\n") + 1);
    } while (text.empty());
    line.number = number_;
    parse(text, line);
    return true;
}

void VectorFile::parse(const std::string& text, VectorLine& line) const
{
    line.words.clear();
    std::istringstream in{text};
    std::string word;
    std::vector<std::string> words;
    while (in >> word)
        words.push_back(word);
    if (std::find(counts_.begin(), counts_.end(), words.size()) == counts_.end())
        fail("found " + std::to_string(words.size()) + " words, wanted " + std::to_string(counts_.front()) +
             (counts_.size() > 1 ? " or " + std::to_string(counts_.back()) : "") + ": '" + shown(text) + "'");
    for (std::size_t n = 0; n < words.size(); ++n) {
        const bool flags = std::find(flag_columns_.begin(), flag_columns_.end(), n) != flag_columns_.end();
        const unsigned wanted = flags ? 2 : digits_;
        if (words[n].size() != wanted ||
            words[n].find_first_not_of("0123456789abcdefABCDEF") != std::string::npos)
            fail("found '" + shown(words[n]) + "' as word " + std::to_string(n + 1) + ", wanted " +
                 std::to_string(wanted) + " hexadecimal digits");
        line.words.push_back(std::strtoull(words[n].c_str(), nullptr, 16));
    }
}

} // namespace sharpsim::tb
