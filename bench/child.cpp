// SPDX-License-Identifier: Apache-2.0
#include "child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace sharpsim::bench {

namespace {

[[noreturn]] void execute(const std::vector<std::string>& arguments, int out)
{
    std::vector<char*> argv;
    std::string name = "sharpsim_bench";
    argv.push_back(name.data());
    std::vector<std::string> copies = arguments;
    for (std::string& a : copies)
        argv.push_back(a.data());
    argv.push_back(nullptr);
    ::dup2(out, STDOUT_FILENO);
    ::close(out);
    ::execv("/proc/self/exe", argv.data());
    ::_exit(127);
}

std::string read_all(int from)
{
    std::string text;
    char buffer[4096];
    for (;;) {
        const ssize_t n = ::read(from, buffer, sizeof buffer);
        if (n > 0)
            text.append(buffer, static_cast<std::size_t>(n));
        else if (n == 0 || errno != EINTR)
            return text;
    }
}

} // namespace

Sample run_child(const std::vector<std::string>& arguments)
{
    int ends[2];
    if (::pipe(ends) != 0)
        throw std::runtime_error(std::string{"no pipe: "} + std::strerror(errno));
    const pid_t child = ::fork();
    if (child < 0)
        throw std::runtime_error(std::string{"no process: "} + std::strerror(errno));
    if (child == 0) {
        ::close(ends[0]);
        execute(arguments, ends[1]);
    }
    ::close(ends[1]);
    Sample sample = Sample::parse(read_all(ends[0]));
    ::close(ends[0]);
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (WIFSIGNALED(status))
        sample.set("fault", "ended by signal " + std::to_string(WTERMSIG(status)));
    else if (WEXITSTATUS(status) != 0 && !sample.has("fault"))
        sample.set("fault", "ended with exit code " + std::to_string(WEXITSTATUS(status)));
    return sample;
}

} // namespace sharpsim::bench
