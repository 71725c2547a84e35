// SPDX-License-Identifier: Apache-2.0
#include "topology/generators.h"

#include <algorithm>
#include <cstdio>

#include "base/error.h"
#include "topology/naming.h"

namespace sharpsim::topology {

namespace {

unsigned divide_up(unsigned a, unsigned b) { return (a + b - 1) / b; }

std::string count(unsigned n, const char* what) { return std::to_string(n) + " " + what; }

// GUIDs from the locally administered range, 256 apart so that the ports of a node have room.
class Builder {
public:
    explicit Builder(const SpineLeafConfig& config) : config_{config} {}

    NodeIndex add(NodeKind kind, unsigned ports, const std::string& description)
    {
        Node node;
        node.kind = kind;
        node.ports = ports;
        node.description = description;
        node.guid = 0x0200000000000000ULL + ((fabric_.nodes().size() + 1) << 8);
        char id[24];
        std::snprintf(id, sizeof id, "%c-%016llx", node.is_switch() ? 'S' : 'H',
                      static_cast<unsigned long long>(node.guid));
        node.id = id;
        if (!node.is_switch())
            for (unsigned p = 1; p <= ports; ++p)
                node.end_ports.push_back(EndPort{Lid{0}, 0, node.guid + p});
        return fabric_.add_node(std::move(node));
    }
    NodeIndex add_switch(const std::string& description)
    {
        const unsigned ports = config_.switch_ports + (config_.aggregation_nodes ? 1 : 0);
        return add(NodeKind::switch_chip, ports, description);
    }
    // One for every switch so far, on the port after the external ones.
    void add_aggregation_nodes()
    {
        if (!config_.aggregation_nodes)
            return;
        for (const NodeIndex sw : fabric_.nodes_of(NodeKind::switch_chip))
            connect(sw, config_.switch_ports + 1,
                    add(NodeKind::aggregation_node, 1, aggregation_node_description), 1, 0);
    }
    void connect(NodeIndex a, unsigned a_port, NodeIndex b, unsigned b_port, double metres)
    {
        fabric_.connect({a, PortId{static_cast<std::uint16_t>(a_port)}},
                        {b, PortId{static_cast<std::uint16_t>(b_port)}}, config_.width, config_.speed,
                        metres);
    }
    Fabric finish()
    {
        fabric_.assign_lids();
        assign_names(fabric_);
        return std::move(fabric_);
    }

private:
    const SpineLeafConfig& config_;
    Fabric fabric_;
};

void check_ports(const SpineLeafConfig& c)
{
    const unsigned internal = c.aggregation_nodes ? 1 : 0;
    if (c.switch_ports == 0 || c.switch_ports + internal > max_ports)
        throw InputError("fabric.switch_ports = " + std::to_string(c.switch_ports) + ": allowed are 1 to " +
                         std::to_string(max_ports - internal) +
                         (internal != 0 ? " with an aggregation node on the port after the last" : ""));
    if (c.hosts == 0)
        throw InputError("fabric.hosts = 0: at least one is needed");
    const std::uint64_t lids = std::uint64_t{c.hosts} + std::uint64_t{c.leaves + c.spines} * (1 + internal);
    if (lids > max_unicast_lid)
        throw InputError("fabric.hosts = " + std::to_string(c.hosts) + " and " +
                         count(c.leaves + c.spines, "switches") + " need " + std::to_string(lids) +
                         " LIDs; a subnet has " + std::to_string(max_unicast_lid));
}

// Fills in what is 0 and refuses what does not fit.
SpineLeafConfig complete(SpineLeafConfig c)
{
    check_ports(c);
    if (c.leaves == 0)
        c.leaves = divide_up(c.hosts, std::max(1U, c.switch_ports / 2));
    if (c.leaves > c.hosts)
        throw InputError("fabric.leaves = " + std::to_string(c.leaves) + " is more than fabric.hosts = " +
                         std::to_string(c.hosts) + ": some leaves would be empty");
    const unsigned fullest = divide_up(c.hosts, c.leaves);
    if (fullest >= c.switch_ports)
        throw InputError("fabric.hosts = " + std::to_string(c.hosts) + " on fabric.leaves = " +
                         std::to_string(c.leaves) + " make " + count(fullest, "hosts on a leaf") +
                         "; with at least one uplink at most " + std::to_string(c.switch_ports - 1) +
                         " fit on fabric.switch_ports = " + std::to_string(c.switch_ports));
    const unsigned free_ports = c.switch_ports - fullest;
    if (c.spines == 0) {
        const unsigned wanted = c.uplinks_per_leaf != 0 ? c.uplinks_per_leaf : std::min(fullest, free_ports);
        c.spines =
            static_cast<unsigned>((std::uint64_t{c.leaves} * wanted + c.switch_ports - 1) / c.switch_ports);
    }
    if (c.uplinks_per_leaf == 0) {
        const std::uint64_t room = std::uint64_t{c.spines} * c.switch_ports / c.leaves;
        c.uplinks_per_leaf = static_cast<unsigned>(std::min<std::uint64_t>(
            {std::max(fullest, c.spines), free_ports, std::max<std::uint64_t>(room, 1)}));
    }
    if (c.uplinks_per_leaf < c.spines)
        throw InputError("fabric.uplinks_per_leaf = " + std::to_string(c.uplinks_per_leaf) +
                         " is below fabric.spines = " + std::to_string(c.spines) +
                         ": every leaf needs a link to every spine (" + count(fullest, "hosts") + " leave " +
                         count(free_ports, "ports") +
                         " of fabric.switch_ports = " + std::to_string(c.switch_ports) + ")");
    if (c.uplinks_per_leaf > free_ports)
        throw InputError(count(fullest, "hosts on a leaf") +
                         " + fabric.uplinks_per_leaf = " + std::to_string(c.uplinks_per_leaf) + " are " +
                         count(fullest + c.uplinks_per_leaf, "ports") +
                         "; fabric.switch_ports = " + std::to_string(c.switch_ports));
    const std::uint64_t links = std::uint64_t{c.leaves} * c.uplinks_per_leaf;
    if (links > std::uint64_t{c.spines} * c.switch_ports)
        throw InputError("fabric.leaves = " + std::to_string(c.leaves) +
                         " with fabric.uplinks_per_leaf = " + std::to_string(c.uplinks_per_leaf) + " are " +
                         std::to_string(links) + " links; fabric.spines = " + std::to_string(c.spines) +
                         " with fabric.switch_ports = " + std::to_string(c.switch_ports) + " take " +
                         std::to_string(std::uint64_t{c.spines} * c.switch_ports));
    check_ports(c);
    return c;
}

} // namespace

Fabric make_spine_leaf(const SpineLeafConfig& given)
{
    const SpineLeafConfig c = complete(given);
    Builder build{c};
    std::vector<NodeIndex> leaves;
    std::vector<NodeIndex> spines;
    for (unsigned l = 0; l < c.leaves; ++l)
        leaves.push_back(build.add_switch("leaf" + std::to_string(l)));
    for (unsigned s = 0; s < c.spines; ++s)
        spines.push_back(build.add_switch("spine" + std::to_string(s)));
    build.add_aggregation_nodes();

    const unsigned fullest = divide_up(c.hosts, c.leaves);
    const unsigned each = c.uplinks_per_leaf / c.spines;
    const unsigned extra = c.uplinks_per_leaf % c.spines;
    std::vector<unsigned> spine_port(c.spines, 1);
    for (unsigned l = 0, host = 0; l < c.leaves; ++l) {
        const unsigned here = c.hosts / c.leaves + (l < c.hosts % c.leaves ? 1 : 0);
        for (unsigned p = 1; p <= here; ++p, ++host)
            build.connect(leaves[l], p, build.add(NodeKind::hca, 1, "host" + std::to_string(host)), 1,
                          c.cables.host);
        const auto first_extra = static_cast<unsigned>(std::uint64_t{l} * extra % c.spines);
        unsigned port = fullest + 1;
        for (unsigned s = 0; s < c.spines; ++s) {
            const unsigned links = each + ((s + c.spines - first_extra) % c.spines < extra ? 1 : 0);
            for (unsigned k = 0; k < links; ++k)
                build.connect(leaves[l], port++, spines[s], spine_port[s]++, c.cables.fabric);
        }
    }
    return build.finish();
}

Fabric make_single_switch(const SpineLeafConfig& given)
{
    SpineLeafConfig c = given;
    c.leaves = 1;
    c.spines = 0;
    check_ports(c);
    if (c.hosts > c.switch_ports)
        throw InputError("fabric.hosts = " + std::to_string(c.hosts) +
                         " on one switch of fabric.switch_ports = " + std::to_string(c.switch_ports));
    Builder build{c};
    const NodeIndex sw = build.add_switch("leaf0");
    build.add_aggregation_nodes();
    for (unsigned h = 0; h < c.hosts; ++h)
        build.connect(sw, h + 1, build.add(NodeKind::hca, 1, "host" + std::to_string(h)), 1, c.cables.host);
    return build.finish();
}

Fabric make_two_level_fat_tree()
{
    SpineLeafConfig c;
    c.hosts = 144;
    c.leaves = 12;
    c.spines = 12;
    c.switch_ports = 24;
    return make_spine_leaf(c);
}

} // namespace sharpsim::topology
