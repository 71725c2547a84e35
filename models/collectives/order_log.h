// SPDX-License-Identifier: Apache-2.0
// The order in which each aggregation node took the operands of each operation, for whoever wants to repeat a
// sum.
#pragma once

#include <string>
#include <vector>

#include "collectives/sharp_group.h"
#include "reduction/reduction_log.h"

namespace sharpsim {

class OrderLog final : public ReductionLog {
public:
    // Passes everything on to `next`, which may be null. `node_names`: of the tree's nodes.
    OrderLog(const SharpGroup& group, std::vector<std::string> node_names, ReductionLog* next) :
        group_{group}, names_{std::move(node_names)}, next_{next}
    {
    }

    void on_reduced(std::uint32_t node, GroupId group, std::uint32_t operation,
                    const std::vector<std::uint16_t>& order) override;

    // "operation,node,order", one line for an operation and node, in the order in which they were done. The
    // order: "rank7" or the name of a node, separated by blanks.
    [[nodiscard]] const std::string& csv() const { return text_; }

private:
    const SharpGroup& group_;
    std::vector<std::string> names_;
    ReductionLog* next_;
    std::string text_{"operation,node,order\n"};
};

} // namespace sharpsim
