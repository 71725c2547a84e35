// SPDX-License-Identifier: Apache-2.0
// A fabric as a subnet manager sees it: switches, HCAs, aggregation nodes and routers, and the cables between
// their ports. A pure graph without time; system/ builds the models from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "base/units.h"
#include "topology/link_kinds.h"

namespace sharpsim::topology {

using NodeIndex = std::uint32_t; // position in Fabric::nodes(): document order
using LinkIndex = std::uint32_t; // position in Fabric::links()
constexpr NodeIndex no_node = ~NodeIndex{0};
constexpr LinkIndex no_link = ~LinkIndex{0};

// Port numbers go to 254: 255 in a forwarding table means "no path".
constexpr unsigned max_ports = 254;
constexpr std::uint16_t max_unicast_lid = 0xBFFF;

// Description by which a channel adapter is known to be the aggregation node of the switch it hangs on.
constexpr const char* aggregation_node_description = "Mellanox Technologies Aggregation Node";

enum class NodeKind : std::uint8_t { switch_chip, hca, aggregation_node, router };
const char* name(NodeKind kind);

// An end port of a channel adapter or router. A port without a cable has no LID.
struct EndPort {
    Lid lid{0};
    std::uint8_t lmc{0}; // the port answers to 2^lmc LIDs from `lid` on; only the first is routed
    std::uint64_t guid{0};
};

struct Node {
    NodeKind kind{NodeKind::hca};
    std::string id;          // unique, as in the file: "S-2c5eab0300b87b40"
    std::string description; // as in the file; need not be unique
    std::uint64_t guid{0};   // unique
    std::uint32_t vendor{0};
    std::uint32_t device{0};
    unsigned ports{0};              // numbered 1..ports, those to an aggregation node included
    Lid lid{0};                     // of a switch: its management port 0
    std::uint8_t lmc{0};            // of a switch
    std::vector<EndPort> end_ports; // of all others: port p is end_ports[p - 1]
    std::string name; // unique and [A-Za-z_][A-Za-z0-9_]*: statistics paths, wave scopes; see naming.h

    [[nodiscard]] bool is_switch() const { return kind == NodeKind::switch_chip; }
};

struct LinkEnd {
    NodeIndex node{no_node};
    PortId port;

    friend bool operator==(LinkEnd x, LinkEnd y) { return x.node == y.node && x.port == y.port; }
    friend bool operator!=(LinkEnd x, LinkEnd y) { return !(x == y); }
    friend bool operator<(LinkEnd x, LinkEnd y)
    {
        return x.node != y.node ? x.node < y.node : x.port < y.port;
    }
};

// A cable, both directions of which are alike. End `a` is the one that comes first in document order.
struct Link {
    LinkEnd a;
    LinkEnd b;
    LinkWidth width{LinkWidth::x4};
    LinkSpeed speed{LinkSpeed::ndr};
    double metres{0};

    [[nodiscard]] LinkRate rate() const { return link_rate(width, speed); }
    [[nodiscard]] LinkEnd other(LinkEnd end) const { return end == a ? b : a; }
};

class Fabric {
public:
    // Both throw InputError: a second node of the same id or GUID, a port out of range or in use, a
    // self-link.
    NodeIndex add_node(Node node);
    LinkIndex connect(LinkEnd a, LinkEnd b, LinkWidth width, LinkSpeed speed, double metres);
    // Gives 1, 2, 3, ... in document order to every switch and to every end port that has a cable. Replaces
    // what was there. Throws InputError when the unicast LIDs do not suffice.
    void assign_lids();
    // Indexes the LIDs that the nodes carry. Throws InputError when two ports share one or one is out of
    // range.
    void index_lids();
    void set_switch_lid(NodeIndex node, Lid lid) { nodes_[node].lid = lid; }
    void set_end_ports(NodeIndex node, std::vector<EndPort> ports)
    {
        nodes_[node].end_ports = std::move(ports);
    }
    void set_name(NodeIndex node, std::string name) { nodes_[node].name = std::move(name); }
    // Something the reader accepted but a person should know; check() returns it.
    void add_remark(std::string text) { remarks_.push_back(std::move(text)); }

    [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
    [[nodiscard]] const std::vector<Link>& links() const { return links_; }
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }
    [[nodiscard]] const Node& node(NodeIndex n) const { return nodes_.at(n); }
    [[nodiscard]] const Link& link(LinkIndex l) const { return links_.at(l); }

    [[nodiscard]] LinkIndex link_at(LinkEnd end) const; // no_link where there is no cable
    [[nodiscard]] std::optional<LinkEnd> peer(LinkEnd end) const;
    // All cabled ports of a node, by port number.
    [[nodiscard]] std::vector<LinkEnd> cabled_ports(NodeIndex n) const;

    [[nodiscard]] NodeIndex find_id(const std::string& id) const;     // no_node when absent
    [[nodiscard]] NodeIndex find_name(const std::string& name) const; // linear; no_node when absent
    // The end port, or port 0 of the switch, that owns a LID.
    [[nodiscard]] std::optional<LinkEnd> by_lid(Lid lid) const;
    [[nodiscard]] Lid lid_of(LinkEnd end) const; // of the switch whatever its port
    [[nodiscard]] Lid max_lid() const { return max_lid_; }

    [[nodiscard]] std::vector<NodeIndex> nodes_of(NodeKind kind) const; // document order
    [[nodiscard]] std::vector<NodeIndex> hcas_by_lid() const;   // those with a cabled port; rank order
    [[nodiscard]] LinkEnd first_cabled_port(NodeIndex n) const; // node == no_node when none is
    // The aggregation node on a switch (the one on its lowest port), or no_node.
    [[nodiscard]] NodeIndex aggregation_node_of(NodeIndex sw) const;
    // The switch that an end node's first cabled port leads to, or no_node.
    [[nodiscard]] NodeIndex switch_of(NodeIndex end_node) const;
    [[nodiscard]] std::string text(LinkEnd end) const; // "leaf0:17"

    // Equal nodes in the same order, and equal cables in any order. Remarks do not count.
    friend bool operator==(const Fabric& x, const Fabric& y);
    friend bool operator!=(const Fabric& x, const Fabric& y) { return !(x == y); }

private:
    std::vector<Node> nodes_;
    std::vector<Link> links_;
    std::vector<std::vector<LinkIndex>> link_at_; // [node][port]
    std::vector<LinkEnd> by_lid_;                 // [lid]
    Lid max_lid_;
    std::unordered_map<std::string, NodeIndex> by_id_;
    std::unordered_map<std::uint64_t, NodeIndex> by_guid_;
    std::vector<std::string> remarks_;
};

} // namespace sharpsim::topology
