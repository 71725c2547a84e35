// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/keys.h"
#include "base/units.h"

namespace sharpsim {

enum class PathKey : std::uint8_t { automatic, sharp, ring };

struct CollectivesConfig {
    PathKey path{PathKey::automatic};
    Bytes sharp_max{4096};
    unsigned sharp_min_ranks{4};
    Bytes ring_segment{0};
    bool record_orders{false};
};

void declare(KeyTable& keys, CollectivesConfig& config);

} // namespace sharpsim
