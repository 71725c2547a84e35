// SPDX-License-Identifier: Apache-2.0
// Ranks on HCAs around one switch, LID n on port n, and an aggregation node on the port after the last one.
// One kernel a process.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "base/kernel/kernel_host.h"
#include "collectives/rank_port.h"
#include "reduction/aggregation_node.h"
#include "switch/switch.h"
#include "workload/engine.h"

namespace sharpsim::test {

using namespace literals;

constexpr LinkRate rate_400{KbitPerSecond{400'000'000}, 1, 1}; // 20 ps a byte
constexpr CableData one_metre{rate_400, Picoseconds{5'000}};

struct HostsRig {
    explicit HostsRig(std::uint32_t ranks, const HcaConfig& hca = {}, const LinkConfig& link = {},
                      const SharpConfig& sharp = {}) :
        host{"host", region.calendar},
        sw{"sw", region, SwitchConfig{}, link, std::vector<CableData>(ranks + 1, one_metre)},
        an{"an", region, sharp, reduction::ReductionConfig{}, lid_of(ranks), link, one_metre}
    {
        std::vector<std::uint8_t> lft(ranks + 2, Switch::no_path);
        PortMask all;
        for (std::uint32_t r = 0; r < ranks; ++r) {
            hcas.push_back(std::make_unique<Hca>(("hca" + std::to_string(r)).c_str(), region, hca, lid_of(r),
                                                 link, one_metre));
            Port::connect(hcas[r]->port(), sw.port(r));
            all.set(r);
            ports.push_back(std::make_unique<RankPort>(*hcas[r], RankId{r}, pointers));
            pointers.push_back(ports.back().get());
            endpoints.push_back(ports.back().get());
        }
        Port::connect(an.port(), sw.port(ranks));
        for (std::uint32_t p = 1; p <= ranks + 1; ++p)
            lft[p] = static_cast<std::uint8_t>(p);
        sw.set_lft(lft);
        sw.set_mft(mlid, all);
        build_group(sharp);
    }

    // Runs the workload to its end or until nothing happens any more.
    void run(RankProgram p, CollectivesConfig collectives, bool real = true)
    {
        program.emplace(std::move(p));
        collectives.sharp_min_ranks = 1;
        WorkloadEngine::Setup setup{*program, region.digest};
        setup.seed = region.seed;
        setup.collectives = collectives;
        setup.real_payload = real;
        setup.group = &group;
        setup.node_names = {"an"};
        engine = std::make_unique<WorkloadEngine>(setup, endpoints);
        an.set_log(engine->reduction_log());
        engine->start();
        host.run();
    }
    void expect_right() const
    {
        EXPECT_TRUE(engine->finished());
        EXPECT_EQ(engine->mismatches().wrong(), 0U) << engine->mismatches().first();
        EXPECT_EQ(region.packets.alive(), 0U);
        EXPECT_EQ(region.dropped_packets, 0U);
        const auto t = sw.totals();
        EXPECT_EQ(t.received + t.copies, t.sent);
        for (const auto& hca : hcas)
            EXPECT_EQ(hca->transport().outstanding(), 0U);
    }

    Region region;
    KernelHost host;
    Switch sw;
    AggregationNode an;
    std::vector<std::unique_ptr<Hca>> hcas;
    std::vector<RankPort*> pointers;
    std::vector<std::unique_ptr<RankPort>> ports;
    std::vector<RankEndpoint*> endpoints;
    SharpGroup group;
    std::optional<RankProgram> program;
    std::unique_ptr<WorkloadEngine> engine;

private:
    static constexpr Lid mlid{0xC000};
    static Lid lid_of(std::uint32_t index) { return Lid{static_cast<std::uint16_t>(index + 1)}; }

    void build_group(const SharpConfig& sharp)
    {
        group.group = GroupId{5};
        group.payload_per_ost = static_cast<unsigned>(sharp.payload_per_ost.count());
        group.osts_per_group = sharp.osts_per_group;
        group.nodes.resize(1);
        AggregationNode::Group g;
        g.id = group.group;
        g.result_multicast = sharp.result != ResultPath::tree;
        g.result_tree = sharp.result != ResultPath::multicast;
        g.mlid = mlid;
        g.ud = an.transport().create_ud();
        for (std::uint32_t r = 0; r < hcas.size(); ++r) {
            TransportPort& below = hcas[r]->transport();
            const QpNumber down = an.transport().create_rc();
            const QpNumber up = below.create_rc();
            an.transport().connect(down, below.lid(), up);
            below.connect(up, an.transport().lid(), down);
            const QpNumber ud = below.create_ud();
            below.join(ud, mlid);
            ports[r]->set_sharp(up, ud);
            g.children.push_back(down);
            group.nodes[0].children.push_back({true, r});
            group.members.push_back({static_cast<std::uint16_t>(r), 0});
        }
        an.add_group(g);
    }
};

inline RankProgram loop(std::uint32_t ranks, CollectiveKind kind, std::uint64_t bytes,
                        unsigned iterations = 1, reduction::Type type = reduction::Type::float32,
                        reduction::Operator op = reduction::Operator::sum)
{
    WorkloadConfig config;
    config.collective = kind;
    config.bytes = Bytes{bytes};
    config.iterations = iterations;
    config.type = type;
    config.op = op;
    return load_program(config, ranks);
}

inline CollectivesConfig by(PathKey path)
{
    CollectivesConfig c;
    c.path = path;
    return c;
}

} // namespace sharpsim::test
