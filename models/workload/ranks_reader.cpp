// SPDX-License-Identifier: Apache-2.0
#include "workload/ranks_reader.h"

#include <limits>
#include <stdexcept>

#include "base/error.h"
#include "base/nearest.h"
#include "base/quantity_text.h"
#include "workload/ranks_lines.h"
#include "workload/trace_text.h"

namespace sharpsim {

namespace {

using reduction::Operator;
using reduction::Type;

bool is_location(Operator op) { return op == Operator::minloc || op == Operator::maxloc; }
bool is_bitwise_or_logical(Operator op) { return op >= Operator::band; }

class RanksReader {
public:
    explicit RanksReader(const std::string& path) : in_{path} {}

    RankProgram read()
    {
        if (!in_.next_line() || !in_.accept("sharpsim-ranks"))
            in_.fail("expected sharpsim-ranks 1");
        const std::string& version = in_.take_word("the version");
        if (version != "1")
            in_.fail("version " + trace::shown(version) + ", known is 1");
        in_.end_of_line();
        if (!in_.next_line() || !in_.accept("ranks"))
            in_.fail("expected ranks and their number");
        ranks_ = static_cast<std::uint32_t>(trace::number(in_.file(), in_.line(),
                                                          in_.take_word("the number of ranks"),
                                                          "the number of ranks", 1, max_ranks));
        in_.end_of_line();
        ProgramBuilder program{in_.file(), ranks_};
        while (in_.next_line())
            read_block(program);
        return program.finish();
    }

private:
    void read_block(ProgramBuilder& program)
    {
        if (!in_.accept("rank") && !in_.accept("ranks"))
            in_.fail("expected a block of ranks, found " + in_.found());
        const std::uint32_t begun = in_.line();
        const std::vector<std::uint32_t> members = read_members(program);
        in_.expect("{");
        in_.end_of_line();
        GraphBuilder graph{in_.file()};
        trace::LabelTable labels{in_.file()};
        while (true) {
            if (!in_.next_line())
                throw InputError(in_.file(), begun, "the block that begins here is not closed");
            if (in_.accept("}"))
                break;
            read_node(graph, labels);
        }
        in_.end_of_line();
        labels.resolve(graph);
        program.assign(graph.finish(), members, begun);
    }

    std::vector<std::uint32_t> read_members(const ProgramBuilder& program)
    {
        std::vector<std::uint32_t> members;
        std::vector<bool> named(ranks_, false);
        const auto add = [&](std::uint32_t rank) {
            if (program.taken_at(rank) != 0)
                in_.fail("rank " + std::to_string(rank) + " has a block on line " +
                         std::to_string(program.taken_at(rank)) + " already");
            if (named[rank])
                in_.fail("rank " + std::to_string(rank) + " is named twice");
            named[rank] = true;
            members.push_back(rank);
        };
        if (in_.accept("*")) {
            for (std::uint32_t rank = 0; rank < ranks_; ++rank)
                add(rank);
            return members;
        }
        do {
            const std::string& item = in_.take_word("a rank, a range of ranks or *");
            const std::size_t dash = item.find('-');
            const std::uint32_t first = rank_number(std::string_view{item}.substr(0, dash));
            const std::uint32_t last =
                dash == std::string::npos ? first : rank_number(std::string_view{item}.substr(dash + 1));
            if (last < first)
                in_.fail("the range " + trace::shown(item) + " runs backwards");
            for (std::uint32_t rank = first; rank <= last; ++rank)
                add(rank);
        } while (in_.accept(","));
        return members;
    }
    std::uint32_t rank_number(std::string_view text) const
    {
        return static_cast<std::uint32_t>(
            trace::number(in_.file(), in_.line(), text, "the rank", 0, ranks_ - 1));
    }

    void read_node(GraphBuilder& graph, trace::LabelTable& labels)
    {
        std::string label;
        if (in_.begins_with_label()) {
            label = in_.take_word("a label");
            in_.expect(":");
            labels.define(label, graph.size(), in_.line());
        }
        const std::string action = in_.take_word("a node");
        ProgramNode node;
        node.line = in_.line();
        CollectiveCall call;
        std::string text;
        if (action == "compute") {
            read_compute(node);
        } else if (action == "send" || action == "recv") {
            read_message(node, action == "send");
        } else if (action == "allreduce") {
            node.kind = NodeKind::collective;
            read_allreduce(call);
        } else if (action == "barrier") {
            node.kind = NodeKind::collective;
        } else if (action == "marker") {
            node.kind = NodeKind::marker;
            text = in_.take_text("the marker's label");
        } else {
            in_.fail("unknown node " + trace::shown(action) +
                     hint(action, {"compute", "send", "recv", "allreduce", "barrier", "marker"}));
        }
        bool after = false;
        while (in_.more())
            read_option(graph, labels, node, text, after);
        if (node.kind == NodeKind::collective)
            graph.add_collective(call, in_.line(), label, text);
        else
            graph.add(node, label, text);
    }

    // " (allowed: a, b), did you mean ...?"
    static std::string hint(const std::string& word, const std::vector<std::string>& known)
    {
        std::string out;
        for (const std::string& k : known)
            out += (out.empty() ? "; allowed: " : ", ") + k;
        const std::string near = nearest_name(word, known);
        return out + (near.empty() ? "" : "; did you mean " + near + "?");
    }

