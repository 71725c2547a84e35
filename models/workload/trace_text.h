// SPDX-License-Identifier: Apache-2.0
// What the readers of rank programs share: opening a file, numbers, labels, and edges to labels that stand
// further down.
#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "workload/program_graph.h"

namespace sharpsim::trace {

// Throws InputError where the file cannot be read.
std::ifstream open(const std::string& path);

// Between quotation marks, cut to a length that fits a message, control characters replaced.
std::string shown(std::string_view text);

// A plain decimal number; throws InputError naming `what` and the largest allowed.
std::uint64_t number(const std::string& file, std::uint32_t line, std::string_view text, const char* what,
                     std::uint64_t least, std::uint64_t most);

// [A-Za-z_][A-Za-z0-9_.-]*
bool is_label(std::string_view text);

// The labels of one rank's block and the dependencies written with them.
class LabelTable {
public:
    explicit LabelTable(std::string file) : file_{std::move(file)} {}
    // Throws InputError where the label is malformed or taken.
    void define(const std::string& label, NodeIndex node, std::uint32_t line);
    // `node` waits for what `label` names, now or further down.
    void require(GraphBuilder& graph, NodeIndex node, const std::string& label, EdgeKind kind,
                 std::uint32_t line);
    // Both ends are labels (GOAL).
    void require(GraphBuilder& graph, const std::string& node, const std::string& label, EdgeKind kind,
                 std::uint32_t line);
    // At the end of the block: throws InputError where a label was never defined.
    void resolve(GraphBuilder& graph);

private:
    struct Place {
        NodeIndex node;
        std::uint32_t line;
    };
    struct Pending {
        std::string node; // label, or empty: `index`
        NodeIndex index;
        std::string label;
        EdgeKind kind;
        std::uint32_t line;
    };
    [[nodiscard]] NodeIndex find(const std::string& label, std::uint32_t line) const;

    std::string file_;
    std::unordered_map<std::string, Place> places_;
    std::vector<Pending> pending_;
};

} // namespace sharpsim::trace
