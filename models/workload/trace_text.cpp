// SPDX-License-Identifier: Apache-2.0
#include "workload/trace_text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/error.h"
#include "base/nearest.h"

namespace sharpsim::trace {

std::ifstream open(const std::string& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw InputError(path, 0, "is a directory, a file is wanted");
    std::ifstream in{path, std::ios::binary};
    if (!in)
        throw InputError(path, 0, std::string{"cannot be read: "} + std::strerror(errno));
    return in;
}

std::string shown(std::string_view text)
{
    constexpr std::size_t most = 40;
    std::string out = "'";
    for (const char c : text.substr(0, most))
        out += c >= ' ' && c <= '~' ? c : '?';
    return out + (text.size() > most ? "...'" : "'");
}

std::uint64_t number(const std::string& file, std::uint32_t line, std::string_view text, const char* what,
                     std::uint64_t least, std::uint64_t most)
{
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    if (read.ptr != end || read.ec != std::errc{} || value < least || value > most)
        throw InputError(file, line,
                         std::string{what} + " is " + shown(text) + ", allowed are whole numbers from " +
                             std::to_string(least) + " to " + std::to_string(most));
    return value;
}

bool is_label(std::string_view text)
{
    const auto letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_'; };
    if (text.empty() || !letter(text[0]))
        return false;
    for (const char c : text)
        if (!letter(c) && !(c >= '0' && c <= '9') && c != '.' && c != '-')
            return false;
    return true;
}

void LabelTable::define(const std::string& label, NodeIndex node, std::uint32_t line)
{
    if (!is_label(label))
        throw InputError(file_, line,
                         "label " + shown(label) +
                             ": it begins with a letter or _, and holds letters, digits, _ . -");
    const auto [at, fresh] = places_.emplace(label, Place{node, line});
    if (!fresh)
        throw InputError(file_, line,
                         "label " + shown(label) + " is taken by line " + std::to_string(at->second.line));
}

void LabelTable::require(GraphBuilder& graph, NodeIndex node, const std::string& label, EdgeKind kind,
                         std::uint32_t line)
{
    const auto at = places_.find(label);
    if (at != places_.end())
        graph.add_edge(at->second.node, node, kind);
    else
        pending_.push_back({{}, node, label, kind, line});
}

void LabelTable::require(GraphBuilder& graph, const std::string& node, const std::string& label,
                         EdgeKind kind, std::uint32_t line)
{
    const auto at = places_.find(node);
    if (at != places_.end())
        require(graph, at->second.node, label, kind, line);
    else
        pending_.push_back({node, no_node, label, kind, line});
}

NodeIndex LabelTable::find(const std::string& label, std::uint32_t line) const
{
    const auto at = places_.find(label);
    if (at != places_.end())
        return at->second.node;
    std::vector<std::string> known;
    for (const auto& place : places_)
        known.push_back(place.first);
    std::sort(known.begin(), known.end());
    const std::string near = nearest_name(label, known);
    throw InputError(file_, line,
                     "no node of this rank has the label " + shown(label) +
                         (near.empty() ? "" : "; did you mean " + shown(near) + "?"));
}

void LabelTable::resolve(GraphBuilder& graph)
{
    for (const Pending& p : pending_) {
        const NodeIndex to = p.node.empty() ? p.index : find(p.node, p.line);
        graph.add_edge(find(p.label, p.line), to, p.kind);
    }
    pending_.clear();
    places_.clear();
}

} // namespace sharpsim::trace