    void read_compute(ProgramNode& node)
    {
        node.kind = NodeKind::compute;
        const std::string& word = in_.take_word("a duration");
        node.amount = quantity(parse_duration, word).count();
        if (node.amount > max_compute.count())
            in_.fail("compute takes " + trace::shown(word) + ", allowed is up to a day");
    }

    template <class Quantity>
    Quantity quantity(Quantity (*parse)(std::string_view), const std::string& word) const
    {
        try {
            return parse(word);
        } catch (const std::invalid_argument& e) {
            in_.fail(trace::shown(word) + ": " + e.what());
        }
    }
    Bytes read_size()
    {
        const std::string& word = in_.take_word("a size");
        const Bytes bytes = quantity(parse_size, word);
        if (bytes > max_message)
            in_.fail("size " + trace::shown(word) + ", allowed is up to " + to_text(max_message));
        return bytes;
    }

    void read_message(ProgramNode& node, bool is_send)
    {
        node.kind = is_send ? NodeKind::send : NodeKind::recv;
        node.amount = read_size().count();
        in_.expect(is_send ? "to" : "from");
        const std::string& peer = in_.take_word("the peer's rank");
        if (!is_send && peer == "any") {
            node.peer_kind = PeerKind::any;
        } else if (peer[0] == '+' || peer[0] == '-') {
            node.peer_kind = PeerKind::relative;
            const auto distance = static_cast<std::uint32_t>(
                trace::number(in_.file(), in_.line(), std::string_view{peer}.substr(1),
                              "the distance to the peer", 1, max_ranks));
            const std::uint32_t up = distance % ranks_;
            node.peer = peer[0] == '+' ? up : (ranks_ - up) % ranks_;
        } else {
            node.peer = rank_number(peer);
        }
    }

    void read_allreduce(CollectiveCall& call)
    {
        call.kind = CollectiveKind::allreduce;
        call.bytes = read_size();
        const std::string& type = in_.take_word("an element type");
        const auto t = reduction::parse_type(type);
        if (!t)
            in_.fail("unknown element type " + trace::shown(type) + hint(type, type_names()));
        const std::string& op = in_.take_word("an operator");
        const auto o = reduction::parse_operator(op);
        if (!o)
            in_.fail("unknown operator " + trace::shown(op) + hint(op, operator_names()));
        call.type = *t;
        call.op = *o;
        const unsigned width = reduction::element_bytes(*t);
        if (reduction::is_float(*t) && is_bitwise_or_logical(*o))
            in_.fail("operator " + op + " is not defined for " + type);
        if (is_location(*o) && (width < 4))
            in_.fail("operator " + op + " is defined for 32-bit and 64-bit types, not for " + type);
        const unsigned element = is_location(*o) ? 2 * width : width; // a value and its index
        if (call.bytes.count() == 0 || call.bytes.count() % element != 0)
            in_.fail("size " + to_text(call.bytes) +
                     " of an allreduce is not a whole number, at least one, of elements of " +
                     std::to_string(element) + " bytes");
    }

    static std::vector<std::string> type_names()
    {
        std::vector<std::string> names;
        for (unsigned i = 0; i < reduction::type_count; ++i)
            names.emplace_back(reduction::name(static_cast<Type>(i)));
        return names;
    }
    static std::vector<std::string> operator_names()
    {
        std::vector<std::string> names;
        for (unsigned i = 0; i < reduction::operator_count; ++i)
            names.emplace_back(reduction::name(static_cast<Operator>(i)));
        return names;
    }

    void read_option(GraphBuilder& graph, trace::LabelTable& labels, ProgramNode& node, std::string& text,
                     bool& after)
    {
        const std::string option = in_.take_word("an option");
        const NodeIndex self = graph.size();
        if (option == "requires" || option == "irequires") {
            const EdgeKind kind = option == "requires" ? EdgeKind::finish : EdgeKind::start;
            do {
                const std::string& label = in_.take_word("a label");
                labels.require(graph, self, label, kind, in_.line());
            } while (in_.accept(","));
        } else if (option == "after") {
            if (self == 0)
                in_.fail("the first node of a block stands after no other");
            if (after)
                in_.fail("after is given twice");
            after = true;
            graph.add_edge(self - 1, self, EdgeKind::finish);
        } else if (option == "tag" && (node.kind == NodeKind::send || node.kind == NodeKind::recv)) {
            node.tag = static_cast<std::uint32_t>(trace::number(in_.file(), in_.line(),
                                                                in_.take_word("the tag"), "the tag", 0,
                                                                std::numeric_limits<std::uint32_t>::max()));
        } else if (option == "name" && node.kind != NodeKind::marker) {
            text = in_.take_text("the name");
        } else {
            in_.fail("unknown option " + trace::shown(option) + hint(option, options_of(node.kind)));
        }
    }
    static std::vector<std::string> options_of(NodeKind kind)
    {
        std::vector<std::string> options{"requires", "irequires", "after"};
        if (kind == NodeKind::send || kind == NodeKind::recv)
            options.emplace_back("tag");
        if (kind != NodeKind::marker)
            options.emplace_back("name");
        return options;
    }

    RanksLines in_;
    std::uint32_t ranks_{0};
};

} // namespace

RankProgram read_ranks(const std::string& path) { return RanksReader{path}.read(); }

} // namespace sharpsim
