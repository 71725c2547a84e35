// SPDX-License-Identifier: Apache-2.0
// Fabrics that several tests use: the dump of a real cluster, texts turned into fabrics, and a few shapes.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "topology/ibnetdiscover_reader.h"
#include "topology/naming.h"

namespace sharpsim::topology {

inline std::string shared_fabric(const std::string& name)
{
    return std::string{SHARPSIM_SHARED_DIR} + "/data/fabrics/" + name;
}
inline std::string real_file() { return shared_fabric("ndr-40-switch.ibnetdiscover"); }
inline bool present(const std::string& path) { return std::ifstream{path}.good(); }

inline std::string slurp(const std::string& path)
{
    std::ifstream in{path, std::ios::binary};
    return {std::istreambuf_iterator<char>{in}, std::istreambuf_iterator<char>{}};
}

// A file that lives as long as this object.
class TemporaryFile {
public:
    explicit TemporaryFile(const std::string& text) :
        path_{::testing::TempDir() + "sharpsim_topology_" + std::to_string(::getpid()) + "_" +
              std::to_string(serial()++)}
    {
        std::ofstream{path_, std::ios::binary} << text;
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    ~TemporaryFile() { std::remove(path_.c_str()); }
    [[nodiscard]] const std::string& path() const { return path_; }

private:
    static int& serial()
    {
        static int n = 0;
        return n;
    }
    std::string path_;
};

inline Fabric fabric_of(const std::string& text) { return read_fabric(TemporaryFile{text}.path()); }

// A fabric from cables between switches: HCAs on ports 1.., then the cables in order. `an` gives each switch
// an aggregation node.
struct Shape {
    std::vector<unsigned> hosts;                       // of each switch
    std::vector<std::pair<unsigned, unsigned>> cables; // between switches
    bool aggregation_nodes{true};
};

inline Fabric fabric_of(const Shape& shape)
{
    Fabric f;
    std::vector<NodeIndex> switches;
    std::vector<std::uint16_t> next_port(shape.hosts.size(), 1);
    const auto add = [&f](NodeKind kind, unsigned ports, const std::string& id,
                          const std::string& description) {
        Node node;
        node.kind = kind;
        node.ports = ports;
        node.id = id;
        node.description = description;
        node.guid = f.nodes().size() + 1;
        return f.add_node(node);
    };
    for (std::size_t s = 0; s < shape.hosts.size(); ++s)
        switches.push_back(add(NodeKind::switch_chip, 64, "s" + std::to_string(s), "s" + std::to_string(s)));
    const auto attach = [&](std::size_t s, NodeIndex n) {
        f.connect({switches[s], PortId{next_port[s]++}}, {n, PortId{1}}, LinkWidth::x4, LinkSpeed::ndr, 1);
    };
    for (std::size_t s = 0; s < shape.hosts.size(); ++s)
        for (unsigned h = 0; h < shape.hosts[s]; ++h) {
            const std::string name = "h" + std::to_string(s) + "_" + std::to_string(h);
            attach(s, add(NodeKind::hca, 1, name, name));
        }
    for (const auto& c : shape.cables)
        f.connect({switches[c.first], PortId{next_port[c.first]++}},
                  {switches[c.second], PortId{next_port[c.second]++}}, LinkWidth::x4, LinkSpeed::ndr, 1);
    if (shape.aggregation_nodes)
        for (std::size_t s = 0; s < shape.hosts.size(); ++s)
            attach(s,
                   add(NodeKind::aggregation_node, 1, "a" + std::to_string(s), aggregation_node_description));
    f.assign_lids();
    assign_names(f);
    return f;
}

} // namespace sharpsim::topology

#define SKIP_WITHOUT(path)                                                                                   \
    if (!present(path))                                                                                      \
    GTEST_SKIP() << "no " << (path)
