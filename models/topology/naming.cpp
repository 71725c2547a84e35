// SPDX-License-Identifier: Apache-2.0
#include "topology/naming.h"

#include <cstdio>
#include <unordered_map>
#include <unordered_set>

namespace sharpsim::topology {

namespace {

bool legal(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string switch_label(const std::string& description)
{
    if (description.rfind("MF0;", 0) != 0)
        return description;
    const std::size_t colon = description.find(':', 4);
    return description.substr(4, colon == std::string::npos ? colon : colon - 4);
}

std::string base_name(const Node& node)
{
    std::string out = legal_name(node.is_switch() ? switch_label(node.description) : node.description);
    if (out.empty())
        out = legal_name(node.id);
    return out.empty() ? "node" : out;
}

class Namer {
public:
    explicit Namer(Fabric& fabric) : fabric_{fabric} {}

    // Rules 2 and 3 for some nodes and the names that rule 1 gave them.
    void name(const std::vector<NodeIndex>& nodes, const std::vector<std::string>& wanted)
    {
        std::unordered_map<std::string, unsigned> uses;
        for (const std::string& w : wanted)
            ++uses[w];
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            std::string text = wanted[i];
            if (uses[text] > 1) {
                char guid[20];
                std::snprintf(guid, sizeof guid, "_%016llx",
                              static_cast<unsigned long long>(fabric_.node(nodes[i]).guid));
                text += guid;
            }
            std::string unique = text;
            for (unsigned n = 2; !taken_.insert(unique).second; ++n)
                unique = text + "_" + std::to_string(n);
            fabric_.set_name(nodes[i], unique);
        }
    }

private:
    Fabric& fabric_;
    std::unordered_set<std::string> taken_;
};

} // namespace

std::string legal_name(const std::string& text)
{
    std::string out;
    bool gap = false;
    for (const char c : text) {
        if (!legal(c)) {
            gap = !out.empty();
            continue;
        }
        if (gap)
            out += '_';
        gap = false;
        if (out.empty() && c >= '0' && c <= '9')
            out += 'n';
        out += c;
    }
    return out;
}

void assign_names(Fabric& fabric)
{
    std::vector<NodeIndex> plain;
    std::vector<NodeIndex> aggregation;
    std::vector<std::string> wanted;
    for (NodeIndex n = 0; n < fabric.nodes().size(); ++n) {
        const Node& node = fabric.node(n);
        if (node.kind == NodeKind::aggregation_node) {
            aggregation.push_back(n);
        } else {
            plain.push_back(n);
            wanted.push_back(base_name(node));
        }
    }
    Namer namer{fabric};
    namer.name(plain, wanted);
    wanted.clear();
    for (const NodeIndex n : aggregation) {
        const NodeIndex sw = fabric.switch_of(n);
        wanted.push_back((sw == no_node ? base_name(fabric.node(n)) : fabric.node(sw).name) + "_an");
    }
    namer.name(aggregation, wanted);
}

} // namespace sharpsim::topology
