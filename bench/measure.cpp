// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "child.h"

namespace sharpsim::bench {

namespace {

using Samples = std::vector<Sample>;

struct Times {
    double case_seconds;
    double raw_seconds;
};

std::string number(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

std::string whole(double value)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.0f", value);
    return text;
}

void note(const std::string& what) // on one line of the terminal, if there is one
{
    if (::isatty(STDERR_FILENO) != 0)
        std::fprintf(stderr, "\r\033[K%s", what.c_str());
}

Sample child(std::vector<std::string> arguments, const std::vector<Setting>& settings)
{
    const std::vector<std::string> more = as_arguments(settings);
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_child(arguments);
}

double sc_event_rate(const Times& times)
{
    const Sample s = run_child({"--one", "raw", "--seconds", number(times.raw_seconds)});
    return s.has("sc_event") ? s.number("sc_event") : std::nan("");
}

Sample fabric_sample(const std::string& name, double window, const Times& times,
                     const std::vector<Setting>& extra)
{
    return child({"--one", name, "--window", whole(window), "--seconds", number(times.raw_seconds)}, extra);
}

// The simulated time that takes the wanted host time: from two runs, each longer than the one before.
double find_window(const std::string& name, const Times& times, const std::vector<Setting>& extra)
{
    double window = 2e6;
    for (int i = 0; i < 2; ++i) {
        const double wanted = i == 0 ? std::min(0.05, times.case_seconds) : times.case_seconds;
        const Sample s = fabric_sample(name, window, times, extra);
        if (s.has("fault"))
            return window;
        window = std::clamp(window * wanted / std::max(s.number("seconds"), 1e-6), 1e6, 1e12);
    }
    return window;
}

Row fabric_row(const FabricCase& c, const Samples& samples, const std::vector<double>& sc_event)
{
    Row row;
    row.name = c.name;
    row.unit = "hops";
    row.of = "raw heap";
    row.goal = ">= 0.125";
    std::vector<double> rates;
    std::vector<double> heaps;
    std::vector<double> ratios;
    std::vector<double> per_entry;
    for (const Sample& s : samples) {
        if (s.has("fault")) {
            row.fault = s.text("fault");
            row.verdict = Row::Verdict::fault;
            return row;
        }
        if (s.text("digest") != samples.front().text("digest")) {
            row.fault = "two runs of the same configuration have different digests";
            row.verdict = Row::Verdict::fault;
            return row;
        }
        rates.push_back(s.number("hops") / s.number("seconds"));
        heaps.push_back((s.number("heap_before") + s.number("heap_after")) / 2);
        ratios.push_back(rates.back() / heaps.back());
        per_entry.push_back(1e9 * s.number("seconds") / s.number("entries"));
    }
    row.has_rate = row.has_ratio = true;
    row.rate = spread(rates);
    row.heap = spread(heaps).median;
    row.sc_event = spread(sc_event).median;
    row.ratio = spread(ratios);
    row.entries = samples.front().number("entries") / samples.front().number("hops");
    row.ns_per_entry = spread(per_entry).median;
    row.verdict = row.ratio.median >= hops_goal    ? Row::Verdict::met
                  : row.ratio.median >= hops_alarm ? Row::Verdict::missed
                                                   : Row::Verdict::alarm;
    return row;
}

// What a hop costs in raw heap events, tree over switch, round by round.
Row tree_row(unsigned load, const Samples& tree, const Samples& one)
{
    const auto cost = [](const Sample& s) {
        return s.number("seconds") / s.number("hops") * (s.number("heap_before") + s.number("heap_after"));
    };
    Row row;
    row.name = "tree144/switch36-" + std::to_string(load);
    row.of = "cost of a hop";
    row.goal = "<= 1.50";
    std::vector<double> ratios;
    for (std::size_t i = 0; i < tree.size(); ++i)
        ratios.push_back(cost(tree[i]) / cost(one[i]));
    row.has_ratio = true;
    row.ratio = spread(ratios);
    row.verdict = row.ratio.median <= tree_goal ? Row::Verdict::met : Row::Verdict::missed;
    return row;
}

void add_alu_rows(std::vector<Row>& rows, const Options& options, const Times& times)
{
    Row engine;
    engine.name = "rtl-engine";
    engine.unit = "beats";
    engine.of = "bare loop";
    engine.goal = ">= 0.70";
    Row bare;
    bare.name = "rtl-bare";
    bare.unit = "beats";
    std::vector<double> engine_rates;
    std::vector<double> bare_rates;
    std::vector<double> ratios;
    std::vector<double> per_entry;
    for (unsigned round = 0; round < options.rounds; ++round) {
        note("rtl, round " + std::to_string(round + 1));
        const Sample s = child({"--one", "alu", "--seconds", number(times.case_seconds)}, options.settings);
        if (s.has("fault")) {
            engine.fault = s.text("fault");
            engine.verdict = Row::Verdict::fault;
            rows.push_back(engine);
            return;
        }
        engine_rates.push_back(s.number("beats") / s.number("seconds"));
        bare_rates.push_back(s.number("beats") / s.number("bare_seconds"));
        ratios.push_back(engine_rates.back() / bare_rates.back());
        per_entry.push_back(1e9 * s.number("seconds") / s.number("entries"));
        engine.entries = s.number("entries") / s.number("beats");
    }
    engine.has_rate = bare.has_rate = engine.has_ratio = true;
    engine.rate = spread(engine_rates);
    bare.rate = spread(bare_rates);
    engine.ratio = spread(ratios);
    engine.ns_per_entry = spread(per_entry).median;
    engine.verdict = engine.ratio.median >= beats_goal ? Row::Verdict::met : Row::Verdict::missed;
    rows.push_back(engine);
    rows.push_back(bare);
}

Row idle_row(const Options& options)
{
    const Sample s = child({"--one", "idle"}, options.settings);
    Row row;
    row.name = "idle-10ms";
    row.goal = "0 entries";
    row.entries = s.has("entries") ? s.number("entries") : -1;
    row.verdict = s.has("fault") ? Row::Verdict::fault : Row::Verdict::met;
    row.fault = s.has("fault") ? s.text("fault") : "";
    return row;
}

} // namespace

Spread spread(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    const std::size_t n = values.size();
    const double median = n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
    return {median, values.front(), values.back()};
}

std::vector<Row> measure(const Options& options, const std::vector<FabricCase>& cases)
{
    const Times times = options.quick ? Times{0.05, 0.01} : Times{1.0, 0.1};
    std::vector<double> windows;
    for (const FabricCase& c : cases) {
        note(c.name + ", length of the run");
        windows.push_back(find_window(c.name, times, options.settings));
    }
    std::vector<Samples> samples(cases.size());
    std::vector<std::vector<double>> sc_events(cases.size());
    for (unsigned round = 0; round < options.rounds; ++round)
        for (std::size_t i = 0; i < cases.size(); ++i) {
            note(cases[i].name + ", round " + std::to_string(round + 1));
            const double before = sc_event_rate(times);
            samples[i].push_back(fabric_sample(cases[i].name, windows[i], times, options.settings));
            sc_events[i].push_back((before + sc_event_rate(times)) / 2);
        }

    std::vector<Row> rows;
    bool faulty = false;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        rows.push_back(fabric_row(cases[i], samples[i], sc_events[i]));
        faulty = faulty || rows.back().verdict == Row::Verdict::fault;
    }
    for (std::size_t t = 0; t < cases.size() && !faulty; ++t)
        for (std::size_t s = 0; s < cases.size(); ++s)
            if (cases[t].fabric == "tree144" && cases[s].fabric == "switch36" &&
                cases[t].load == cases[s].load)
                rows.push_back(tree_row(cases[t].load, samples[t], samples[s]));
    if (options.only.empty()) {
        add_alu_rows(rows, options, times);
        rows.push_back(idle_row(options));
    }
    note("");
    return rows;
}

} // namespace sharpsim::bench
