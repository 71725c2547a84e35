// SPDX-License-Identifier: Apache-2.0
// Runs the program as a user does and keeps what it says.
#pragma once

#include <string>
#include <vector>

namespace sharpsim::test {

struct CliResult {
    int code{-1}; // exit code; 128 + signal where it was killed
    std::string out;
    std::string err;
};

// Without a shell: arguments arrive as they stand. In `directory`; killed after 30 s, which fails the test.
// `out_file`: where standard output goes instead.
CliResult run_cli(const std::vector<std::string>& args, const std::string& directory = ".",
                  const std::string& out_file = "");

std::vector<std::string> lines_of(const std::string& text);

// Exit code 2, nothing on standard output, and one line "sharpsim: ..." on standard error that has all parts.
void expect_refused(const CliResult& result, const std::vector<std::string>& parts);

} // namespace sharpsim::test
