// SPDX-License-Identifier: Apache-2.0
#include "base/error.h"

#include <cstring>

namespace sharpsim {

namespace {
std::string located(const std::string& file, std::size_t line, const std::string& text)
{
    return line == 0 ? file + ": " + text : file + ":" + std::to_string(line) + ": " + text;
}
} // namespace

InputError::InputError(const std::string& file, std::size_t line, const std::string& text) :
    std::runtime_error{located(file, line, text)}
{
}

void fail_check(std::uint64_t time_ps, const std::string& instance, const char* condition,
                const std::string& detail, const char* file, int line)
{
    const char* base = std::strrchr(file, '/');
    throw ModelError("broken invariant at " + std::to_string(time_ps) + " ps in " + instance + ": " +
                     condition + ". " + detail + " [" + (base != nullptr ? base + 1 : file) + ":" +
                     std::to_string(line) + "]");
}

} // namespace sharpsim
