// SPDX-License-Identifier: Apache-2.0
// What a run leaves on disk, whole or not at all.
#include "run_directory.h"

#include <csignal>
#include <fstream>
#include <iterator>

#include <sys/resource.h>

#include <gtest/gtest.h>

#include "base/error.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using sharpsim::app::RunDirectory;
using sharpsim::test::TempDir;
namespace fs = std::filesystem;

std::string content(const fs::path& path)
{
    std::ifstream in{path};
    return {std::istreambuf_iterator<char>{in}, {}};
}

std::size_t entries(const fs::path& path)
{
    return static_cast<std::size_t>(std::distance(fs::directory_iterator{path}, {}));
}

TEST(RunDirectory, FilesAppearAtCommit)
{
    const TempDir here;
    const fs::path path = here.path() / "a" / "b";
    RunDirectory directory{path.string(), false};
    directory.add("config.ini", "x");
    directory.add("summary.json", "{}");
    EXPECT_FALSE(fs::exists(path / "config.ini"));
    directory.commit({});
    EXPECT_EQ(content(path / "config.ini"), "x");
    EXPECT_EQ(content(path / "summary.json"), "{}");
    EXPECT_EQ(entries(path), 2U);
}

TEST(RunDirectory, LeavesNothingWithoutCommit)
{
    const TempDir here;
    {
        RunDirectory directory{(here.path() / "a" / "b").string(), false};
        directory.add("summary.json", "{}");
    }
    EXPECT_EQ(entries(here.path()), 0U);
    EXPECT_THROW((RunDirectory{"/dev/null/a", false}), InputError);
}

TEST(RunDirectory, TwoRunsCannotShareOne)
{
    const TempDir here;
    const std::string path = (here.path() / "shared").string();
    RunDirectory first{path, false};
    EXPECT_THROW((RunDirectory{path, false}), InputError);
    EXPECT_THROW((RunDirectory{path, true}), InputError);
    first.add("summary.json", "{}");
    first.commit({});
    EXPECT_EQ(content(here.path() / "shared" / "summary.json"), "{}");
}

TEST(RunDirectory, NumbersAreTakenInOrder)
{
    const TempDir here;
    fs::current_path(here.path());
    const RunDirectory first{"", false};
    const RunDirectory second{"", false};
    EXPECT_EQ(first.path(), "out/run-1");
    EXPECT_EQ(second.path(), "out/run-2");
    fs::current_path("/");
}

TEST(RunDirectory, ForceReplacesOwnFilesOnly)
{
    const TempDir here;
    for (const char* name : {"summary.json", "waves.fst", "waves.gtkw", "counters.csv", "notes.txt"})
        static_cast<void>(here.write(name, "old"));
    const std::string path = here.path().string();
    EXPECT_THROW((RunDirectory{path, false}), InputError);
    RunDirectory directory{path, true};
    directory.add("summary.json", "new");
    EXPECT_EQ(content(here.path() / "summary.json"), "old");
    directory.commit({"waves.fst"});
    EXPECT_EQ(content(here.path() / "summary.json"), "new");
    EXPECT_EQ(content(here.path() / "notes.txt"), "old");
    EXPECT_EQ(content(here.path() / "waves.fst"), "old"); // kept: written during this run
    EXPECT_FALSE(fs::exists(here.path() / "waves.gtkw"));
    EXPECT_FALSE(fs::exists(here.path() / "counters.csv"));
}

// A file size limit stands for a full disk: part of the file is written, then an error comes.
TEST(RunDirectory, FullDiskLeavesTheOldFiles)
{
    const TempDir here;
    static_cast<void>(here.write("summary.json", "old"));
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit old{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &old), 0);
    rlimit small = old;
    small.rlim_cur = 1000;
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    std::string message;
    {
        RunDirectory directory{here.path().string(), true};
        directory.add("config.ini", "x");
        try {
            directory.add("summary.json", std::string(5000, 'x'));
        } catch (const OutputError& e) {
            message = e.what();
        }
    }
    ::setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_NE(message.find("summary.json: cannot be written: "), std::string::npos) << message;
    EXPECT_EQ(content(here.path() / "summary.json"), "old");
    EXPECT_EQ(entries(here.path()), 1U);
}

} // namespace
