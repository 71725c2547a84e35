// SPDX-License-Identifier: Apache-2.0
// Two kinds of error, kept apart: what the user gave us, and what our own code got wrong.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace sharpsim {

// Bad usage, configuration or input file. The text is one line: where, what was found, what is allowed.
// Thrown before the kernel starts; exit code 2.
class InputError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
    // "file:line: text"; line 0 leaves the number out.
    InputError(const std::string& file, std::size_t line, const std::string& text);
};

// A broken invariant or a model that differs from its reference. The text names time, instance and values;
// exit code 3.
class ModelError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

// The RTL of an ALU did not do at its pins what the model does there: another value, or another edge.
class RtlMismatch : public ModelError {
public:
    using ModelError::ModelError;
};

[[noreturn]] void fail_check(std::uint64_t time_ps, const std::string& instance, const char* condition,
                             const std::string& detail, const char* file, int line);

} // namespace sharpsim

// Always compiled in. `detail` is evaluated only on failure.
#define SHARPSIM_CHECK(condition, time, instance, detail)                                                    \
    do {                                                                                                     \
        if (__builtin_expect(!(condition), 0))                                                               \
            ::sharpsim::fail_check((time).count(), (instance), #condition, (detail), __FILE__, __LINE__);    \
    } while (false)
