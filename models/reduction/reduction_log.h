// SPDX-License-Identifier: Apache-2.0
// What an aggregation node tells about an operation that it has reduced, so that an oracle can repeat it.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace sharpsim {

class ReductionLog {
public:
    // `node` is the index of the aggregation node in its tree; `order` lists the child indices in the order
    // in which the engine accepted their operands. Called once per operation and node, before the node's
    // result leaves it.
    virtual void on_reduced(std::uint32_t node, GroupId group, std::uint32_t operation,
                            const std::vector<std::uint16_t>& order) = 0;

protected:
    ReductionLog() = default;
    ReductionLog(const ReductionLog&) = default;
    ReductionLog& operator=(const ReductionLog&) = default;
    ~ReductionLog() = default;
};

} // namespace sharpsim
