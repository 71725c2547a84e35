// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "app/options.h"
#include "app/terminal.h"
#include "base/error.h"
#include "base/nearest.h"
#include "failure.h"

namespace sharpsim::tb {

namespace {

using app::fail_usage;

constexpr std::uint8_t all_variants = 8;

std::string joined(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

// The places of a word in a list of names; "all" gives every one.
std::vector<std::size_t> choose(const std::string& option, const std::string& word,
                                const std::vector<std::string>& names, bool all = true)
{
    std::vector<std::size_t> chosen;
    for (std::size_t n = 0; n < names.size(); ++n)
        if (names[n] == word || (all && word == "all"))
            chosen.push_back(n);
    if (chosen.empty()) {
        const std::string near = nearest_name(word, names);
        fail_usage("--" + option + ": '" + shown(word) + "' is unknown" +
                   (near.empty() ? "" : ", did you mean " + near + "?") + "; allowed: " + joined(names) +
                   (all ? ", all" : ""));
    }
    return chosen;
}

std::vector<std::string> type_names()
{
    std::vector<std::string> names;
    for (unsigned n = 0; n < reduction::type_count; ++n)
        names.emplace_back(reduction::name(static_cast<Type>(n)));
    return names;
}

std::vector<std::string> op_names()
{
    std::vector<std::string> names;
    for (unsigned n = 0; n < reduction::operator_count; ++n)
        names.emplace_back(reduction::name(static_cast<Operator>(n)));
    return names;
}

std::vector<std::string> rounding_names()
{
    std::vector<std::string> names;
    for (unsigned n = 0; n < reduction::rounding_count; ++n)
        names.emplace_back(rounding_name(static_cast<Rounding>(n)));
    return names;
}

std::vector<std::string> precision_names()
{
    std::vector<std::string> names;
    for (unsigned n = 0; n < reduction::precision_code_count; ++n)
        names.emplace_back(precision_name(static_cast<Precision>(n)));
    return names;
}

// Several parts of a variant are joined by '+'.
std::vector<std::string> variant_names()
{
    std::vector<std::string> names;
    for (std::uint8_t n = 0; n < all_variants; ++n)
        names.push_back(variant_name(n));
    return names;
}

std::uint64_t number(const app::Arguments& a, const std::string& option, std::uint64_t least,
                     std::uint64_t otherwise)
{
    if (!a.has(option))
        return otherwise;
    const std::string word = a.value(option);
    errno = 0;
    const std::uint64_t value = std::strtoull(word.c_str(), nullptr, 10);
    if (word.find_first_not_of("0123456789") != std::string::npos || errno != 0 || value < least)
        fail_usage("--" + option + ": '" + shown(word) +
                   "' is no such number; allowed: " + std::to_string(least) + " to 18446744073709551615");
    return value;
}

template <class T, class Names>
std::vector<T> codes(const app::Arguments& a, const std::string& option, const Names& names,
                     const std::string& otherwise)
{
    std::vector<T> out;
    for (const std::size_t n : choose(option, a.has(option) ? a.value(option) : otherwise, names))
        out.push_back(static_cast<T>(n));
    return out;
}

void read_choice(const app::Arguments& a, Options& o)
{
    o.choice.types = codes<Type>(a, "type", type_names(), "all");
    o.choice.ops = codes<Operator>(a, "op", op_names(), "all");
    o.choice.roundings = codes<Rounding>(a, "rounding", rounding_names(), "all");
    o.choice.variants = codes<std::uint8_t>(a, "variant", variant_names(), "none");
    o.choice.meaningless =
        o.choice.types.size() > 1 && o.choice.ops.size() > 1 && o.choice.roundings.size() > 1;
    o.choice.precisions = codes<Precision>(a, "precision", precision_names(), "native");
    bool any = false;
    for (const Type type : o.choice.types)
        for (const Operator op : o.choice.ops)
            any = any || has_result(o.choice, type, op);
    if (!any && o.choice.precisions.front() != Precision::native)
        fail_usage("--precision: " + a.value("precision") +
                   " has no result for this type and operator; allowed: sum of float16 (all), bfloat16 "
                   "(wide19, fp32), float8_e4m3, float8_e5m2 (all but wide19)");
    if (a.has("target"))
        o.model = choose("target", a.value("target"), {"rtl", "model"}, false).front() == 1;
}

// Options that draw random beats mean nothing elsewhere.
void read_mode(const app::Arguments& a, Options& o)
{
    o.vectors = a.value("vectors");
    o.function = a.value("function");
    o.directed = a.has("directed");
    if (!o.vectors.empty() && o.function.empty())
        fail_usage("--vectors: --function is missing; allowed: f32_add, f32_minmax, ... (--help)");
    if (o.vectors.empty() && !o.function.empty())
        fail_usage("--function: --vectors FILE is missing");
    if (a.has("exhaustive")) {
        // As files of vectors write them.
        const std::vector<std::string> names{"e4m3", "e5m2", "int8", "uint8"};
        const Type types[] = {Type::float8_e4m3, Type::float8_e5m2, Type::int8, Type::uint8};
        o.exhaustive = types[choose("exhaustive", a.value("exhaustive"), names, false).front()];
        o.choice.types = {*o.exhaustive};
    }
    const std::vector<std::string> modes{"vectors", "exhaustive", "directed"};
    std::vector<std::string> asked;
    for (const std::string& mode : modes)
        if (a.has(mode))
            asked.push_back(mode);
    if (asked.size() > 1)
        fail_usage("--" + asked[1] + ": does not go with --" + asked[0]);
    std::vector<std::string> meaningless;
    if (!asked.empty())
        meaningless = {"count", "type"};
    if (!o.vectors.empty() || o.directed)
        meaningless = {"count", "type", "op", "rounding", "precision", "variant"};
    if (!o.vectors.empty())
        meaningless.emplace_back("wave");
    for (const std::string& option : meaningless)
        if (a.has(option))
            fail_usage("--" + option + ": does not go with --" + asked.front());
    if (o.exhaustive && (o.choice.precisions.size() > 1 || o.choice.precisions.front() != Precision::native))
        fail_usage("--precision: '" + a.value("precision") +
                   "' does not go with --exhaustive, allowed: native");
    if (o.model && a.has("wave"))
        fail_usage("--wave: the model has no signals; allowed with --target rtl");
}

} // namespace

const char* usage_text()
{
    return R"(tb_reduction_alu [OPTION]...                            constrained random beats
tb_reduction_alu --vectors FILE --function NAME         lines of a file (.gz or not)
tb_reduction_alu --exhaustive e4m3|e5m2|int8|uint8      all pairs of operands
tb_reduction_alu --directed                             a list of hard cases

Compares the Verilated reduction ALU with an oracle that shares no code with it.

  --seed N          of everything random (1)
  --count M         beats (10000)
  --type T          int8 ... uint64, float16, bfloat16, float32, float64,
                    float8_e4m3, float8_e5m2, all (all)
  --op O            sum min max minloc maxloc band bor bxor land lor lxor all (all)
  --rounding R      nearest_even down toward_zero up stochastic all (all)
  --precision P     of float sums: native wide19 fp32 exact_node exact_wire exact_node_merge
                    exact_wire_merge all (native)
  --variant V       none saturate nan-wins flush, joined by '+', or all (none)
  --target X        rtl or model (rtl)
  --no-stalls       a beat and a result each cycle
  --require-all     what the target has not built counts as failed
  --wave FILE       record the whole run (FST); a failing run records its end anyway
  --function NAME   <type>_add or <type>_minmax; f16 bf16 f32 f64 e4m3 e5m2

Exit codes: 0 all equal; 1 a difference; 2 bad usage or file.
)";
}

Options parse_options(const std::string& program, const std::vector<std::string>& args)
{
    Options o;
    o.program = program;
    const std::vector<app::OptionSpec> known{{"help", false},
                                             {"seed"},
                                             {"count"},
                                             {"type"},
                                             {"op"},
                                             {"rounding"},
                                             {"precision"},
                                             {"variant"},
                                             {"target"},
                                             {"wave"},
                                             {"vectors"},
                                             {"function"},
                                             {"exhaustive"},
                                             {"no-stalls", false},
                                             {"directed", false},
                                             {"require-all", false}};
    app::Arguments a = app::parse_arguments(args, known, nullptr);
#ifdef SHARPSIM_MODEL_FAULTS
    const auto plus = std::stable_partition(a.words.begin(), a.words.end(),
                                            [](const std::string& w) { return w.empty() || w[0] != '+'; });
    o.plusargs.assign(plus, a.words.end());
    a.words.erase(plus, a.words.end());
#endif
    app::limit_words(a, 0, 0, "");
    o.help = a.has("help");
    o.seed = number(a, "seed", 0, o.seed);
    o.count = number(a, "count", 1, o.count);
    o.stalls = !a.has("no-stalls");
    o.require_all = a.has("require-all");
    o.wave = a.value("wave");
    read_choice(a, o);
    read_mode(a, o);
    return o;
}

std::string selection_words(const Choice& choice)
{
    const auto words = [](const char* option, auto count, unsigned all, const std::string& one) {
        return std::string{" --"} + option + " " + (count == all ? "all" : one);
    };
    std::string text;
    text += words("type", choice.types.size(), reduction::type_count,
                  std::string{reduction::name(choice.types.front())});
    text += words("op", choice.ops.size(), reduction::operator_count,
                  std::string{reduction::name(choice.ops.front())});
    text += words("rounding", choice.roundings.size(), reduction::rounding_count,
                  rounding_name(choice.roundings.front()));
    text += words("precision", choice.precisions.size(), reduction::precision_code_count,
                  precision_name(choice.precisions.front()));
    text += words("variant", choice.variants.size(), all_variants, variant_name(choice.variants.front()));
    return text;
}

std::string command_line(const Options& o)
{
    std::string text = app::shell_word(o.program) + " --seed " + std::to_string(o.seed);
    std::string selection = selection_words(o.choice);
    if (o.exhaustive) {
        const std::string name{reduction::name(*o.exhaustive)};
        text +=
            " --exhaustive " + name.substr(name.rfind('_') == std::string::npos ? 0 : name.rfind('_') + 1);
        selection.erase(0, selection.find(" --op"));
    } else if (o.directed) {
        text += " --directed";
        selection.clear();
    } else {
        text += " --count " + std::to_string(o.count);
    }
    text += selection + " --target " + o.target();
    if (!o.stalls)
        text += " --no-stalls";
    for (const std::string& p : o.plusargs)
        text += " " + app::shell_word(p);
    return text;
}

} // namespace sharpsim::tb
