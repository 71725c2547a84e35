// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "base/error.h"

namespace sharpsim::test {

// A file of this process that goes away with the object.
class TempFile {
public:
    explicit TempFile(const std::string& content) :
        path_{testing::TempDir() + "sharpsim_trace_" + std::to_string(::getpid())}
    {
        std::ofstream{path_, std::ios::binary} << content;
    }
    ~TempFile() { std::remove(path_.c_str()); }
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    std::string path_;
};

// The message of the InputError that `read` throws for a file with this content, without the directory;
// "accepted" when it throws none.
template <class Read>
std::string error_of(const std::string& content, Read read)
{
    const TempFile file{content};
    try {
        read(file.path());
    } catch (const InputError& e) {
        const std::string text = e.what();
        const std::string start = file.path();
        return text.compare(0, start.size(), start) == 0 ? text.substr(start.size() + 1) : text;
    }
    return "accepted";
}

struct Refused {
    const char* content;
    const char* error; // line and text
};

} // namespace sharpsim::test
