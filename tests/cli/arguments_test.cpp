// SPDX-License-Identifier: Apache-2.0
// Arguments, help and version as a user meets them.
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run_cli.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim::test;
using Args = std::vector<std::string>;

TEST(Arguments, HelpFitsAScreen)
{
    for (const Args& args : {Args{"--help"}, Args{"help"}, Args{"-h"}, Args{"run", "--help"},
                             Args{"help", "run"}, Args{"config", "--help"}, Args{"fabric", "-h"},
                             Args{"report", "--help"}, Args{"run", "--no-such-option", "--help"}}) {
        SCOPED_TRACE(args.front() + (args.size() > 1 ? " " + args[1] : ""));
        const ProgramResult result = run_cli(args);
        EXPECT_EQ(result.code, 0);
        EXPECT_EQ(result.err, "");
        EXPECT_GE(lines_of(result.out).size(), 8U);
        EXPECT_LE(lines_of(result.out).size(), 30U);
        // Examples show the program as it was called here, with its whole path.
        const std::string program = std::string{std::getenv("SHARPSIM_BIN")} + "/sharpsim";
        for (std::string line : lines_of(result.out)) {
            if (const std::size_t at = line.find(program); at != std::string::npos)
                line.replace(at, program.size(), "build/release/sharpsim");
            EXPECT_LE(line.size(), 80U) << line;
        }
    }
}

TEST(Arguments, HelpOfACommandIsItsOwn)
{
    for (const std::string command : {"run", "config", "fabric", "report"})
        EXPECT_EQ(run_cli({"help", command}).out.rfind("sharpsim " + command, 0), 0U);
}

TEST(Arguments, VersionIsOneLineWithoutBanner)
{
    const ProgramResult result = run_cli({"--version"});
    EXPECT_EQ(result.code, 0);
    EXPECT_EQ(result.err, "");
    EXPECT_EQ(lines_of(result.out).size(), 1U);
    EXPECT_EQ(result.out.rfind("sharpsim 0.", 0), 0U) << result.out;
    EXPECT_NE(result.out.find("SystemC 2.3"), std::string::npos);
}

TEST(Arguments, NoneShowsAnExample)
{
    const ProgramResult result = run_cli({});
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_LE(lines_of(result.err).size(), 4U);
    EXPECT_NE(result.err.find("sharpsim run --"), std::string::npos);
}

TEST(Arguments, EachMistakeIsOneLine)
{
    const struct {
        Args args;
        std::vector<std::string> parts;
    } cases[] = {
        {{"rnu"}, {"rnu", "did you mean run?"}},
        {{"--seed", "1"}, {"--seed", "command comes first"}},
        {{"help", "fabrik"}, {"did you mean fabric?"}},
        {{""}, {"unknown command"}},
        {{"run", "--sede", "1"}, {"--sede", "did you mean --seed?"}},
        {{"run", "--conf", "x.ini"}, {"--conf: unknown option", "did you mean --config?"}}, // no abbreviation
        {{"run", "-config", "x.ini"}, {"-config: unknown option", "did you mean --config?"}},
        {{"run", "--out"}, {"--out", "a value is missing"}},
        {{"run", "--seed"}, {"--seed", "a value is missing"}},
        {{"run", "--out", "--force"}, {"--out", "a value is missing", "--out=--force"}},
        {{"run", "--out="}, {"--out", "no value after '='"}},
        {{"run", "--out", ""}, {"--out", "empty"}},
        {{"run", "--force=1"}, {"--force", "takes no value"}},
        {{"run", "--force"}, {"--force", "--out"}},
        {{"run", "--quiet", "--progress"}, {"--quiet", "--progress"}},
        {{"run", "stray"}, {"'stray'"}},
        {{"run", "--", "--seed"}, {"'--seed'"}},
        {{"run", "-4"}, {"-4", "unknown option"}},
        {{"run", "--seed", "-4"}, {"--seed -4", "negative"}}, // not 2^64 - 4
        {{"run", "--seed", "1.5"}, {"--seed 1.5", "whole number"}},
        {{"run", "--seed", "1", "--seed", "2"}, {"--seed", "twice"}},
        {{"run", "--seed", "1", "--sim.seed", "2"}, {"sim.seed", "twice"}},
        {{"run", "--link.vsl", "2"}, {"--link.vsl", "did you mean --link.vls?"}},
        {{"run", "--vls", "2"}, {"--vls", "did you mean --link.vls?"}},
        {{"run", "--link.vls", "99"}, {"--link.vls 99", "1 to 15"}},
        {{"run", "--link.vls", "-1"}, {"--link.vls -1", "negative"}},
        {{"run", "--link.vls=2", "--link.vls", "3"}, {"--link.vls 3", "twice", "before as 2"}},
        {{"run", "--link.buffer", "65536"}, {"--link.buffer 65536", "unit"}},
        {{"run", "--link.buffer", "64 #KiB"}, {"64 #KiB"}}, // nothing is cut at '#'
        {{"run", "--switch.scheduler", "islop"}, {"islop", "did you mean islip?"}},
        {{"run", "--fabric.kind", "file"}, {"fabric.file"}},
        {{"run", "--wave.enable", "maybe"}, {"--wave.enable maybe"}},
        {{"run", "--link.vls", "2\n3"}, {"2\\x0a3"}},
        {{"run", "--config", "no-such-file.ini"}, {"no-such-file.ini", "cannot be opened"}},
        {{"run", "--config", "/"}, {"/", "directory"}},
        {{"config"}, {"list, check or dump"}},
        {{"config", "lits"}, {"did you mean config list?"}},
        {{"config", "check"}, {"file"}},
        {{"config", "list", "swich"}, {"did you mean switch?"}},
        {{"config", "list", "a", "b"}, {"'b'"}},
        {{"fabric", "shwo"}, {"did you mean fabric show?"}},
        {{"fabric", "show", "no-such-file"}, {"no-such-file"}},
        {{"fabric", "show", "a", "b"}, {"'b'"}},
        {{"fabric", "generate", "--fabric.hosts", "0"}, {"--fabric.hosts 0"}},
        {{"fabric", "generate", "--out", "/"}, {"/", "directory"}},
        {{"report"}, {"directory"}},
        {{"report", "no-such-directory"}, {"no-such-directory"}},
        {{"report", "/"}, {"summary.json"}},
    };
    const TempDir here;
    for (const auto& c : cases) {
        std::string text;
        for (const std::string& arg : c.args)
            text += " " + arg;
        SCOPED_TRACE("sharpsim" + text);
        expect_refused(run_cli(c.args, here.path().string()), c.parts);
    }
    EXPECT_TRUE(std::filesystem::is_empty(here.path())); // nothing was written
}

