// SPDX-License-Identifier: Apache-2.0
// What each operation of a SHARP group must give: the aggregation nodes say in which order they took their
// children, and the oracle folds the ranks' vectors in just that order, up the tree. Every rank checks every
// result. Stochastic sums are drawn, so that what the first rank gets is held against the bounds of what
// draws can give, and what the others get against that. Records and expected values live from the first
// node's report until the last rank has checked.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "collectives/mismatches.h"
#include "collectives/reduction_call.h"
#include "collectives/sharp_group.h"
#include "reduction/reduction_log.h"

namespace sharpsim {

class ReductionOracle final : public ReductionLog {
public:
    ReductionOracle(const SharpGroup& group, const PayloadSource& source, Mismatches& mismatches) :
        group_{group}, source_{source}, mismatches_{mismatches}
    {
    }

    void on_reduced(std::uint32_t node, GroupId group, std::uint32_t operation,
                    const std::vector<std::uint16_t>& order) override;

    // One part of a collective: the result of one operation.
    struct Part {
        std::uint32_t operation;
        std::uint64_t first_element;
        std::uint64_t count;
    };
    // Checks what a rank got, and that every child of every node took part once; returns the hash of what it
    // got (0 without real bytes). `got` is as long as the part.
    std::uint64_t check(RankId rank, const ReductionCall& call, const Part& part, const Payload& got);

    [[nodiscard]] std::size_t held() const { return held_.size(); } // operations
    // Nodes that have reduced an operation which no rank has checked yet.
    [[nodiscard]] std::uint32_t nodes_done(std::uint32_t operation) const;

private:
    struct Operation {
        std::vector<std::vector<std::uint16_t>> order; // by node
        std::uint32_t nodes{0};                        // that have reported
        Payload expected;
        std::uint64_t hash{0};
        std::uint32_t checked{0};
    };
    void judge(Operation& op, const ReductionCall& call, const Part& part, const Payload& got) const;
    [[nodiscard]] Payload fold(const Operation& op, std::uint32_t node, const ReductionCall& call,
                               const Part& part, reduction::Rounding rounding) const;
    // What all ranks below a node have sent.
    void gather(const Operation& op, std::uint32_t node, const ReductionCall& call, const Part& part,
                std::vector<Payload>& operands) const;
    [[nodiscard]] Payload value(const Operation& op, std::uint32_t node, std::uint16_t child,
                                const ReductionCall& call, const Part& part,
                                reduction::Rounding rounding) const;

    const SharpGroup& group_;
    const PayloadSource& source_;
    Mismatches& mismatches_;
    std::unordered_map<std::uint32_t, Operation> held_;
};

} // namespace sharpsim
