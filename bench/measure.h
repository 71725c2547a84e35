// SPDX-License-Identifier: Apache-2.0
// Runs the cases, round by round, and turns the samples into rows.
#pragma once

#include <string>
#include <vector>

#include "cases.h"
#include "options.h"

namespace sharpsim::bench {

// Median, smallest and largest of the rounds.
struct Spread {
    double median{0};
    double low{0};
    double high{0};
};
Spread spread(std::vector<double> values);

// Goals; only the last two can make the bench fail.
constexpr double hops_goal = 0.125; // packet hops a second, of raw heap events a second: at least
constexpr double hops_alarm = 0.10; // below this the bench is loud
constexpr double tree_goal = 1.5;   // a hop in the tree, in hops on the 36-port switch: at most
constexpr double beats_goal = 0.7;  // beats in the engine, of those in the bare loop: at least

struct Row {
    enum class Verdict : std::uint8_t { none, met, missed, alarm, fault };
    std::string name;
    std::string unit; // of the rate
    bool has_rate{false};
    Spread rate;        // a second
    double heap{0};     // raw events a second; 0: not measured here
    double sc_event{0}; // likewise
    bool has_ratio{false};
    Spread ratio;
    std::string of;     // what the ratio is taken of
    double entries{-1}; // per unit; below 0: none
    double ns_per_entry{-1};
    std::string goal;
    Verdict verdict{Verdict::none};
    std::string fault;
};

std::vector<Row> measure(const Options& options, const std::vector<FabricCase>& cases);

} // namespace sharpsim::bench
