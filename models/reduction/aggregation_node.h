// SPDX-License-Identifier: Apache-2.0
// The aggregation node of one switch, for low-latency trees: an end port of its own on an internal switch
// port, group and OST tables, and a reduction engine with one accumulator an operation.
//
// What wakes it, what it does, whom it wakes:
//   a message's tail   -> parse pipeline, one message a cycle
//   parsed request     -> OST of (group, operation): the operand goes to the engine, in the order of parsing
//   engine is done     -> all children in: turn-around pipeline
//   turned around      -> request to the parent; at the root the result, by multicast and/or to every child
//   parsed result      -> to every child (results along the tree)
#pragma once

#include <deque>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "reduction/engine.h"
#include "reduction/reduction_log.h"
#include "reduction/sharp_config.h"
#include "transport/transport_port.h"

namespace sharpsim {

class AggregationNode : public sc_core::sc_module,
                        private Actor,
                        private TransportClient,
                        private reduction::EngineClient {
public:
    // What a node needs to know of a group: filled in by whoever builds the tree.
    struct Group {
        GroupId id;
        TreeId tree;
        std::uint32_t job{1};
        std::uint32_t node_index{0};            // of this node in its tree, for the log
        std::vector<QpNumber> children;         // RC queue pair to each child, by child index
        std::vector<std::string> child_names{}; // for reports; where missing, "child" and the index
        bool root{true};
        QpNumber parent;              // RC queue pair to the parent; not at the root
        std::uint16_t child_index{0}; // of this node at its parent
        bool result_multicast{true};
        bool result_tree{false};
        Lid mlid{0xC000};
        QpNumber ud; // queue pair that multicasts leave from; root only
    };

    // `instance`: the name in reports; empty: that of the module.
    AggregationNode(const sc_core::sc_module_name& nm, Region& region, const SharpConfig& sharp,
                    const reduction::ReductionConfig& alu, Lid lid, const LinkConfig& link,
                    const CableData& cable, std::shared_ptr<reduction::AluRtlContext> rtl_context = nullptr,
                    const std::string& instance = "");

    [[nodiscard]] TransportPort& transport() { return transport_; }
    [[nodiscard]] const TransportPort& transport() const { return transport_; }
    [[nodiscard]] Port& port() { return transport_.port(); }
    [[nodiscard]] reduction::ReductionEngine& engine() { return engine_; }
    [[nodiscard]] const reduction::ReductionEngine& engine() const { return engine_; }

    // Throws InputError where the OST table cannot hold one more group.
    void add_group(const Group& group);
    void set_log(ReductionLog* log) { log_ = log; }

    // Something is in its pipelines: silence on the links is right.
    [[nodiscard]] bool working() const { return !parsing_.empty() || !turning_.empty() || folding_ != 0; }
    [[nodiscard]] unsigned osts_in_use() const { return osts_in_use_; }
    [[nodiscard]] std::uint64_t requests_received() const { return requests_received_; }
    [[nodiscard]] std::uint64_t requests_sent() const { return requests_sent_; }
    [[nodiscard]] std::uint64_t results_sent() const { return results_sent_; }
    // One line for every operation that waits for children.
    void describe_waiting(std::ostream& os) const;
    // Told of every change in the number of OSTs in use; absent by default.
    void set_ost_observer(std::function<void(unsigned)> observer) { ost_observer_ = std::move(observer); }

private:
    struct Ost { // outstanding operation
        bool active{false};
        bool has_payload{false};
        std::uint32_t operation{0};
        unsigned folded{0};
        reduction::AccRef accumulator{};
        SharpHeader header; // of the first request
        std::vector<std::uint16_t> order;
        std::vector<bool> seen; // by child index
    };
    struct GroupState {
        Group group;
        std::vector<Ost> osts; // slot = operation modulo its size
    };
    struct Parsed {
        Picoseconds due;
        Message message;
    };
    struct Turned {
        Picoseconds due;
        std::uint32_t group;
        SharpHeader header;
        Payload payload;
    };

    void end_of_elaboration() override { transport_.begin(); }
    void on_message(QpNumber qp, Lid source, Message&& message) override;
    void on_sent(QpNumber, std::uint64_t) override {}
    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void folded(std::uint32_t token) override;
    void parse(Message& message);
    void accept(std::uint32_t slot, Message& message);
    void complete(std::uint32_t slot, Ost& ost);
    void send(Turned& turned);
    [[nodiscard]] GroupState& group_of(const SharpHeader& header, std::uint32_t& index);
    [[nodiscard]] Picoseconds now() const { return region_.calendar.now(); }
    [[nodiscard]] std::string describe(std::uint32_t slot) const;
    [[nodiscard]] static std::string child_name(const Group& group, std::size_t child);
    void count_osts(int change);

    Region& region_;
    SharpConfig config_;
    Clock clock_;
    std::string name_;
    std::uint32_t target_;
    std::uint64_t last_parse_edge_{0};
    std::deque<Parsed> parsing_;
    std::deque<Turned> turning_;
    std::uint64_t last_turn_edge_{0};
    std::vector<GroupState> groups_;
    unsigned osts_in_use_{0};
    unsigned folding_{0}; // operands in the engine
    std::uint64_t requests_received_{0};
    std::uint64_t requests_sent_{0};
    std::uint64_t results_sent_{0}; // a multicast counts once
    ReductionLog* log_{nullptr};
    std::function<void(unsigned)> ost_observer_;
    TransportPort transport_;
    reduction::ReductionEngine engine_;
};

} // namespace sharpsim
