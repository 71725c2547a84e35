// SPDX-License-Identifier: Apache-2.0
// Builds the models of a fabric from a graph and a configuration, and wires them: a switch a chip, an HCA or
// a traffic host an end port, an aggregation node on its internal port; forwarding tables; the aggregation
// tree.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/kernel/kernel_host.h"
#include "collectives/rank_port.h"
#include "collectives/sharp_group.h"
#include "hca/hca.h"
#include "hca/traffic_host.h"
#include "reduction/aggregation_node.h"
#include "switch/switch.h"
#include "system/config.h"
#include "topology/multicast.h"
#include "topology/routing.h"
#include "topology/tree.h"

namespace sharpsim {

class System {
public:
    // Throws InputError for what cannot be built.
    System(Region& region, const Config& config, const std::vector<Setting>& settings);
    System(const System&) = delete;
    System& operator=(const System&) = delete;
    ~System();

    // Builds one group's aggregation tree over the first `ranks` ranks: queue pairs, multicast, group tables.
    // False where there is none; no_tree_reason() tells why.
    bool build_tree(std::uint32_t ranks);
    [[nodiscard]] const SharpGroup* group() const { return has_tree_ ? &group_ : nullptr; }
    [[nodiscard]] const std::string& no_tree_reason() const { return no_tree_reason_; }
    [[nodiscard]] std::vector<std::string> tree_node_names() const;
    void set_reduction_log(ReductionLog* log);

    [[nodiscard]] KernelHost& host() { return host_; }
    [[nodiscard]] const topology::Fabric& fabric() const { return fabric_; }

    struct SwitchEntry {
        topology::NodeIndex node;
        std::unique_ptr<Switch> model;
        AggregationNode* aggregation_node; // null where there is none
    };
    struct EndEntry {
        topology::NodeIndex node;
        std::unique_ptr<Hca> hca;             // or
        std::unique_ptr<TrafficHost> traffic; // with a synthetic workload
        std::unique_ptr<AggregationNode> aggregation_node;
    };
    [[nodiscard]] const std::vector<SwitchEntry>& switches() const { return switches_; }
    [[nodiscard]] const std::vector<EndEntry>& ends() const { return ends_; } // document order
    [[nodiscard]] const std::vector<std::unique_ptr<RankPort>>& ranks() const { return ranks_; } // by LID
    [[nodiscard]] std::vector<RankEndpoint*> endpoints() const;
    [[nodiscard]] const std::string& name_of(topology::NodeIndex node) const
    {
        return fabric_.node(node).name;
    }
    // A node's instance name in reports and waveforms: "leaf0", "host3", "leaf0.an".
    [[nodiscard]] std::string instance_of(topology::NodeIndex node) const;
    [[nodiscard]] AggregationNode* aggregation_node_at(topology::NodeIndex node) const;
    [[nodiscard]] const std::shared_ptr<reduction::AluRtlContext>& rtl_context() const
    {
        return rtl_context_;
    }

    // Of all traffic hosts.
    [[nodiscard]] const LatencyHistogram& traffic_latency() const { return traffic_latency_; }

    // An aggregation node is at work.
    [[nodiscard]] bool working() const;
    // A traffic host has a packet and no credit for it.
    [[nodiscard]] bool traffic_waits() const;
    // Everything that waits, one line each.
    void describe_waiting(std::ostream& os) const;
    // Whether nothing is lost: per switch received + copies = sent + dropped + queued, no credit out, no
    // packet alive. Empty, or the first thing that does not add up. Only for a calendar that has run empty.
    [[nodiscard]] std::string imbalance() const;

private:
    void build_switch(topology::NodeIndex node);
    void build_end(topology::NodeIndex node);
    void connect_cables();
    void fill_tables();
    [[nodiscard]] CableData cable_of(topology::LinkIndex link, const Config& config) const;
    [[nodiscard]] Port* port_at(topology::LinkEnd end) const;

    Region& region_;
    const Config& config_;
    InstanceConfigs instances_;
    topology::Fabric fabric_;
    topology::RoutingTables routes_;
    KernelHost host_;
    LatencyHistogram traffic_latency_;
    std::vector<SwitchEntry> switches_;
    std::vector<EndEntry> ends_;
    std::vector<std::uint32_t> slot_of_; // by node: position in switches_ or ends_
    std::vector<Lid> host_lids_;
    std::vector<std::unique_ptr<RankPort>> ranks_;
    std::vector<RankPort*> rank_pointers_;
    std::shared_ptr<reduction::AluRtlContext> rtl_context_;
    topology::AggregationTree tree_;
    SharpGroup group_;
    bool has_tree_{false};
    std::string no_tree_reason_;
};

} // namespace sharpsim
