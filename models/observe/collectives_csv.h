// SPDX-License-Identifier: Apache-2.0
// collectives.csv: one row per collective operation of a run, and the tables that people read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/units.h"

namespace sharpsim {

// The latency of a rank lasts from the rank's call to the result in its memory.
struct CollectiveRow {
    std::uint64_t index{0}; // order in the workload
    std::string name;       // label in the workload, or empty
    std::string kind;       // "allreduce", "barrier"
    std::uint64_t bytes{0}; // of one rank's vector
    std::string type;
    std::string op;
    std::string path;            // taken: "sharp-llt", "ring", ...
    std::string fallback_reason; // why SHARP was not taken; empty where it was taken or not asked for
    std::uint64_t ranks{0};
    bool begun{true};          // by a rank at least
    std::uint64_t start_ps{0}; // first rank calls
    std::uint64_t end_ps{0};   // last rank has the result; like the latencies only for a finished operation
    std::uint64_t latency_min_ps{0};
    std::uint64_t latency_median_ps{0};
    std::uint64_t latency_p99_ps{0};
    std::uint64_t latency_max_ps{0};
    std::uint64_t wrong{0}; // elements, over all ranks
    std::string limited_by;
    // Of the result's bits and of how it was cut into operations or segments: equal where two runs that cut
    // alike gave the same bits. Empty without real bytes.
    std::string result_hash;
    std::uint64_t ranks_done{0}; // that have the result

    [[nodiscard]] bool finished() const { return ranks_done == ranks; }
};

// Fills the four latencies from those of the ranks, in any order: nearest-rank percentiles, so that each is a
// value that occurred.
void set_latencies(CollectiveRow& row, std::vector<Picoseconds> ranks);

// Algorithm bandwidth in GB/s (10^9 bytes): the vector's bytes over the median latency.
double algorithm_bandwidth(std::uint64_t bytes, std::uint64_t latency_median_ps);

std::string render_collectives_csv(const std::vector<CollectiveRow>& rows);
// Takes the file back. Throws InputError.
std::vector<CollectiveRow> read_collectives_csv(const std::string& path);

// One line for all operations of equal kind, bytes, type, operator and path: smallest minimum, median of the
// medians, nearest-rank 99th percentile of the 99th percentiles, largest maximum, over the finished ones ("2
// of 3" counts them where others are not); "-" where none is. Smallest vectors first.
std::string collectives_table(const std::vector<CollectiveRow>& rows);

// The same operations in two runs, one line for each run and path. The ratio is that of a line's median to
// the first run's.
std::string collectives_comparison(const std::vector<CollectiveRow>& rows, const std::string& label,
                                   const std::vector<CollectiveRow>& other, const std::string& other_label);

} // namespace sharpsim
