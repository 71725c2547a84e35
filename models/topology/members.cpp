// SPDX-License-Identifier: Apache-2.0
#include "topology/members.h"

#include <unordered_map>

namespace sharpsim::topology {

LeafGroups group_by_switch(const Fabric& fabric, const std::vector<NodeIndex>& members)
{
    LeafGroups out;
    std::vector<bool> seen(fabric.nodes().size(), false);
    std::unordered_map<NodeIndex, std::size_t> group_of;
    if (members.empty())
        out.reason = "no members";
    for (const NodeIndex m : members) {
        const Node& node = fabric.node(m);
        if (node.kind != NodeKind::hca)
            out.reason = node.name + " is no HCA but a " + name(node.kind);
        else if (seen[m])
            out.reason = node.name + " is a member twice";
        else if (fabric.switch_of(m) == no_node)
            out.reason = node.name + " is not cabled to a switch";
        if (!out.reason.empty())
            return out;
        seen[m] = true;
        const LinkEnd far = *fabric.peer(fabric.first_cabled_port(m));
        const auto entry = group_of.emplace(far.node, out.groups.size());
        if (entry.second)
            out.groups.push_back(LeafGroup{far.node, {}, {}});
        LeafGroup& group = out.groups[entry.first->second];
        group.hcas.push_back(m);
        group.ports.push_back(far.port);
    }
    return out;
}

} // namespace sharpsim::topology
