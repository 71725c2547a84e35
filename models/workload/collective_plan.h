// SPDX-License-Identifier: Apache-2.0
// How each collective of a workload will run, decided for all ranks before the run starts.
#pragma once

#include <cstdint>
#include <vector>

#include "collectives/path_choice.h"
#include "collectives/sharp_group.h"
#include "workload/rank_program.h"

namespace sharpsim {

class CollectivePlan {
public:
    struct Entry {
        ReductionCall call;
        CollectiveKind kind;
        PathChoice choice;
        std::uint32_t first_operation{0}; // on the tree: within the group
    };
    // `group` is null where there is no tree. Throws InputError for what cannot run: an operator or type that
    // the path does not have, and a collective on the tree that can only begin after a later one (operations
    // of a group are sent in the order of its collectives).
    CollectivePlan(const RankProgram& program, const CollectivesConfig& config, const PathFacts& facts,
                   const SharpGroup* group);

    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
    [[nodiscard]] const Entry& operator[](std::uint32_t order) const { return entries_[order]; }
    [[nodiscard]] bool uses_tree() const { return uses_tree_; }

private:
    void check_order(const ProgramGraph& graph, const std::string& file) const;

    std::vector<Entry> entries_;
    bool uses_tree_{false};
};

} // namespace sharpsim
