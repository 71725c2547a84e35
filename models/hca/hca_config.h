// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/keys.h"
#include "base/units.h"

namespace sharpsim {

// The host side of an HCA as constant latencies. A post reaches the transport after post + pcie, and fetch
// where its payload is not in line; an arrival reaches software after receive + poll. PCIe is a latency here
// and no bottleneck: its bandwidth and its transactions come with a PCIe model of their own.
struct HcaConfig {
    Picoseconds post{175'000};
    Picoseconds pcie{137'000};
    Picoseconds fetch{364'000};
    Bytes inline_limit{236};
    Picoseconds receive{240'000};
    Picoseconds poll{62'000};
    KbitPerSecond reduce_bandwidth{80'000'000};
};

void declare(KeyTable& keys, HcaConfig& config);

} // namespace sharpsim
