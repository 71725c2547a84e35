// SPDX-License-Identifier: Apache-2.0
// The command line of tb_reduction_alu.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stimulus.h"

namespace sharpsim::tb {

struct Options {
    std::string program{};
    bool help{false};
    std::uint64_t seed{1};
    std::uint64_t count{10000};
    Choice choice{};
    bool model{false}; // instead of the RTL
    bool stalls{true};
    bool require_all{false};
    std::string wave{};
    std::string vectors{}; // mode: a file of vectors
    std::string function{};
    std::optional<Type> exhaustive{}; // mode: all pairs of operands
    bool directed{false};             // mode: the list of directed cases
    std::vector<std::string> plusargs{};

    [[nodiscard]] std::string target() const { return model ? "model" : "rtl"; }
};

// Throws InputError with one line: option, what was found, what is allowed.
Options parse_options(const std::string& program, const std::vector<std::string>& args);
const char* usage_text();

// The command that repeats a run with these options. `selection`: what it draws from.
std::string command_line(const Options& options);
std::string selection_words(const Choice& choice);

} // namespace sharpsim::tb
