// SPDX-License-Identifier: Apache-2.0
#include "system/system.h"

#include <algorithm>
#include <cmath>
#include <ostream>

#include "base/error.h"
#include "system/test_faults.h"

namespace sharpsim {

System::System(Region& region, const Config& config, const std::vector<Setting>& settings) :
    region_{region},
    config_{config},
    instances_{config, settings},
    fabric_{topology::make_fabric(config.fabric)},
    routes_{topology::compute_routes(fabric_)},
    host_{"kernel_host", region.calendar, config.sim.strict},
    slot_of_(fabric_.nodes().size(), ~0U)
{
    for (const topology::NodeIndex n : fabric_.hcas_by_lid())
        host_lids_.push_back(fabric_.lid_of(fabric_.first_cabled_port(n)));
    for (topology::NodeIndex n = 0; n < fabric_.nodes().size(); ++n) {
        if (fabric_.node(n).is_switch())
            build_switch(n);
        else if (fabric_.node(n).kind != topology::NodeKind::router &&
                 fabric_.first_cabled_port(n).node != topology::no_node)
            build_end(n);
    }
    instances_.refuse_unmatched();
    for (SwitchEntry& s : switches_)
        s.aggregation_node = aggregation_node_at(fabric_.aggregation_node_of(s.node));
    connect_cables();
    fill_tables();
    if (config.workload.kind == WorkloadKind::synthetic)
        return;
    const auto hcas = fabric_.hcas_by_lid();
    for (std::size_t rank = 0; rank < hcas.size(); ++rank)
        ranks_.push_back(std::make_unique<RankPort>(
            *ends_[slot_of_[hcas[rank]]].hca, RankId{static_cast<std::uint32_t>(rank)}, rank_pointers_));
    for (const auto& r : ranks_)
        rank_pointers_.push_back(r.get());
}

System::~System() = default;

CableData System::cable_of(topology::LinkIndex link, const Config& config) const
{
    const topology::Link& l = fabric_.link(link);
    CableData data{l.rate(), Picoseconds{static_cast<std::uint64_t>(std::llround(
                                 l.metres * static_cast<double>(config.link.propagation.count())))}};
    const auto internal = [&](topology::LinkEnd end) {
        return fabric_.node(end.node).kind == topology::NodeKind::aggregation_node;
    };
    if (internal(l.a) || internal(l.b)) {
        data.delay = Picoseconds{0}; // on the chip
        if (config.sharp.port_rate.count() != 0)
            data.rate = LinkRate{config.sharp.port_rate, 1, 1};
    }
    return data;
}

void System::build_switch(topology::NodeIndex node)
{
    const topology::Node& n = fabric_.node(node);
    const Config config = instances_.of(n.name);
    std::vector<LinkConfig> links;
    std::vector<CableData> cables;
    for (unsigned p = 1; p <= n.ports; ++p) {
        LinkConfig link = instances_.of(n.name + ".port" + std::to_string(p)).link;
        const topology::LinkIndex cable = fabric_.link_at({node, PortId{static_cast<std::uint16_t>(p)}});
        CableData data{topology::link_rate(config.fabric.width, config.fabric.speed), Picoseconds{0}};
        if (cable != topology::no_link) {
            data = cable_of(cable, config);
            const topology::LinkEnd peer =
                fabric_.link(cable).other({node, PortId{static_cast<std::uint16_t>(p)}});
            if (fabric_.node(peer.node).kind == topology::NodeKind::aggregation_node)
                link.fec_tx = link.fec_rx = Picoseconds{0}; // no PHY between blocks of one chip
        }
        links.push_back(link);
        cables.push_back(data);
    }
    slot_of_[node] = static_cast<std::uint32_t>(switches_.size());
    switches_.push_back(
        {node, std::make_unique<Switch>(n.name.c_str(), region_, config.sw, links, cables), nullptr});
}

void System::build_end(topology::NodeIndex node)
{
    const topology::Node& n = fabric_.node(node);
    const Config config = instances_.of(instance_of(node));
    const topology::LinkEnd end = fabric_.first_cabled_port(node);
    const CableData cable = cable_of(fabric_.link_at(end), config);
    const Lid lid = fabric_.lid_of(end);
    EndEntry entry{node, nullptr, nullptr, nullptr};
    if (n.kind == topology::NodeKind::aggregation_node) {
        LinkConfig link = config.link;
        link.fec_tx = link.fec_rx = Picoseconds{0};
        if (config.alu.back_end != reduction::BackEnd::model && !rtl_context_)
            rtl_context_ = std::make_shared<reduction::AluRtlContext>(test_faults::alu_plusargs());
        entry.aggregation_node =
            std::make_unique<AggregationNode>(n.name.c_str(), region_, config.sharp, config.alu, lid, link,
                                              cable, rtl_context_, instance_of(node));
    } else if (config_.workload.kind == WorkloadKind::synthetic) {
        entry.traffic = std::make_unique<TrafficHost>(n.name.c_str(), region_, config.link, cable, lid,
                                                      config_.workload.traffic, host_lids_, traffic_latency_);
    } else {
        entry.hca = std::make_unique<Hca>(n.name.c_str(), region_, config.hca, lid, config.link, cable);
    }
    slot_of_[node] = static_cast<std::uint32_t>(ends_.size());
    ends_.push_back(std::move(entry));
}

Port* System::port_at(topology::LinkEnd end) const
{
    const std::uint32_t slot = slot_of_[end.node];
    if (slot == ~0U)
        return nullptr;
    if (fabric_.node(end.node).is_switch())
        return &switches_[slot].model->port(end.port.value() - 1U);
    if (end != fabric_.first_cabled_port(end.node))
        return nullptr; // further ports of an HCA are not modelled yet
    const EndEntry& e = ends_[slot];
    if (e.aggregation_node)
        return &e.aggregation_node->port();
    return e.hca ? &e.hca->port() : &e.traffic->port();
}

void System::connect_cables()
{
    for (const topology::Link& link : fabric_.links()) {
        Port* a = port_at(link.a);
        Port* b = port_at(link.b);
        if (a != nullptr && b != nullptr)
            Port::connect(*a, *b);
    }
}

void System::fill_tables()
{
    for (SwitchEntry& s : switches_)
        s.model->set_lft(routes_.lft[routes_.slots[s.node]]);
}

std::vector<RankEndpoint*> System::endpoints() const
{
    return {rank_pointers_.begin(), rank_pointers_.end()};
}

AggregationNode* System::aggregation_node_at(topology::NodeIndex node) const
{
    return node == topology::no_node || slot_of_[node] == ~0U ? nullptr
                                                              : ends_[slot_of_[node]].aggregation_node.get();
}

std::string System::instance_of(topology::NodeIndex node) const
{
    if (fabric_.node(node).kind != topology::NodeKind::aggregation_node)
        return fabric_.node(node).name;
    const topology::NodeIndex sw = fabric_.switch_of(node);
    return sw == topology::no_node ? fabric_.node(node).name : fabric_.node(sw).name + ".an";
}

bool System::build_tree(std::uint32_t ranks)
{
    if (!config_.sharp.enable) {
        no_tree_reason_ = "sharp.enable is false";
        return false;
    }
    const auto hcas = fabric_.hcas_by_lid();
    const std::vector<topology::NodeIndex> members{hcas.begin(), hcas.begin() + ranks};
    tree_ = topology::build_tree(fabric_, routes_, members, {config_.sharp.radix, config_.sharp.tree_index});
    if (!tree_.ok()) {
        no_tree_reason_ = tree_.reason;
        return false;
    }
    const Lid mlid{0xC000};
    const auto multicast = topology::build_multicast(fabric_, routes_, tree_.root().sw, members);
    if (!multicast.ok()) {
        no_tree_reason_ = multicast.reason;
        return false;
    }
    for (const auto& [node, mask] : multicast.masks) {
        PortMask ports;
        for (unsigned p = 1; p <= fabric_.node(node).ports; ++p)
            if (mask.test(p))
                ports.set(p - 1);
        switches_[slot_of_[node]].model->set_mft(mlid, ports);
    }

    std::unordered_map<topology::NodeIndex, std::uint32_t> rank_of;
    for (std::uint32_t r = 0; r < ranks; ++r)
        rank_of[members[r]] = r;
    std::unordered_map<topology::NodeIndex, std::uint32_t> tree_index;
    for (std::uint32_t t = 0; t < tree_.nodes.size(); ++t)
        tree_index[tree_.nodes[t].aggregation_node] = t;

    group_ = SharpGroup{};
    group_.group = GroupId{1};
    group_.tree = TreeId{static_cast<std::uint16_t>(config_.sharp.tree_index + 1)};
    group_.payload_per_ost = static_cast<unsigned>(config_.sharp.payload_per_ost.count());
    group_.osts_per_group = config_.sharp.osts_per_group;
    group_.rounding = config_.alu.rounding;
    group_.precision = config_.alu.precision;
    group_.variant = config_.alu.variant();
    group_.nodes.resize(tree_.nodes.size());
    group_.members.resize(ranks);
    std::vector<AggregationNode::Group> groups(tree_.nodes.size());
    const auto node_at = [&](std::uint32_t t) -> TransportPort& {
        return aggregation_node_at(tree_.nodes[t].aggregation_node)->transport();
    };
    for (std::uint32_t t = 0; t < tree_.nodes.size(); ++t) {
        const topology::TreeNode& node = tree_.nodes[t];
        AggregationNode::Group& g = groups[t];
        g.id = group_.group;
        g.tree = group_.tree;
        g.node_index = t;
        g.root = node.parent == topology::no_parent;
        g.child_index = static_cast<std::uint16_t>(node.child_index);
        g.result_multicast = config_.sharp.result != ResultPath::tree;
        g.result_tree = config_.sharp.result != ResultPath::multicast;
        g.mlid = mlid;
        if (g.root)
            g.ud = node_at(t).create_ud();
        for (std::size_t c = 0; c < node.children.size(); ++c) {
            const topology::NodeIndex child = node.children[c].node;
            const bool is_rank = node.children[c].kind == topology::NodeKind::hca;
            const std::uint32_t index = is_rank ? rank_of.at(child) : tree_index.at(child);
            TransportPort& below = is_rank ? ranks_[index]->hca().transport() : node_at(index);
            const QpNumber down = node_at(t).create_rc();
            const QpNumber up = below.create_rc();
            node_at(t).connect(down, below.lid(), up);
            below.connect(up, node_at(t).lid(), down);
            g.children.push_back(down);
            g.child_names.push_back(instance_of(child) +
                                    (is_rank ? " (rank " + std::to_string(index) + ")" : std::string{}));
            group_.nodes[t].children.push_back({is_rank, index});
            if (is_rank) {
                group_.members[index] = {static_cast<std::uint16_t>(c), t};
                const QpNumber ud = below.create_ud();
                below.join(ud, mlid);
                ranks_[index]->set_sharp(up, ud);
            } else {
                groups[index].parent = up;
            }
        }
    }
    for (std::uint32_t t = 0; t < tree_.nodes.size(); ++t)
        aggregation_node_at(tree_.nodes[t].aggregation_node)->add_group(groups[t]);
    has_tree_ = true;
    return true;
}

std::vector<std::string> System::tree_node_names() const
{
    std::vector<std::string> names;
    for (const topology::TreeNode& n : tree_.nodes)
        names.push_back(instance_of(n.aggregation_node));
    return names;
}

void System::set_reduction_log(ReductionLog* log)
{
    for (const EndEntry& e : ends_)
        if (e.aggregation_node)
            e.aggregation_node->set_log(log);
}

bool System::working() const
{
    return std::any_of(ends_.begin(), ends_.end(),
                       [](const EndEntry& e) { return e.aggregation_node && e.aggregation_node->working(); });
}

bool System::traffic_waits() const
{
    return std::any_of(ends_.begin(), ends_.end(),
                       [](const EndEntry& e) { return e.traffic && e.traffic->waiting(); });
}

void System::describe_waiting(std::ostream& os) const
{
    for (const EndEntry& e : ends_)
        if (e.aggregation_node)
            e.aggregation_node->describe_waiting(os);
    for (const SwitchEntry& s : switches_)
        s.model->describe_blocked(os);
    for (const EndEntry& e : ends_) {
        if (e.hca)
            e.hca->transport().describe_waiting(os);
        if (e.aggregation_node)
            e.aggregation_node->transport().describe_waiting(os);
        if (e.traffic && e.traffic->waiting())
            os << name_of(e.node) << ": a packet waits for credit on VL 0\n";
    }
}

std::string System::imbalance() const
{
    for (const SwitchEntry& s : switches_) {
        const Switch::Totals t = s.model->totals();
        if (t.received + t.copies != t.sent + t.dropped + t.queued)
            return name_of(s.node) + ": received " + std::to_string(t.received) + " + copied " +
                   std::to_string(t.copies) + " != sent " + std::to_string(t.sent) + " + dropped " +
                   std::to_string(t.dropped) + " + queued " + std::to_string(t.queued);
    }
    for (const topology::Link& link : fabric_.links()) {
        const Port* a = port_at(link.a);
        const Port* b = port_at(link.b);
        if (a == nullptr || b == nullptr)
            continue;
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, a}}) {
            if (from->counters.PortXmitPkts != to->counters.PortRcvPkts)
                return from->name() + ": sent " + std::to_string(from->counters.PortXmitPkts) + " packets, " +
                       to->name() + " received " + std::to_string(to->counters.PortRcvPkts);
        }
    }
    if (region_.packets.alive() != 0)
        return std::to_string(region_.packets.alive()) + " packets are left in the fabric";
    return {};
}

} // namespace sharpsim
