// SPDX-License-Identifier: Apache-2.0
#include "cli/run_cli.h"

#include <sstream>

#include <gtest/gtest.h>

namespace sharpsim::test {

ProgramResult run_cli(const std::vector<std::string>& args, const std::string& directory,
                      const std::string& out_file)
{
    ProgramOptions options;
    options.directory = directory;
    options.out_file = out_file;
    return run_program(args, options);
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::istringstream in{text};
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

void expect_refused(const ProgramResult& result, const std::vector<std::string>& parts)
{
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
    EXPECT_EQ(result.err.rfind("sharpsim: ", 0), 0U) << result.err;
    for (const std::string& part : parts)
        EXPECT_NE(result.err.find(part), std::string::npos) << "no \"" << part << "\" in " << result.err;
}

} // namespace sharpsim::test