TEST(Arguments, DirectoryOfResultsIsRefusedBeforeTheRun)
{
    const TempDir here;
    const std::string file = here.write("a file", "x");
    const std::string directory = here.path().string();
    expect_refused(run_cli({"run", "--out", directory}), {directory, "not empty", "--force"});
    expect_refused(run_cli({"run", "--out", file}), {file, "no directory"});
    expect_refused(run_cli({"run", "--out", file + "/below"}), {file, "cannot be created"});
    expect_refused(run_cli({"run", "--out", "/proc/no/such"}), {"/proc/no/such", "cannot be created"});
    expect_refused(run_cli({"run"}, "/proc"), {"out", "cannot be created"});
}

TEST(Arguments, FilesOfARunAndItsRepetition)
{
    const TempDir here;
    const std::string directory = here.path().string();
    const ProgramResult first =
        run_cli({"run", "--fabric.hosts", "4", "--workload.bytes", "8B", "--perfquery"}, directory);
    ASSERT_EQ(first.code, 0) << first.err;
    EXPECT_EQ(first.err, "");
    for (const char* name :
         {"summary.json", "collectives.csv", "counters.csv", "config.ini", "perfquery.txt"})
        EXPECT_GT(std::filesystem::file_size(here.path() / "out/run-1" / name), 0U) << name;
    const Args again{"run", "--config", "out/run-1/config.ini", "--out", "b"};
    EXPECT_EQ(run_cli(again, directory).code, 0);
    expect_refused(run_cli(again, directory), {"b", "not empty"});
    const ProgramResult quiet =
        run_cli({"run", "--config", "out/run-1/config.ini", "--out", "b", "--force", "--quiet"}, directory);
    EXPECT_EQ(quiet.code, 0);
    EXPECT_EQ(quiet.out + quiet.err, "");
    EXPECT_FALSE(std::filesystem::exists(here.path() / "b/perfquery.txt"));
    const auto digest = [](const std::string& text) { return text.substr(text.find("digest"), 50); };
    EXPECT_EQ(digest(run_cli({"report", "b"}, directory).out), digest(first.out));
}

TEST(Arguments, FullStandardOutputIsAnError)
{
    for (const Args& args : {Args{"--version"}, Args{"config", "list"}, Args{"fabric", "generate"}}) {
        const ProgramResult result = run_cli(args, ".", "/dev/full");
        EXPECT_EQ(result.code, 1);
        EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
        EXPECT_NE(result.err.find("standard output"), std::string::npos) << result.err;
    }
}

} // namespace
