// SPDX-License-Identifier: Apache-2.0
// What a run tells about each collective, and the digest's record of it.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "base/digest.h"
#include "workload/collective_plan.h"

namespace sharpsim {

struct CollectiveRecord {
    std::uint32_t index{0}; // order in the workload
    std::string name;       // label in the workload, or empty
    CollectiveKind kind{CollectiveKind::barrier};
    Bytes bytes;
    reduction::Type type{reduction::Type::int8};
    reduction::Operator op{reduction::Operator::sum};
    Path path{Path::ring};
    std::string reason;          // of the path
    std::string fallback_reason; // the same where the tree was wanted and not taken, else empty
    std::string limited_by;      // set by whoever watches the resources
    std::uint32_t ranks{0};
    std::uint32_t begun{0}; // ranks
    std::uint32_t ended{0};
    Picoseconds first_start{never};
    Picoseconds last_start{0};
    Picoseconds last_end{0};
    std::uint64_t result_hash{0}; // of what the first rank that ended has got; 0 without real bytes
    std::vector<Picoseconds>
        latencies; // by rank, from its start to the result in its memory; never: not ended

    [[nodiscard]] std::string describe() const; // "allreduce 3 (8B float32 sum, sharp)"
};

// Latencies take 8 bytes a rank and collective, from its first start on.
class CollectiveRecords {
public:
    CollectiveRecords(const RankProgram& program, const CollectivePlan& plan, Digest& digest);

    void begin(std::uint32_t index, RankId rank, Picoseconds now);
    void end(std::uint32_t index, RankId rank, Picoseconds start, Picoseconds now, std::uint64_t result_hash);

    // Told when the first rank begins a collective and when the last one has ended it.
    void set_observer(std::function<void(std::uint32_t index, bool ended, Picoseconds now)> observer)
    {
        observer_ = std::move(observer);
    }
    void set_limited_by(std::uint32_t index, std::string text)
    {
        records_[index].limited_by = std::move(text);
    }

    [[nodiscard]] const std::vector<CollectiveRecord>& all() const { return records_; }
    // Collectives that some ranks have begun and some have not ended, and who is missing.
    void describe_unfinished(std::ostream& os) const;

private:
    std::vector<CollectiveRecord> records_;
    std::vector<std::vector<bool>> has_begun_; // by rank; empty before the first start and after the last end
    Digest& digest_;
    std::function<void(std::uint32_t, bool, Picoseconds)> observer_;
};

} // namespace sharpsim
