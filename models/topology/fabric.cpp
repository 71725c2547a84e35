// SPDX-License-Identifier: Apache-2.0
#include "topology/fabric.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "base/error.h"

namespace sharpsim::topology {

namespace {

auto key(const EndPort& p) { return std::make_tuple(p.lid, p.lmc, p.guid); }
bool equal(const EndPort& x, const EndPort& y) { return key(x) == key(y); }

auto key(const Node& n)
{
    return std::tie(n.kind, n.id, n.description, n.guid, n.vendor, n.device, n.ports, n.lid, n.lmc, n.name);
}
bool equal(const Node& x, const Node& y)
{
    return key(x) == key(y) && std::equal(x.end_ports.begin(), x.end_ports.end(), y.end_ports.begin(),
                                          y.end_ports.end(), [](auto& a, auto& b) { return equal(a, b); });
}
auto key(const Link& l) { return std::make_tuple(l.a, l.b, l.width, l.speed, l.metres); }

std::string hex(std::uint64_t value)
{
    char text[24];
    std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

} // namespace

const char* name(NodeKind kind)
{
    constexpr const char* names[] = {"switch", "hca", "aggregation node", "router"};
    return names[static_cast<unsigned>(kind)];
}

NodeIndex Fabric::add_node(Node node)
{
    if (node.ports == 0 || node.ports > max_ports)
        throw InputError("\"" + node.id + "\" has " + std::to_string(node.ports) + " ports; allowed: 1 to " +
                         std::to_string(max_ports));
    const auto index = static_cast<NodeIndex>(nodes_.size());
    const auto guid = by_guid_.find(node.guid);
    if (guid != by_guid_.end())
        throw InputError("GUID " + hex(node.guid) + " of \"" + node.id + "\" is already that of \"" +
                         nodes_[guid->second].id + "\"");
    if (!by_id_.emplace(node.id, index).second)
        throw InputError("node id \"" + node.id + "\" a second time");
    by_guid_.emplace(node.guid, index);
    if (!node.is_switch())
        node.end_ports.resize(node.ports);
    link_at_.emplace_back(node.ports + 1, no_link);
    nodes_.push_back(std::move(node));
    return index;
}

LinkIndex Fabric::connect(LinkEnd a, LinkEnd b, LinkWidth width, LinkSpeed speed, double metres)
{
    if (b < a)
        std::swap(a, b);
    for (const LinkEnd end : {a, b}) {
        const Node& n = nodes_.at(end.node);
        if (end.port.value() == 0 || end.port.value() > n.ports)
            throw InputError("port " + std::to_string(end.port.value()) + " of \"" + n.id +
                             "\": it has ports 1 to " + std::to_string(n.ports));
        if (link_at(end) != no_link)
            throw InputError("port " + std::to_string(end.port.value()) + " of \"" + n.id + "\" used twice");
    }
    if (a.node == b.node)
        throw InputError("\"" + nodes_[a.node].id + "\" is cabled to itself");
    const auto index = static_cast<LinkIndex>(links_.size());
    links_.push_back(Link{a, b, width, speed, metres});
    link_at_[a.node][a.port.value()] = index;
    link_at_[b.node][b.port.value()] = index;
    return index;
}

void Fabric::assign_lids()
{
    std::uint32_t next = 1;
    const auto take = [&next] {
        if (next > max_unicast_lid)
            throw InputError("more than " + std::to_string(max_unicast_lid) + " LIDs wanted in one subnet");
        return Lid{static_cast<std::uint16_t>(next++)};
    };
    for (NodeIndex n = 0; n < nodes_.size(); ++n) {
        Node& node = nodes_[n];
        if (node.is_switch())
            node.lid = take();
        for (std::size_t p = 0; p < node.end_ports.size(); ++p)
            node.end_ports[p].lid = link_at_[n][p + 1] == no_link ? Lid{0} : take();
    }
    index_lids();
}

void Fabric::index_lids()
{
    by_lid_.clear();
    max_lid_ = Lid{0};
    const auto enter = [this](Lid lid, LinkEnd end) {
        if (lid.value() == 0 || lid.value() > max_unicast_lid)
            throw InputError("LID " + std::to_string(lid.value()) + " of \"" + nodes_[end.node].id +
                             "\": allowed are 1 to " + std::to_string(max_unicast_lid));
        if (by_lid_.size() <= lid.value())
            by_lid_.resize(lid.value() + std::size_t{1});
        LinkEnd& slot = by_lid_[lid.value()];
        if (slot.node != no_node)
            throw InputError("LID " + std::to_string(lid.value()) + " of \"" + nodes_[end.node].id +
                             "\" is already that of \"" + nodes_[slot.node].id + "\"");
        slot = end;
        max_lid_ = std::max(max_lid_, lid);
    };
    for (NodeIndex n = 0; n < nodes_.size(); ++n) {
        if (nodes_[n].is_switch())
            enter(nodes_[n].lid, LinkEnd{n, PortId{0}});
        for (const LinkEnd end : cabled_ports(n))
            if (!nodes_[n].is_switch())
                enter(lid_of(end), end);
    }
}

LinkIndex Fabric::link_at(LinkEnd end) const
{
    const auto& ports = link_at_.at(end.node);
    return end.port.value() < ports.size() ? ports[end.port.value()] : no_link;
}

std::optional<LinkEnd> Fabric::peer(LinkEnd end) const
{
    const LinkIndex l = link_at(end);
    return l == no_link ? std::nullopt : std::optional<LinkEnd>{links_[l].other(end)};
}

std::vector<LinkEnd> Fabric::cabled_ports(NodeIndex n) const
{
    std::vector<LinkEnd> out;
    for (std::size_t p = 1; p < link_at_.at(n).size(); ++p)
        if (link_at_[n][p] != no_link)
            out.push_back(LinkEnd{n, PortId{static_cast<std::uint16_t>(p)}});
    return out;
}

NodeIndex Fabric::find_id(const std::string& id) const
{
    const auto at = by_id_.find(id);
    return at == by_id_.end() ? no_node : at->second;
}

NodeIndex Fabric::find_name(const std::string& name) const
{
    for (NodeIndex n = 0; n < nodes_.size(); ++n)
        if (nodes_[n].name == name)
            return n;
    return no_node;
}

std::optional<LinkEnd> Fabric::by_lid(Lid lid) const
{
    if (lid.value() >= by_lid_.size() || by_lid_[lid.value()].node == no_node)
        return std::nullopt;
    return by_lid_[lid.value()];
}

Lid Fabric::lid_of(LinkEnd end) const
{
    const Node& n = nodes_.at(end.node);
    if (n.is_switch())
        return n.lid;
    return n.end_ports.at(end.port.value() - std::size_t{1}).lid;
}

std::vector<NodeIndex> Fabric::nodes_of(NodeKind kind) const
{
    std::vector<NodeIndex> out;
    for (NodeIndex n = 0; n < nodes_.size(); ++n)
        if (nodes_[n].kind == kind)
            out.push_back(n);
    return out;
}

std::vector<NodeIndex> Fabric::hcas_by_lid() const
{
    std::vector<std::pair<Lid, NodeIndex>> order;
    for (const NodeIndex n : nodes_of(NodeKind::hca))
        if (const LinkEnd end = first_cabled_port(n); end.node != no_node)
            order.emplace_back(lid_of(end), n);
    std::sort(order.begin(), order.end());
    std::vector<NodeIndex> out;
    for (const auto& entry : order)
        out.push_back(entry.second);
    return out;
}

LinkEnd Fabric::first_cabled_port(NodeIndex n) const
{
    for (std::size_t p = 1; p < link_at_.at(n).size(); ++p)
        if (link_at_[n][p] != no_link)
            return LinkEnd{n, PortId{static_cast<std::uint16_t>(p)}};
    return LinkEnd{};
}

NodeIndex Fabric::aggregation_node_of(NodeIndex sw) const
{
    for (const LinkIndex l : link_at_.at(sw))
        if (l != no_link) {
            const NodeIndex far = links_[l].a.node == sw ? links_[l].b.node : links_[l].a.node;
            if (nodes_[far].kind == NodeKind::aggregation_node)
                return far;
        }
    return no_node;
}

NodeIndex Fabric::switch_of(NodeIndex end_node) const
{
    const LinkEnd end = first_cabled_port(end_node);
    if (end.node == no_node)
        return no_node;
    const NodeIndex far = peer(end)->node;
    return nodes_[far].is_switch() ? far : no_node;
}

std::string Fabric::text(LinkEnd end) const
{
    return node(end.node).name + ":" + std::to_string(end.port.value());
}

bool operator==(const Fabric& x, const Fabric& y)
{
    if (!std::equal(x.nodes_.begin(), x.nodes_.end(), y.nodes_.begin(), y.nodes_.end(),
                    [](const Node& a, const Node& b) { return equal(a, b); }))
        return false;
    const auto sorted = [](const std::vector<Link>& links) {
        std::vector<decltype(key(links[0]))> keys;
        for (const Link& l : links)
            keys.push_back(key(l));
        std::sort(keys.begin(), keys.end());
        return keys;
    };
    return sorted(x.links_) == sorted(y.links_);
}

} // namespace sharpsim::topology
