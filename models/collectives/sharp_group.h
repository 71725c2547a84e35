// SPDX-License-Identifier: Apache-2.0
// A SHARP group as its members and its oracle see it: who sits where in the tree, and what may be in flight.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "reduction/types.h"

namespace sharpsim {

struct SharpGroup {
    struct Child {
        bool is_rank{true};
        std::uint32_t index{0}; // rank, or node of this vector
    };
    struct Node {
        std::vector<Child> children; // by child index
    };
    struct Member {
        std::uint16_t child{0}; // its index among the children of its leaf node
        std::uint32_t node{0};  // its leaf node
    };

    GroupId group;
    TreeId tree;
    std::uint32_t job{1};
    std::uint32_t root{0};
    std::vector<Node> nodes;
    std::vector<Member> members;    // by rank
    unsigned payload_per_ost{1024}; // bytes of one operation
    unsigned osts_per_group{8};     // operations in flight
    // How the aggregation nodes compute.
    reduction::Rounding rounding{reduction::Rounding::nearest_even};
    reduction::Precision precision{reduction::Precision::native};
    reduction::Variant variant{};
};

} // namespace sharpsim
