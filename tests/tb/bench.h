// SPDX-License-Identifier: Apache-2.0
// Runs the test bench of the ALU as an engineer does.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "reduction/capabilities.h"
#include "support/program.h"

namespace sharpsim::test {

inline ProgramResult run_bench(const Words& args, const std::string& directory = ".",
                               const std::string& program = "tb_reduction_alu")
{
    ProgramOptions options;
    options.program = program;
    options.directory = directory;
    return run_program(args, options);
}

// The line that begins so; empty if none does.
inline std::string line_with(const std::string& text, const std::string& begin)
{
    std::istringstream in{text};
    std::string line;
    while (std::getline(in, line))
        if (line.rfind(begin, 0) == 0)
            return line;
    return "";
}

inline bool rtl_has_precisions()
{
    using namespace reduction;
    return in_rtl(Precision::wide19) && in_rtl(Precision::exact_wire);
}

// The RTL of this build has every type, operator, rounding, precision and variant.
inline bool rtl_is_complete()
{
    using namespace reduction;
    for (unsigned t = 0; t < type_count; ++t)
        for (unsigned op = 0; op < operator_count; ++op)
            if (defined(static_cast<Type>(t), static_cast<Operator>(op)) &&
                !in_rtl(static_cast<Type>(t), static_cast<Operator>(op)))
                return false;
    return in_rtl(Rounding::stochastic) && in_rtl(variant_of(7)) && rtl_has_precisions();
}

} // namespace sharpsim::test
