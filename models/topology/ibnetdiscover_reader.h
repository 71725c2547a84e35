// SPDX-License-Identifier: Apache-2.0
// Reads the fabric that `ibnetdiscover` prints, and the net files of ibsim, which are a superset of it.
#pragma once

#include <string>

#include "topology/fabric.h"

namespace sharpsim::topology {

// What the files do not say.
struct ReadDefaults {
    double host_cable{2};            // m, switch to HCA or router
    double switch_cable{10};         // m, switch to switch
    LinkWidth width{LinkWidth::x4};  // of links whose lines carry neither a rate nor w=
    LinkSpeed speed{LinkSpeed::ndr}; // likewise s=
};

// Accepted, line by line: '#' comments; vendid=, devid=, sysimgguid=, switchguid=, caguid=, hcaguids=,
// rtguid=, and ibsim's width=, speed=, extspeed= (for all port lines that follow); blocks that begin with
// Switch, Ca, Hca or Rt, hold port lines and end with an empty line; w= and s= on port lines. ibsim's @
// aliases, module, include and do are refused. w= and width= are lanes.
//
// Rules: every link stands in the blocks of both its ends, and the two lines agree on the ports. LIDs are
// those of the file; a file that names none at all gets them in document order; one that names some must name
// all. Rates likewise: a file in which some lines end in a rate ("4xNDR") must have it on all. Where the two
// ends of a link name different rates the slower one is taken and a remark is kept. Nodes without a GUID get
// one from the locally administered range. Cables to aggregation nodes have no length. Throws InputError
// "file:line: what".
Fabric read_fabric(const std::string& path, const ReadDefaults& defaults = {});

} // namespace sharpsim::topology
