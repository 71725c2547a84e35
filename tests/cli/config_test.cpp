// SPDX-License-Identifier: Apache-2.0
// sharpsim config list, check and dump.
#include <algorithm>
#include <cstdlib>
#include <set>

#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/keys.h"
#include "cli/run_cli.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::test;

TEST(ConfigList, OneLinePerKeyInAPipe)
{
    const ProgramResult result = run_cli({"config", "list"});
    ASSERT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    const auto lines = lines_of(result.out);
    ASSERT_GT(lines.size(), 20U);
    for (const char* column : {"key", "default", "allowed", "meaning", "source"})
        EXPECT_NE(lines[0].find(column), std::string::npos);
    std::set<std::string> keys;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::string key = lines[i].substr(0, lines[i].find(' '));
        EXPECT_NE(key.find('.'), std::string::npos) << lines[i];
        EXPECT_TRUE(keys.insert(key).second) << key << " twice";
    }
    for (const char* key : {"link.vls", "switch.clock", "fabric.hosts", "wave.enable", "sim.seed"})
        EXPECT_EQ(keys.count(key), 1U) << key;
}

TEST(ConfigList, SectionOrPatternSelects)
{
    const auto all_begin = [](const ProgramResult& result, const std::string& with) {
        const auto lines = lines_of(result.out);
        for (std::size_t i = 1; i < lines.size(); ++i)
            EXPECT_EQ(lines[i].rfind(with, 0), 0U) << lines[i];
        return lines.size() - 1;
    };
    EXPECT_GT(all_begin(run_cli({"config", "list", "switch"}), "switch."), 3U);
    EXPECT_EQ(all_begin(run_cli({"config", "list", "link.vls"}), "link.vls "), 1U);
    EXPECT_EQ(all_begin(run_cli({"config", "list", "link.fec_*"}), "link.fec_"), 2U);
}

// Every key of the list stands in the dump with the default that the list shows.
TEST(ConfigDump, HasEveryKeyOfTheList)
{
    const TempDir here;
    const std::string file = here.write("dump.ini", run_cli({"config", "dump"}).out);
    std::set<std::string> dumped;
    for (const Setting& s : read_ini(file))
        dumped.insert(s.key);
    const auto lines = lines_of(run_cli({"config", "list"}).out);
    EXPECT_EQ(dumped.size(), lines.size() - 1);
    for (std::size_t i = 1; i < lines.size(); ++i)
        EXPECT_EQ(dumped.count(lines[i].substr(0, lines[i].find(' '))), 1U) << lines[i];
}

// What the program prints on a terminal of so many columns.
std::string on_terminal(const std::vector<std::string>& args, unsigned columns)
{
    winsize size{};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(columns);
    const std::string program = std::string{std::getenv("SHARPSIM_BIN")} + "/sharpsim";
    std::vector<std::string> words{program};
    words.insert(words.end(), args.begin(), args.end());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (child == 0) {
        ::execv(program.c_str(), argv.data());
        ::_exit(127);
    }
    std::string out;
    char part[4096];
    for (ssize_t n = 0; (n = ::read(terminal, part, sizeof part)) > 0;) // an error at the end, on Linux
        out.append(part, static_cast<std::size_t>(n));
    ::close(terminal);
    int status = 0;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << out;
    out.erase(std::remove(out.begin(), out.end(), '\r'), out.end());
    return out;
}

TEST(ConfigList, FitsTheTerminal)
{
    const auto piped = lines_of(run_cli({"config", "list"}).out);
    for (const unsigned columns : {50U, 80U, 100U, 132U, 300U}) {
        SCOPED_TRACE(columns);
        const std::string out = on_terminal({"config", "list"}, columns);
        const auto lines = lines_of(out);
        for (const std::string& line : lines)
            EXPECT_LE(line.size(), std::min<std::size_t>(columns, 100)) << line;
        // All keys are there, each at the begin of a line, with a blank line before each section.
        std::vector<std::string> keys;
        std::size_t blank = 0;
        for (const std::string& line : lines) {
            blank += line.empty() ? 1U : 0U;
            if (!line.empty() && line[0] != ' ')
                keys.push_back(line.substr(0, line.find(' ')));
        }
        ASSERT_EQ(keys.size() + 1, piped.size());
        std::set<std::string> sections;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            EXPECT_EQ(piped[i + 1].rfind(keys[i] + " ", 0), 0U) << keys[i];
            sections.insert(keys[i].substr(0, keys[i].find('.')));
        }
        EXPECT_EQ(blank + 1, sections.size());
        EXPECT_EQ(out.find("source: -"), std::string::npos);
    }
}

TEST(ConfigDump, IsItsOwnInput)
{
    const TempDir here;
    const std::string overrides =
        here.write("a.ini", "[link]\nvls = 3\n[override \"leaf3*\"]\nlink.buffer = 32KiB\n");
    const ProgramResult first =
        run_cli({"config", "dump", "--config", overrides, "--seed", "42", "--fabric.file", "a #b.txt",
                 "--switch.clock=1.2GHz", "--wave.scope", "leaf0, \"x\\"});
    ASSERT_EQ(first.code, 0) << first.err;
    for (const char* part : {"vls = 3", "seed = 42", "a #b.txt", "1.2GHz", "[override \"leaf3*\"]", "32KiB"})
        EXPECT_NE(first.out.find(part), std::string::npos) << part;
    const std::string file = here.write("b.ini", first.out);
    const ProgramResult second = run_cli({"config", "dump", "--config", file});
    EXPECT_EQ(second.code, 0) << second.err;
    EXPECT_EQ(second.out, first.out);
    const ProgramResult checked = run_cli({"config", "check", file});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_NE(checked.out.find("ok"), std::string::npos);
}

TEST(ConfigDump, LaterFilesAndThenTheCommandLineWin)
{
    const TempDir here;
    const std::string two = here.write("two.ini", "[link]\nvls = 2\n");
    const std::string three = here.write("three.ini", "[link]\nvls = 3\n");
    const auto has = [](const ProgramResult& r, const char* part) {
        return r.out.find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(run_cli({"config", "dump", "--config", two, "--config", three}), "vls = 3"));
    EXPECT_TRUE(has(run_cli({"config", "dump", "--config", three, "--config=" + two}), "vls = 2"));
    EXPECT_TRUE(has(run_cli({"config", "dump", "--link.vls", "4", "--config", two}), "vls = 4"));
}

TEST(ConfigCheck, LooksAtEachFile)
{
    const TempDir here;
    const std::string good = here.write("good.ini", "[link]\nvls = 2\n");
    const std::string bad = here.write("bad.ini", "[link]\nvls = 2\nvsl = 2\n");
    const std::string worse = here.write("worse.ini", "[link]\nmtu = 4096B\nbuffer = 256B\n");
    const ProgramResult result = run_cli({"config", "check", bad, good, worse});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(lines_of(result.out).size(), 1U);
    EXPECT_NE(result.out.find(good + ": ok"), std::string::npos);
    const auto errors = lines_of(result.err);
    ASSERT_EQ(errors.size(), 2U) << result.err;
    EXPECT_NE(errors[0].find(bad + ":3: "), std::string::npos) << errors[0];
    EXPECT_NE(errors[1].find(worse + ": "), std::string::npos) << errors[1];
    EXPECT_NE(errors[1].find("link.buffer"), std::string::npos) << errors[1];
}

} // namespace
