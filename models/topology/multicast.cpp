// SPDX-License-Identifier: Apache-2.0
#include "topology/multicast.h"

#include "topology/members.h"

namespace sharpsim::topology {

MulticastTree build_multicast(const Fabric& fabric, const RoutingTables& tables, NodeIndex root_switch,
                              const std::vector<NodeIndex>& members)
{
    MulticastTree tree;
    tree.root = root_switch;
    const LeafGroups leaves = group_by_switch(fabric, members);
    tree.reason = leaves.reason;
    if (!tree.ok())
        return tree;
    const NodeIndex an = fabric.aggregation_node_of(root_switch);
    const Lid target =
        an == no_node ? fabric.node(root_switch).lid : fabric.lid_of(fabric.first_cabled_port(an));
    tree.masks[root_switch];
    for (const LeafGroup& group : leaves.groups) {
        std::map<NodeIndex, PortMask>& masks = tree.masks;
        NodeIndex sw = group.sw;
        std::size_t hops = 0;
        bool joined = masks.count(sw) != 0; // from here on the way is on the tree already
        for (const PortId port : group.ports)
            masks[group.sw].set(port.value());
        while (!joined) {
            const std::uint8_t port = tables.port(sw, target);
            if (port == no_path || ++hops > tables.switches.size()) {
                tree.masks.clear();
                tree.reason = "no path from switch " + fabric.node(group.sw).name + " to switch " +
                              fabric.node(root_switch).name;
                return tree;
            }
            const LinkEnd far = *fabric.peer({sw, PortId{port}});
            joined = masks.count(far.node) != 0;
            masks[sw].set(port);
            masks[far.node].set(far.port.value());
            sw = far.node;
        }
    }
    return tree;
}

} // namespace sharpsim::topology
