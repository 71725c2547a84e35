// SPDX-License-Identifier: Apache-2.0
// Fabrics made from a few numbers: leaf and spine switches, or one switch alone.
#pragma once

#include "topology/fabric.h"

namespace sharpsim::topology {

struct CableLengths {
    double host{2};    // m, switch to HCA (assumption: top of rack)
    double fabric{10}; // m, switch to switch (assumption: one row)
};

struct SpineLeafConfig {
    unsigned hosts{128};
    unsigned leaves{0};           // 0: as many as a fabric without oversubscription needs
    unsigned spines{0};           // 0: as few as the uplinks fit on
    unsigned switch_ports{64};    // of every switch, the one to its aggregation node not counted
    unsigned uplinks_per_leaf{0}; // 0: one for each host of the fullest leaf, as far as there are ports
    LinkWidth width{LinkWidth::x4};
    LinkSpeed speed{LinkSpeed::ndr};
    bool aggregation_nodes{true};
    CableLengths cables;
};

// Hosts go to the leaves in order, evenly: the first hosts % leaves of them get one more. Hosts are on the
// ports 1, 2, ..., uplinks on the ports after those of the fullest leaf, links to one spine side by side.
// Where the uplinks do not divide by the spines the extra ones go round, so that two spines differ by at most
// one link. Aggregation nodes hang on port switch_ports + 1. Nodes are leaf0.., spine0.., leaf0_an..,
// host0..; LIDs count in that order. Throws InputError with the arithmetic when the numbers do not fit
// together.
Fabric make_spine_leaf(const SpineLeafConfig& config);

// `hosts` on one switch "leaf0". Uses hosts, switch_ports, width, speed, aggregation_nodes and cables.host.
Fabric make_single_switch(const SpineLeafConfig& config);

// 12 leaves and 12 spines of 24 ports, 12 hosts a leaf, one link for each pair of leaf and spine.
Fabric make_two_level_fat_tree();

} // namespace sharpsim::topology
