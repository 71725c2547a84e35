// SPDX-License-Identifier: Apache-2.0
// The workload.* keys: what the ranks do.
#pragma once

#include <string>

#include "base/keys.h"
#include "base/units.h"
#include "hca/traffic_config.h"
#include "oracle/payload_pattern.h"
#include "reduction/types.h"
#include "workload/rank_program.h"

namespace sharpsim {

enum class WorkloadKind : std::uint8_t {
    collective, // one collective in a loop
    trace,      // rank programs from workload.file
    synthetic,  // independent packets: workload.pattern; no ranks
};
enum class TrafficPattern : std::uint8_t { uniform };

struct WorkloadConfig {
    WorkloadKind kind{WorkloadKind::collective};
    std::string file;
    CollectiveKind collective{CollectiveKind::allreduce};
    Bytes bytes{8};
    reduction::Type type{reduction::Type::float32};
    reduction::Operator op{reduction::Operator::sum};
    unsigned ranks{0};
    unsigned iterations{1};
    Picoseconds skew{0};
    double compute_scale{1};
    bool real_payload{true};
    oracle::Values values{oracle::Values::normal};
    TrafficPattern pattern{TrafficPattern::uniform};
    TrafficConfig traffic;
};

void declare(KeyTable& keys, WorkloadConfig& config);
// Rules between keys; throws InputError.
void check(const WorkloadConfig& config);

// The program of a `collective` or `trace` workload on a fabric with so many HCAs. Throws InputError.
RankProgram load_program(const WorkloadConfig& config, std::uint32_t hosts);

} // namespace sharpsim
