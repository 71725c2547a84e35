// SPDX-License-Identifier: Apache-2.0
#include "topology/topology_config.h"

#include "base/error.h"
#include "topology/generators.h"
#include "topology/ibnetdiscover_reader.h"

namespace sharpsim::topology {

void declare(KeyTable& table, FabricConfig& c)
{
    const KeyTable::Range<unsigned> switches{0, max_unicast_lid};
    const KeyTable::Range<double> metres{0, 10'000};
    table.choice("fabric.kind", c.kind,
                 {{"spine-leaf", FabricKind::spine_leaf},
                  {"single-switch", FabricKind::single_switch},
                  {"file", FabricKind::file}},
                 {"where the fabric comes from: generated, or fabric.file", "-"});
    table.text(
        "fabric.file", c.file,
        {"fabric to read: output of ibnetdiscover, or a net file of ibsim; overrides fabric.kind", "-"});
    table.integer("fabric.hosts", c.hosts, KeyTable::Range<unsigned>{1, max_unicast_lid},
                  {"HCAs of a generated fabric, spread evenly over the leaves", "-"});
    table.integer("fabric.leaves", c.leaves, switches,
                  {"leaf switches; 0: enough for half of the ports of each to be uplinks", "-"});
    table.integer("fabric.spines", c.spines, switches,
                  {"spine switches; 0: as few as take all uplinks", "-"});
    table.integer("fabric.switch_ports", c.switch_ports, KeyTable::Range<unsigned>{1, max_ports},
                  {"external ports of every switch of a generated fabric",
                   "Quantum-2 QM9700: 64 ports of 400 Gb/s (reseller data sheets)"});
    table.integer(
        "fabric.uplinks_per_leaf", c.uplinks_per_leaf, KeyTable::Range<unsigned>{0, max_ports},
        {"cables from a leaf to the spines; 0: one for each of its hosts, as far as there are ports", "-"});
    table.choice("fabric.width", c.width,
                 {{"1x", LinkWidth::x1},
                  {"2x", LinkWidth::x2},
                  {"4x", LinkWidth::x4},
                  {"8x", LinkWidth::x8},
                  {"12x", LinkWidth::x12}},
                 {"lanes of every link of a generated fabric, and of links whose file does not say",
                  "rdma-core infiniband-diags: names of widths"});
    table.choice("fabric.speed", c.speed,
                 {{"SDR", LinkSpeed::sdr},
                  {"DDR", LinkSpeed::ddr},
                  {"QDR", LinkSpeed::qdr},
                  {"FDR10", LinkSpeed::fdr10},
                  {"FDR", LinkSpeed::fdr},
                  {"EDR", LinkSpeed::edr},
                  {"HDR", LinkSpeed::hdr},
                  {"NDR", LinkSpeed::ndr},
                  {"XDR", LinkSpeed::xdr}},
                 {"speed of a lane, likewise", "rdma-core infiniband-diags: names of speeds"});
    table.length("fabric.host_cable", c.host_cable, metres,
                 {"cable from a switch to an HCA", "assumption: within a rack"});
    table.length("fabric.switch_cable", c.switch_cable, metres,
                 {"cable between two switches", "assumption: within a row of racks"});
    table.flag("fabric.aggregation_nodes", c.aggregation_nodes,
               {"generated switches have an aggregation node, on the port after the last external one",
                "port 41 of 40 and 65 of 64 in listings of real fabrics"});
}

Fabric make_fabric(const FabricConfig& c)
{
    if (!c.file.empty())
        return read_fabric(c.file, ReadDefaults{c.host_cable, c.switch_cable, c.width, c.speed});
    if (c.kind == FabricKind::file)
        throw InputError("fabric.kind = file needs fabric.file");
    const SpineLeafConfig generate{c.hosts,
                                   c.leaves,
                                   c.spines,
                                   c.switch_ports,
                                   c.uplinks_per_leaf,
                                   c.width,
                                   c.speed,
                                   c.aggregation_nodes,
                                   CableLengths{c.host_cable, c.switch_cable}};
    return c.kind == FabricKind::single_switch ? make_single_switch(generate) : make_spine_leaf(generate);
}

} // namespace sharpsim::topology
