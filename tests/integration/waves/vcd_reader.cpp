// SPDX-License-Identifier: Apache-2.0
#include "vcd_reader.h"

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

namespace sharpsim::test {

std::string Vcd::history(const std::string& name) const
{
    std::string out;
    const auto found = changes.find(name);
    if (found == changes.end())
        return "no such signal";
    for (const VcdChange& c : found->second) {
        std::string value = c.value;
        if (value.find_first_not_of("01") == std::string::npos && value.size() <= 64)
            value = std::to_string(std::strtoull(value.c_str(), nullptr, 2));
        out += (out.empty() ? "" : " ") + std::to_string(c.time) + ":" + value;
    }
    return out;
}

namespace {

std::string joined(const std::vector<std::string>& path)
{
    std::string out;
    for (const std::string& part : path)
        out += (out.empty() ? "" : ".") + part;
    return out;
}

void read_definition(const std::string& line, Vcd& vcd, std::vector<std::string>& scope,
                     std::set<std::string>& seen, std::multimap<std::string, std::string>& names)
{
    std::istringstream in{line};
    std::string word;
    in >> word;
    if (word == "$scope") {
        std::string kind;
        std::string name;
        in >> kind >> name;
        vcd.scope_kinds.push_back(kind);
        scope.push_back(name);
        if (!seen.insert(joined(scope)).second)
            vcd.repeated_scopes.push_back(joined(scope));
    } else if (word == "$upscope") {
        scope.pop_back();
    } else if (word == "$var") {
        std::string kind;
        std::string bits;
        std::string code;
        std::string name;
        std::string range;
        in >> kind >> bits >> code >> name >> range;
        const std::string full = (scope.empty() ? "" : joined(scope) + ".") + name;
        names.emplace(code, full);
        vcd.ranges[full] = range == "$end" ? "" : range;
        vcd.changes[full];
    }
}

} // namespace

Vcd read_fst(const std::string& path)
{
    Vcd vcd;
    const std::string out = path + ".vcd";
    const std::string command =
        std::string{SHARPSIM_FST2VCD} + " -f '" + path + "' -o '" + out + "' 2>/dev/null";
    if (std::system(command.c_str()) != 0)
        return vcd;
    std::ifstream in{out};
    std::vector<std::string> scope;
    std::set<std::string> seen;
    std::multimap<std::string, std::string> names;
    std::uint64_t time = 0;
    bool timescale_next = false;
    for (std::string line; std::getline(in, line);) {
        while (!line.empty() && (line.back() == ' ' || line.back() == '\r'))
            line.pop_back();
        const std::size_t begin = line.find_first_not_of(" \t");
        if (begin == std::string::npos)
            continue;
        line.erase(0, begin);
        if (timescale_next) {
            vcd.timescale = line;
            timescale_next = false;
        } else if (line == "$timescale") {
            timescale_next = true;
        } else if (line.front() == '$') {
            read_definition(line, vcd, scope, seen, names);
        } else if (line.front() == '#') {
            time = std::stoull(line.substr(1));
            vcd.times.push_back(time);
        } else {
            const bool vector = line.front() == 'b';
            const std::size_t split = vector ? line.find(' ') : 1;
            std::string value = vector ? line.substr(1, split - 1) : line.substr(0, 1);
            const std::string code = line.substr(vector ? split + 1 : 1);
            value.erase(0, std::min(value.find_first_not_of('0'), value.size() - 1));
            const auto range = names.equal_range(code);
            for (auto name = range.first; name != range.second; ++name)
                vcd.changes[name->second].push_back({time, value});
        }
    }
    return vcd;
}

} // namespace sharpsim::test
