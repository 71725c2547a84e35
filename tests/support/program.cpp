// SPDX-License-Identifier: Apache-2.0
#include "support/program.h"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

namespace sharpsim::test {

namespace {

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
        std::this_thread::sleep_for(std::chrono::milliseconds{1});
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::vector<std::string> split(const std::string& line)
{
    std::vector<std::string> fields{""};
    bool quoted = false;
    for (const char c : line) {
        if (c == '"')
            quoted = !quoted;
        else if (c == ',' && !quoted)
            fields.emplace_back();
        else
            fields.back() += c;
    }
    return fields;
}

} // namespace

ProgramResult run_program(const Words& args, const ProgramOptions& options)
{
    const char* build = std::getenv("SHARPSIM_BIN");
    if (build == nullptr)
        throw std::runtime_error("SHARPSIM_BIN is not set: run this through ctest");
    const TempDir temporary;
    const std::string out = options.out_file.empty() ? (temporary.path() / "out").string() : options.out_file;
    const std::string err = (temporary.path() / "err").string();
    const std::string program =
        options.program[0] == '/' ? options.program : std::string{build} + "/" + options.program;
    Words words{program};
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
        for (const auto& [name, value] : options.environment)
            ::setenv(name.c_str(), value.c_str(), 1);
        redirect(out, STDOUT_FILENO);
        redirect(err, STDERR_FILENO);
        if (::chdir(options.directory.c_str()) != 0)
            ::_exit(126);
        ::execv(program.c_str(), argv.data());
        ::_exit(127);
    }
    if (options.while_running)
        options.while_running(child);
    ProgramResult result;
    result.code = wait_for(child);
    result.out = options.out_file.empty() ? read_file(out) : "";
    result.err = read_file(err);
    return result;
}

SimRun::SimRun(const Words& args, const ProgramOptions& options)
{
    result = run_program(Words{"run", "--out", path()} + args, options);
    if (std::filesystem::exists(path() + "/summary.json"))
        summary = nlohmann::json::parse(read_file(path() + "/summary.json"));
    collectives = read_csv(path() + "/collectives.csv");
    counters = read_csv(path() + "/counters.csv");
}

std::string SimRun::status() const
{
    return summary.is_null() ? "" : summary.at("status").get<std::string>();
}
std::string SimRun::digest() const
{
    return summary.is_null() ? "" : summary.at("digest").get<std::string>();
}
std::uint64_t SimRun::number(const std::string& field) const
{
    return summary.is_null() ? ~std::uint64_t{0} : summary.at(field).get<std::uint64_t>();
}
bool SimRun::empty() const { return std::filesystem::is_empty(directory_.path()); }

void expect_ok(const SimRun& run)
{
    EXPECT_EQ(run.result.code, 0) << run.result.text();
    EXPECT_EQ(run.status(), "ok") << run.result.text();
    EXPECT_EQ(run.number("wrong"), 0U) << run.result.text();
}

std::string read_file(const std::string& path)
{
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, {}};
}

std::vector<CsvRow> read_csv(const std::string& path)
{
    std::ifstream in{path};
    std::vector<CsvRow> rows;
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> names = split(line);
    while (std::getline(in, line)) {
        const std::vector<std::string> fields = split(line);
        CsvRow row;
        for (std::size_t i = 0; i < names.size() && i < fields.size(); ++i)
            row[names[i]] = fields[i];
        rows.push_back(std::move(row));
    }
    return rows;
}

std::uint64_t number(const CsvRow& row, const std::string& column) { return std::stoull(row.at(column)); }
double real(const CsvRow& row, const std::string& column) { return std::stod(row.at(column)); }

Words operator+(Words a, const Words& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

std::string shared_file(const std::string& path)
{
    const std::string whole = std::string{SHARPSIM_SHARED_DIR} + "/" + path;
    return std::filesystem::exists(whole) ? whole : "";
}

} // namespace sharpsim::test
