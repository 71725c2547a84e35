// SPDX-License-Identifier: Apache-2.0
// Files that appear complete or not at all: written under a temporary name beside the final one, then
// renamed.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace sharpsim {

// A file that cannot be written: a full disk, a lost mount. One line: which file and why. Exit code 1.
class OutputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The files of one directory that belong together. Without commit() none of them appears.
class OutputSet {
public:
    explicit OutputSet(std::string directory) : directory_{std::move(directory)} {}
    ~OutputSet(); // removes what was not committed
    OutputSet(const OutputSet&) = delete;
    OutputSet& operator=(const OutputSet&) = delete;

    // Writes the temporary file now, so that a full disk shows before any old file is replaced. A name once.
    void add(const std::string& name, const std::string& content);
    // Renames in the order of add(): the last one stands for "complete".
    void commit();

private:
    struct Pending {
        std::string temporary;
        std::string final_path;
    };
    std::string directory_;
    std::vector<Pending> pending_;
};

// One file, replaced if it exists. What is no regular file (a pipe, a terminal, a device) is written
// directly.
void write_output(const std::string& path, const std::string& content);

} // namespace sharpsim
