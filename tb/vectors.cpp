// SPDX-License-Identifier: Apache-2.0
// A file of vectors through the target: each line alone in its lane, so that its flags are seen apart.
#include <deque>
#include <iostream>

#include "base/error.h"
#include "base/shown.h"
#include "failure.h"
#include "runs.h"
#include "vector_file.h"

namespace sharpsim::tb {

namespace {

constexpr unsigned most_shown = 10;

struct Check {
    Operator op;
    std::uint8_t variant;
    std::size_t result; // columns
    std::size_t flags;
};

struct Function {
    Type type{Type::float32};
    std::vector<std::size_t> columns{};
    std::vector<std::size_t> flag_columns{};
    std::vector<Check> checks{};
};

std::optional<Type> short_type(const std::string& name)
{
    const std::pair<const char*, Type> names[] = {{"f16", Type::float16},      {"bf16", Type::bfloat16},
                                                  {"f32", Type::float32},      {"f64", Type::float64},
                                                  {"e4m3", Type::float8_e4m3}, {"e5m2", Type::float8_e5m2}};
    for (const auto& [text, type] : names)
        if (name == text)
            return type;
    return std::nullopt;
}

Function parse_function(const std::string& name)
{
    const std::string where = "command line: --function: '" + shown(name) + "'";
    const std::size_t bar = name.find('_');
    const std::optional<Type> type = short_type(name.substr(0, bar));
    const std::string what = bar == std::string::npos ? "" : name.substr(bar + 1);
    if (type && what.rfind("to_", 0) == 0 && short_type(what.substr(3)))
        throw InputError(where + ": the datapath has no conversions; allowed: " + name.substr(0, bar) +
                         "_add, " + name.substr(0, bar) + "_minmax");
    if (!type || (what != "add" && what != "minmax"))
        throw InputError(where +
                         " is unknown; allowed: TYPE_add, TYPE_minmax with TYPE one of f16, bf16, f32, "
                         "f64, e4m3, e5m2");
    constexpr std::uint8_t saturate = 1;
    constexpr std::uint8_t nan_wins = 2;
    Function f;
    f.type = *type;
    if (what == "minmax") {
        f.columns = {7};
        f.flag_columns = {6};
        f.checks = {{Operator::min, nan_wins, 2, 6},
                    {Operator::min, 0, 3, 6},
                    {Operator::max, nan_wins, 4, 6},
                    {Operator::max, 0, 5, 6}};
    } else {
        f.columns = {4};
        f.flag_columns = {3};
        f.checks = {{Operator::sum, 0, 2, 3}};
        if (reduction::element_bytes(f.type) == 1) {
            f.columns = {6};
            f.flag_columns = {3, 5};
            f.checks.push_back({Operator::sum, saturate, 4, 5});
        }
    }
    return f;
}

class VectorRun {
public:
    VectorRun(const Options& options, const Function& function) :
        options_{options},
        function_{function},
        size_{reduction::element_bytes(function.type)},
        target_{make_target(options, {})},
        bench_{*target_, options.seed, options.stalls,
               [this](const Taken& t, const Result& r) { return judge(t, r); }}
    {
    }

    int run()
    {
        VectorFile file{options_.vectors, 2 * size_, function_.columns, function_.flag_columns};
        VectorLine line;
        std::vector<VectorLine> lines;
        const std::size_t in_a_beat = beat_bytes / stride();
        while (file.next(line)) {
            lines.push_back(line);
            if (lines.size() == in_a_beat)
                push(lines);
        }
        if (!lines.empty())
            push(lines);
        bench_.drain();
        std::cout << options_.vectors << " " << options_.function << " on " << options_.target()
                  << ": lines read " << read_ << ", passed " << read_ - failed_ << ", failed " << failed_
                  << std::endl;
        if (read_ == 0)
            std::cout << "FAILED: no line was read" << std::endl;
        return failed_ > 0 || read_ == 0 ? 1 : 0;
    }

private:
    struct Planned {
        std::size_t check;
        std::vector<VectorLine> lines;
        unsigned offset; // of the element in its lane
    };

    [[nodiscard]] unsigned stride() const { return size_ > 4 ? size_ : 4; }

    void push(std::vector<VectorLine>& lines)
    {
        const unsigned places = stride() / size_;
        const unsigned offset = size_ * (turn_++ % places);
        read_ += lines.size();
        for (std::size_t n = 0; n < function_.checks.size(); ++n) {
            planned_.push_back({n, lines, offset});
            Beat beat;
            beat.type = static_cast<std::uint8_t>(function_.type);
            beat.op = static_cast<std::uint8_t>(function_.checks[n].op);
            beat.variant = function_.checks[n].variant;
            beat.mask = 0;
            for (std::size_t at = 0; at < lines.size(); ++at) {
                const auto byte = static_cast<unsigned>(at) * stride() + offset;
                beat.mask |= ((std::uint64_t{1} << size_) - 1) << byte;
                set_element(beat.acc.data(), beat.task(), byte, {lines[at].words[0], 0});
                set_element(beat.operand.data(), beat.task(), byte, {lines[at].words[1], 0});
            }
            bench_.push(beat);
        }
        lines.clear();
    }

    std::string judge(const Taken& taken, const Result& result)
    {
        const Planned plan = planned_.front();
        planned_.pop_front();
        if (plan.check == 0)
            failing_.assign(plan.lines.size(), false);
        const Check& check = function_.checks[plan.check];
        for (std::size_t n = 0; n < plan.lines.size(); ++n) {
            const auto byte = static_cast<unsigned>(n) * stride() + plan.offset;
            const std::uint64_t got = element_at(result.data.acc.data(), taken.beat.task(), byte).value;
            const std::uint8_t flags = result.data.flags[byte / 4];
            const VectorLine& line = plan.lines[n];
            if (!result.data.unsupported && got == line.words[check.result] &&
                flags == line.words[check.flags])
                continue;
            if (!failing_[n])
                ++failed_;
            failing_[n] = true;
            if (shown_++ < most_shown)
                show(line, check, got, flags, byte, result.data.unsupported);
        }
        return "";
    }

    void show(const VectorLine& line, const Check& check, std::uint64_t got, std::uint8_t flags,
              unsigned byte, bool unsupported) const
    {
        const auto number = [this](std::uint64_t code) {
            return hex(code, size_) + " (" + decimal(function_.type, code) + ")";
        };
        std::cout << options_.vectors << ":" << line.number << ": " << reduction::name(function_.type) << " "
                  << reduction::name(check.op) << ", variant " << variant_name(check.variant) << ", byte "
                  << byte << ": " << number(line.words[0]) << " with " << number(line.words[1])
                  << ": expected " << number(line.words[check.result]) << " "
                  << flag_names(static_cast<std::uint8_t>(line.words[check.flags])) << ", got ";
        if (unsupported)
            std::cout << "'unsupported': not built\n";
        else
            std::cout << number(got) << " " << flag_names(flags) << "\n";
    }

    const Options& options_;
    const Function& function_;
    unsigned size_;
    std::unique_ptr<Target> target_;
    Bench bench_;
    std::deque<Planned> planned_;
    std::vector<bool> failing_; // of the lines in the beats at hand
    std::uint64_t read_{0};
    std::uint64_t failed_{0};
    unsigned shown_{0};
    unsigned turn_{0};
};

} // namespace

int run_vectors(const Options& options)
{
    const Function function = parse_function(options.function);
    return VectorRun{options, function}.run();
}

} // namespace sharpsim::tb
