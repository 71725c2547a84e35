// SPDX-License-Identifier: Apache-2.0
// Runs the program as a user does and keeps what it says.
#pragma once

#include <string>
#include <vector>

#include "support/program.h"

namespace sharpsim::test {

// In `directory`; `out_file`: where standard output goes instead.
ProgramResult run_cli(const std::vector<std::string>& args, const std::string& directory = ".",
                      const std::string& out_file = "");

std::vector<std::string> lines_of(const std::string& text);

// Exit code 2, nothing on standard output, and one line "sharpsim: ..." on standard error that has all parts.
void expect_refused(const ProgramResult& result, const std::vector<std::string>& parts);

} // namespace sharpsim::test
