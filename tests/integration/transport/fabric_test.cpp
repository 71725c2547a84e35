// SPDX-License-Identifier: Apache-2.0
// Random traffic on many queue pairs: everything arrives, once, in the order of its queue pair, byte for
// byte.
#include <map>

#include "ends.h"

namespace sharpsim::test {
namespace {

struct FabricTest : EndsTest {};

TEST_F(FabricTest, RandomMessagesKeepTheirOrder)
{
    LinkConfig link;
    link.vls = 2;
    link.mtu = Bytes{1024};
    link.buffer = Bytes{4096};
    build(4, true, link);
    struct Flow {
        unsigned from;
        unsigned to;
        QpNumber send_qp;
        QpNumber receive_qp;
        std::vector<std::uint64_t> tags;
        std::vector<std::size_t> sizes;
    };
    std::vector<Flow> flows;
    for (unsigned a = 0; a < 4; ++a)
        for (unsigned b = a + 1; b < 4; ++b)
            for (std::uint8_t vl = 0; vl < 2; ++vl) {
                const auto [qa, qb] = connect(a, b, vl);
                flows.push_back({a, b, qa, qb, {}, {}});
                flows.push_back({b, a, qb, qa, {}, {}});
            }
    RandomStream random{1, "test.messages"};
    std::uint64_t bytes = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        Flow& f = flows[random.below(flows.size())];
        const std::size_t size = random.below(8) == 0 ? 0 : random.below(5000);
        bytes += size;
        f.tags.push_back(i);
        f.sizes.push_back(size);
        ends[f.from]->port.post_send(f.send_qp, message_of(i, size, random.below(2) == 0), i);
    }
    kernel.run(10_ms);

    std::uint64_t arrived = 0;
    for (const Flow& f : flows) {
        std::vector<std::uint64_t> tags;
        std::vector<std::size_t> sizes;
        std::vector<std::uint64_t> completed;
        for (const End::Got& g : ends[f.to]->got)
            if (g.qp == f.receive_qp) {
                EXPECT_EQ(g.source, ends[f.from]->port.lid());
                EXPECT_TRUE(holds_pattern(g.message));
                tags.push_back(g.message.tag);
                sizes.push_back(g.message.payload.size());
                arrived += g.message.payload.size();
            }
        for (const End::Sent& s : ends[f.from]->sent)
            if (s.qp == f.send_qp)
                completed.push_back(s.work);
        EXPECT_EQ(tags, f.tags);
        EXPECT_EQ(sizes, f.sizes);
        EXPECT_EQ(completed, f.tags);
    }
    EXPECT_EQ(arrived, bytes);
    expect_clean();
    std::uint64_t sent_packets = 0;
    std::uint64_t received_packets = 0;
    for (const auto& e : ends) {
        sent_packets += e->port.port().counters.PortXmitPkts;
        received_packets += e->port.port().counters.PortRcvPkts;
    }
    EXPECT_EQ(sent_packets, received_packets);
    EXPECT_EQ(region.dropped_packets, 0U);
}

} // namespace
} // namespace sharpsim::test
