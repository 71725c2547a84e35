// SPDX-License-Identifier: Apache-2.0
#include "topology/ibnetdiscover_writer.h"

#include <cstdio>
#include <ostream>

namespace sharpsim::topology {

namespace {

std::string hex(std::uint64_t value)
{
    char text[20];
    std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(value));
    return text;
}

std::string port_guid(const Fabric& fabric, LinkEnd end)
{
    const Node& node = fabric.node(end.node);
    return node.is_switch() ? "" : "(" + hex(node.end_ports[end.port.value() - std::size_t{1}].guid) + ")";
}

void write_port(const Fabric& fabric, LinkEnd near, std::ostream& out)
{
    const Link& link = fabric.link(fabric.link_at(near));
    const LinkEnd far = link.other(near);
    const Node& node = fabric.node(near.node);
    const Node& peer = fabric.node(far.node);
    out << '[' << near.port.value() << ']' << port_guid(fabric, near) << " \t\"" << peer.id << "\"["
        << far.port.value() << ']' << port_guid(fabric, far) << " \t\t# ";
    if (!node.is_switch())
        out << "lid " << fabric.lid_of(near).value() << " lmc "
            << unsigned{node.end_ports[near.port.value() - std::size_t{1}].lmc} << ' ';
    out << '"' << peer.description << "\" lid " << fabric.lid_of(far).value() << ' '
        << rate_name(link.width, link.speed) << '\n';
}

} // namespace

void write_ibnetdiscover(const Fabric& fabric, std::ostream& out)
{
    out << "#\n# Topology file\n#\n";
    for (NodeIndex n = 0; n < fabric.nodes().size(); ++n) {
        const Node& node = fabric.node(n);
        const bool sw = node.is_switch();
        const bool router = node.kind == NodeKind::router;
        out << "\nvendid=0x" << hex(node.vendor) << "\ndevid=0x" << hex(node.device) << "\nsysimgguid=0x"
            << hex(node.guid) << '\n'
            << (sw       ? "switchguid=0x"
                : router ? "rtguid=0x"
                         : "caguid=0x")
            << hex(node.guid);
        if (sw)
            out << '(' << hex(node.guid) << ')';
        out << '\n'
            << (sw       ? "Switch"
                : router ? "Rt"
                         : "Ca")
            << '\t' << node.ports << " \"" << node.id << "\"\t\t# \"" << node.description << '"';
        if (sw)
            out << " enhanced port 0 lid " << node.lid.value() << " lmc " << unsigned{node.lmc};
        out << '\n';
        for (const LinkEnd end : fabric.cabled_ports(n))
            write_port(fabric, end, out);
    }
}

} // namespace sharpsim::topology
