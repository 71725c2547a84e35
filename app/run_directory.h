// SPDX-License-Identifier: Apache-2.0
// The directory that a run writes into: docs/run_directory.md.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "observe/output_file.h"

namespace sharpsim::app {

class RunDirectory {
public:
    // Creates it: `wanted`, or the next free out/run-N where that is empty. Throws InputError when it cannot
    // be written, or holds files and `force` is off; then nothing is left behind.
    RunDirectory(const std::string& wanted, bool force);
    ~RunDirectory(); // takes back what it created, where it is still empty
    RunDirectory(const RunDirectory&) = delete;
    RunDirectory& operator=(const RunDirectory&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    void add(const std::string& name, const std::string& content);
    // All files appear. Files that an earlier run left and this one has not written go away, but for `kept`:
    // those that others wrote during this run.
    void commit(const std::set<std::string>& kept);

private:
    std::string open(const std::string& wanted, bool force);
    void create(const std::string& path);
    std::string create_next();
    void claim(const std::string& path);
    void release();
    void take_back();

    std::vector<std::string> created_; // outermost first
    int lock_{-1};                     // on the directory, while this object lives
    std::string path_;
    std::set<std::string> added_;
    std::unique_ptr<OutputSet> files_;
};

} // namespace sharpsim::app
