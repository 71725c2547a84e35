// SPDX-License-Identifier: Apache-2.0
#include "cli/run_cli.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <sstream>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "unit/base/temp_file.h"

namespace sharpsim::test {

namespace {

std::string program()
{
    const char* directory = std::getenv("SHARPSIM_BIN");
    if (directory == nullptr)
        throw std::runtime_error("SHARPSIM_BIN is not set: run this through ctest");
    return std::string(directory) + "/sharpsim";
}

std::string content(const std::string& path)
{
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

void redirect(const std::string& path, int to)
{
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || ::dup2(file, to) < 0)
        ::_exit(126);
}

int wait_for(pid_t child)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{30};
    int status = 0;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        if (std::chrono::steady_clock::now() > deadline) {
            ADD_FAILURE() << "the program did not end";
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds{2});
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

} // namespace

CliResult run_cli(const std::vector<std::string>& args, const std::string& directory,
                  const std::string& out_file)
{
    const TempDir temporary;
    const std::string out = out_file.empty() ? (temporary.path() / "out").string() : out_file;
    const std::string err = (temporary.path() / "err").string();
    const std::string path = program();
    std::vector<std::string> words{path};
    words.insert(words.end(), args.begin(), args.end());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);

    const pid_t child = ::fork();
    if (child < 0)
        throw std::runtime_error("no process");
    if (child == 0) {
        ::unsetenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE"); // users do not set it
        redirect(out, STDOUT_FILENO);
        redirect(err, STDERR_FILENO);
        if (::chdir(directory.c_str()) != 0)
            ::_exit(126);
        ::execv(path.c_str(), argv.data());
        ::_exit(127);
    }
    CliResult result;
    result.code = wait_for(child);
    result.out = out_file.empty() ? content(out) : "";
    result.err = content(err);
    return result;
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::istringstream in{text};
    std::vector<std::string> lines;
    for (std::string line; std::getline(in, line);)
        lines.push_back(line);
    return lines;
}

void expect_refused(const CliResult& result, const std::vector<std::string>& parts)
{
    EXPECT_EQ(result.code, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
    EXPECT_EQ(result.err.rfind("sharpsim: ", 0), 0U) << result.err;
    for (const std::string& part : parts)
        EXPECT_NE(result.err.find(part), std::string::npos) << "no \"" << part << "\" in " << result.err;
}

} // namespace sharpsim::test
