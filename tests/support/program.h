// SPDX-License-Identifier: Apache-2.0
// Runs a built program as a user does, and reads back the result directory of `sharpsim run`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "unit/base/temp_file.h"

namespace sharpsim::test {

using Words = std::vector<std::string>;
using CsvRow = std::map<std::string, std::string>;

struct ProgramResult {
    int code{-1}; // exit code; 128 + signal where it was killed
    std::string out;
    std::string err;
    [[nodiscard]] std::string text() const { return out + err; }
};

struct ProgramOptions {
    std::string program{"sharpsim"}; // in the build directory
    std::vector<std::pair<std::string, std::string>> environment{};
    std::function<void(int)> while_running{}; // called once with the process id
    std::string directory{"."};
    std::string out_file{}; // where standard output goes instead
};

// Killed after 30 s, which fails the test.
ProgramResult run_program(const Words& args, const ProgramOptions& options = {});

// One `sharpsim run` into a temporary directory.
class SimRun {
public:
    explicit SimRun(const Words& args, const ProgramOptions& options = {});

    ProgramResult result;
    nlohmann::json summary; // null where there is none
    std::vector<CsvRow> collectives;
    std::vector<CsvRow> counters;

    [[nodiscard]] std::string status() const;
    [[nodiscard]] std::string digest() const;
    [[nodiscard]] std::uint64_t number(const std::string& field) const; // of the summary
    [[nodiscard]] std::string path() const { return directory_.path().string(); }
    [[nodiscard]] bool empty() const; // nothing written

private:
    TempDir directory_;
};

// Fails the test unless the run ended with status ok, without a wrong element.
void expect_ok(const SimRun& run);

std::string read_file(const std::string& path);
std::vector<CsvRow> read_csv(const std::string& path);
std::uint64_t number(const CsvRow& row, const std::string& column);
double real(const CsvRow& row, const std::string& column);

// The words of several lists behind each other.
Words operator+(Words a, const Words& b);

// Dumps of production fabrics and traces lie beside the repository; empty where they do not.
std::string shared_file(const std::string& path);

} // namespace sharpsim::test
