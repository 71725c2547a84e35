// SPDX-License-Identifier: Apache-2.0
// Commands that the program tells and that the documents show can be copied: from the root of the project
// they work as they stand.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "cli/run_cli.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim::test;
using Lines = std::vector<std::string>;
namespace fs = std::filesystem;

const std::string built = "build/release/sharpsim"; // as users of the project call it
const fs::path source = SHARPSIM_SOURCE_DIR;

// Looks like the root of the project after a build; what runs write stays out of the sources.
class Root {
public:
    Root()
    {
        for (const char* name : {"configs", "traces", "docs"})
            fs::create_symlink(source / name, here_.path() / name);
        fs::create_directories(here_.path() / "build/release");
        fs::create_symlink(binary(), here_.path() / built);
    }
    static std::string binary() { return std::string{std::getenv("SHARPSIM_BIN")} + "/sharpsim"; }
    // A line or more, as pasted into a shell.
    [[nodiscard]] ProgramResult paste(const std::string& text) const
    {
        ProgramOptions options;
        options.program = "/bin/sh";
        options.directory = here_.path().string();
        return run_program({"-e", "-c", text}, options);
    }
    void expect_works(const std::string& text) const
    {
        const ProgramResult result = paste(text);
        EXPECT_EQ(result.code, 0) << text << "\n" << result.text();
        EXPECT_EQ(result.err, "") << text;
    }

private:
    TempDir here_;
};

bool begins(const std::string& text, const std::string& with) { return text.rfind(with, 0) == 0; }

// Commands of a text: each begins with the name after `margin`, a '\' at the end of a line continues it.
Lines commands(const std::string& text, const std::string& name, const std::string& margin)
{
    Lines found;
    bool open = false;
    for (const std::string& line : lines_of(text)) {
        if (open)
            found.back() += "\n" + line;
        else if (begins(line, margin + name + " "))
            found.push_back(line.substr(margin.size()));
        open = !line.empty() && line.back() == '\\' && (open || begins(line, margin + name + " "));
    }
    return found;
}

TEST(Commands, HintsOfARunNameTheProgramAsItWasCalled)
{
    const Root root;
    const std::string job = " run --fabric.hosts 4 --workload.bytes 8B --out ";
    unsigned n = 0;
    for (const std::string& name : Lines{built, "./" + built, Root::binary(), "../release/sharpsim"}) {
        const std::string out = "out/hint " + std::to_string(n++); // the blank needs quotes
        const bool inside = begins(name, "../");
        const std::string go = inside ? "cd build/release; " : "";
        const ProgramResult run = root.paste(go + name + job + "'" + out + "'");
        ASSERT_EQ(run.code, 0) << run.text();
        Lines hints;
        for (const std::string label : {"table      ", "again      "})
            for (const std::string& hint : commands(run.out, name, label))
                hints.push_back(hint);
        ASSERT_EQ(hints.size(), 2U) << run.out;
        for (const std::string& hint : hints)
            root.expect_works(go + hint);
    }
    const ProgramResult found = root.paste("PATH=$PWD/build/release:$PATH\nsharpsim" + job + "out/found");
    EXPECT_EQ(commands(found.out, "sharpsim", "again      ").size(), 1U) << found.text();
}

TEST(Commands, ExamplesInHelpWork)
{
    const Root root;
    for (const char* out : {"out/sharp", "out/ring"}) // what the examples of `report` speak of
        root.expect_works(built + " run --fabric.hosts 4 --workload.bytes 8B --out " + out);
    unsigned examples = 0;
    for (const std::string topic : {"", " run", " config", " fabric", " report"}) {
        const ProgramResult help = root.paste(built + " help" + topic);
        ASSERT_EQ(help.code, 0);
        const Lines found = commands(help.out, built, "  ");
        EXPECT_FALSE(found.empty()) << topic;
        for (const std::string& command : found)
            root.expect_works(command);
        examples += static_cast<unsigned>(found.size());
    }
    EXPECT_GE(examples, 10U);
}

