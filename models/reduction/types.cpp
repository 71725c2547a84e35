// SPDX-License-Identifier: Apache-2.0
#include "reduction/types.h"

#include <array>

namespace sharpsim::reduction {

namespace {
constexpr std::array<std::string_view, type_count> type_names{
    "int8",   "uint8",   "int16",    "uint16",  "int32",   "uint32",      "int64",
    "uint64", "float16", "bfloat16", "float32", "float64", "float8_e4m3", "float8_e5m2"};
constexpr std::array<std::string_view, operator_count> operator_names{
    "sum", "min", "max", "minloc", "maxloc", "band", "bor", "bxor", "land", "lor", "lxor"};
constexpr std::array<std::string_view, precision_code_count> precision_names{
    "native", "wide19", "fp32", "exact_node", "exact_wire", "exact_node_merge", "exact_wire_merge"};
} // namespace

std::string_view name(Precision p) { return precision_names[static_cast<unsigned>(p)]; }
std::string_view name(Type t) { return type_names[static_cast<unsigned>(t)]; }
std::string_view name(Operator op) { return operator_names[static_cast<unsigned>(op)]; }

std::optional<Type> parse_type(std::string_view text)
{
    for (unsigned i = 0; i < type_count; ++i)
        if (type_names[i] == text)
            return static_cast<Type>(i);
    return std::nullopt;
}

std::optional<Operator> parse_operator(std::string_view text)
{
    for (unsigned i = 0; i < operator_count; ++i)
        if (operator_names[i] == text)
            return static_cast<Operator>(i);
    return std::nullopt;
}

} // namespace sharpsim::reduction
