// SPDX-License-Identifier: Apache-2.0
// The sub-commands. Each takes its arguments without the command's name and returns the exit code.
#pragma once

#include <string>
#include <vector>

namespace sharpsim::app {

using Words = std::vector<std::string>;

int run_command(const Words& args);
int config_command(const Words& args);
int fabric_command(const Words& args);
int report_command(const Words& args);

// Finds the command. Throws InputError, ModelError, OutputError.
int dispatch(const Words& args);

std::string version(); // "0.1.0"

} // namespace sharpsim::app