// Also those within a sentence: "'... config list' shows all".
TEST(Commands, ThoseInMessagesWork)
{
    const Root root;
    for (const std::string args : {"", "help run", "help fabric", "run --no.such.key 1"}) {
        const std::string text = root.paste(built + " " + args).text();
        std::size_t quoted = 0;
        for (std::size_t at = 0; (at = text.find("'" + built, at)) != std::string::npos; ++quoted) {
            const std::size_t end = text.find('\'', at + 1);
            root.expect_works(text.substr(at + 1, end - at - 1));
            at = end;
        }
        EXPECT_GE(quoted, 1U) << text;
    }
    const Lines example = commands(root.paste(built).err, built, "For example: ");
    ASSERT_EQ(example.size(), 1U);
    root.expect_works(example[0]);
}

// ---- Documents

struct Block {
    std::string text;   // of a fenced block
    std::string before; // the fenced block before it in the same page
};

std::vector<Block> fenced(const std::string& page)
{
    std::vector<Block> blocks;
    bool inside = false;
    for (const std::string& line : lines_of(page)) {
        if (begins(line, "```")) {
            inside = !inside;
            if (inside)
                blocks.push_back({"", blocks.empty() ? "" : blocks.back().text});
        } else if (inside) {
            blocks.back().text += line + "\n";
        }
    }
    return blocks;
}

// `code` in running text.
Lines inline_code(const std::string& page)
{
    Lines found;
    for (const std::string& line : lines_of(page))
        for (std::size_t at = 0; (at = line.find('`', at)) != std::string::npos;) {
            const std::size_t end = line.find('`', at + 1);
            if (end == std::string::npos)
                break;
            found.push_back(line.substr(at + 1, end - at - 1));
            at = end + 1;
        }
    return found;
}

bool has_placeholder(const std::string& command)
{
    return command.find("DIR") != std::string::npos || command.find("FILE") != std::string::npos;
}

Lines pages()
{
    Lines found{(source / "README.md").string(), (source / "CONTRIBUTING.md").string()};
    for (const auto& entry : fs::directory_iterator{source / "docs"})
        if (entry.path().extension() == ".md")
            found.push_back(entry.path().string());
    std::sort(found.begin(), found.end());
    return found;
}

TEST(Commands, ThoseInDocumentsWork)
{
    unsigned run = 0;
    unsigned shown = 0;
    for (const std::string& page : pages()) {
        SCOPED_TRACE(page);
        const Root root;
        const std::string text = read_file(page);
        for (const Block& block : fenced(text)) {
            // Nobody has the program in his path right after a build.
            EXPECT_TRUE(commands(block.text, "sharpsim", "").empty()) << block.text;
            if (begins(block.text, "for ") && block.text.find(built) != std::string::npos) {
                root.expect_works(block.text);
                ++run;
            }
            for (const std::string& command : commands(block.text, built, "")) {
                root.expect_works(command);
                ++run;
            }
            // A table below a command is what the command prints.
            if (begins(block.text, "collective ")) {
                const Lines above = commands(block.before, built, "");
                ASSERT_EQ(above.size(), 1U) << block.before;
                const std::string out = root.paste(above[0]).out;
                EXPECT_EQ(out.substr(0, block.text.size()), block.text);
                ++shown;
            }
        }
        for (const std::string& code : inline_code(text))
            if (begins(code, built + " ") && !has_placeholder(code)) {
                root.expect_works(code);
                ++run;
            }
    }
    EXPECT_GE(run, 9U);
    EXPECT_GE(shown, 1U);
}

// The head of a configuration says how to run it.
TEST(Commands, ThoseInConfigurationsWork)
{
    const Root root;
    unsigned run = 0;
    for (const auto& entry : fs::directory_iterator{source / "configs"})
        for (std::string command : commands(read_file(entry.path().string()), built, ";   ")) {
            SCOPED_TRACE(entry.path());
            // The training step moves gigabytes; that it runs through is run.sh's business.
            const bool long_run = command.find("training_step") != std::string::npos;
            root.expect_works(command + (long_run ? " --sim.time_limit 50us || test $? = 1" : ""));
            ++run;
        }
    EXPECT_GE(run, 2U);
}

} // namespace
