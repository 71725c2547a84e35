// SPDX-License-Identifier: Apache-2.0
#include "observe/output_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using sharpsim::test::TempDir;

std::string content(const std::string& path)
{
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

TEST(OutputFile, ReplacesAFileAndLeavesNoOther)
{
    const TempDir here;
    const std::string file = here.write("a.txt", "old");
    const std::string text(1'000'000, 'x');
    write_output(file, text);
    EXPECT_EQ(content(file), text);
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator{here.path()}, {}), 1);
}

TEST(OutputFile, SaysWhichFileAndWhy)
{
    for (const std::string path : {"/dev/full", "/no/such/directory/a.txt"}) {
        try {
            write_output(path, "text");
            ADD_FAILURE() << path << " was written";
        } catch (const OutputError& e) {
            EXPECT_EQ(std::string(e.what()).rfind(path + ": cannot be written: ", 0), 0U) << e.what();
        }
    }
}

} // namespace
