// SPDX-License-Identifier: Apache-2.0
// The ways to run the bench. Each prints its report and returns the exit code.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "bench.h"
#include "options.h"

namespace sharpsim::tb {

int run_random(const Options& options);
int run_exhaustive(const Options& options);
int run_directed(const Options& options);
int run_vectors(const Options& options);

std::unique_ptr<Target> make_target(const Options& options, const WaveWindow& wave);

// Counts what was compared, and with what outcome.
class Scoreboard {
public:
    std::string judge(const Taken& taken, const Result& result);
    void print() const;
    [[nodiscard]] bool all_built() const { return not_built_.empty(); }

private:
    struct Missing {
        std::uint64_t beats{0};
        std::set<std::uint8_t> roundings;
        std::set<std::uint8_t> precisions;
    };
    std::uint64_t compared_{0};
    std::uint64_t elements_{0};
    std::uint64_t refused_{0};                                           // rightly
    std::map<std::pair<std::uint8_t, std::uint8_t>, Missing> not_built_; // by type and operator
    std::uint64_t digest_{0xCBF29CE484222325};
};

// Prints the counts of a run without a difference, and gives its exit code.
int conclude(const Options& options, const Scoreboard& score);

// Prints what went wrong, and records the end of the run again for a waveform. `again` repeats the run with
// other options and throws the mismatch once more; `shortest` is tried first, `safe` fails for certain.
using Again = std::function<void(const Options&, const WaveWindow&)>;
void report_failure(const Mismatch& mismatch, const Options& shortest, const Options& safe,
                    const Again& again);

} // namespace sharpsim::tb
