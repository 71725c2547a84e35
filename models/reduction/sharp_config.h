// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/keys.h"
#include "base/units.h"
#include "reduction/capabilities.h"

namespace sharpsim {

enum class ResultPath : std::uint8_t {
    multicast, // one UD multicast from the root
    tree,      // RC messages down the tree
    both,
};

struct SharpConfig {
    bool enable{true};
    reduction::Profile profile{reduction::Profile::quantum2};
    Bytes payload_per_ost{1024};
    unsigned osts_per_group{8};
    unsigned osts{768};
    unsigned radix{252};
    unsigned tree_index{0};
    unsigned parse{40};
    unsigned turnaround{20};
    ResultPath result{ResultPath::multicast};
    KbitPerSecond port_rate{0};
};

void declare(KeyTable& keys, SharpConfig& config);

} // namespace sharpsim
