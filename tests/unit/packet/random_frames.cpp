// SPDX-License-Identifier: Apache-2.0
#include "unit/packet/random_frames.h"

#include <gtest/gtest.h>

namespace sharpsim::test {

const std::vector<Opcode>& all_opcodes()
{
    static const std::vector<Opcode> opcodes = [] {
        std::vector<Opcode> v;
        for (unsigned i = 0; i < 256; ++i)
            if (layout_of(static_cast<Opcode>(i)).known)
                v.push_back(static_cast<Opcode>(i));
        return v;
    }();
    return opcodes;
}

Frame random_frame(RandomStream& r, Opcode opcode, bool global, bool sharp, std::size_t payload_bytes)
{
    const auto bits8 = [&r](unsigned n) { return static_cast<std::uint8_t>(r.below(1U << n)); };
    const auto bits16 = [&r] { return static_cast<std::uint16_t>(r.next()); };
    const auto bits32 = [&r] { return static_cast<std::uint32_t>(r.next()); };
    const auto bits24 = [&r] { return static_cast<std::uint32_t>(r.below(1U << 24)); };
    const auto flag = [&r] { return r.below(2) == 1; };
    Frame f;
    f.lrh.vl = bits8(4);
    f.lrh.sl = bits8(4);
    f.lrh.dlid = bits16();
    f.lrh.slid = bits16();
    PacketBody& b = f.body;
    b.has_grh = global;
    b.has_sharp = sharp;
    if (global) {
        b.grh.traffic_class = bits8(8);
        b.grh.flow_label = static_cast<std::uint32_t>(r.below(1U << 20));
        b.grh.hop_limit = bits8(8);
        for (auto& byte : b.grh.sgid)
            byte = bits8(8);
        for (auto& byte : b.grh.dgid)
            byte = bits8(8);
    }
    b.bth.opcode = opcode;
    b.bth.solicited = flag();
    b.bth.migrated = flag();
    b.bth.p_key = bits16();
    b.bth.fecn = flag();
    b.bth.becn = flag();
    b.bth.dest_qp = bits24();
    b.bth.ack_request = flag();
    b.bth.psn = bits24();
    b.deth = {bits32(), bits24()};
    b.reth = {r.next(), bits32(), bits32()};
    b.aeth = {bits8(8), bits24()};
    b.immdt = {bits32()};
    if (sharp) {
        SharpHeader& s = b.sharp;
        s.kind = static_cast<SharpKind>(1 + r.below(3));
        s.status = bits8(8);
        s.tree = bits16();
        s.job = bits24();
        s.type = bits8(8);
        s.group = bits24();
        s.op = bits8(8);
        s.operation = bits32();
        s.fragment = bits32();
        s.first = flag();
        s.last = flag();
        s.rounding = bits8(3);
        s.precision = bits8(3);
        s.child = bits16();
        s.credits = bits16();
    }
    if (payload_bytes != 0) {
        b.payload = Payload{payload_bytes};
        for (std::size_t i = 0; i < payload_bytes; ++i)
            b.payload.data()[i] = bits8(8);
    }
    return f;
}

Frame random_frame(RandomStream& r)
{
    const Opcode opcode = all_opcodes()[r.below(all_opcodes().size())];
    const bool may_carry = layout_of(opcode).payload;
    const bool sharp = may_carry && r.below(2) == 1;
    const std::size_t bytes = may_carry ? r.below(r.below(4) == 0 ? 4065 : 100) : 0;
    return random_frame(r, opcode, r.below(2) == 1, sharp, bytes);
}

void expect_equal(const Frame& a, const Frame& b)
{
    EXPECT_EQ(a.lrh.vl, b.lrh.vl);
    EXPECT_EQ(a.lrh.lver, b.lrh.lver);
    EXPECT_EQ(a.lrh.sl, b.lrh.sl);
    EXPECT_EQ(a.lrh.lnh, b.lrh.lnh);
    EXPECT_EQ(a.lrh.dlid, b.lrh.dlid);
    EXPECT_EQ(a.lrh.pkt_len, b.lrh.pkt_len);
    EXPECT_EQ(a.lrh.slid, b.lrh.slid);
    const PacketBody& x = a.body;
    const PacketBody& y = b.body;
    ASSERT_EQ(x.has_grh, y.has_grh);
    if (x.has_grh) {
        EXPECT_EQ(x.grh.ip_version, y.grh.ip_version);
        EXPECT_EQ(x.grh.traffic_class, y.grh.traffic_class);
        EXPECT_EQ(x.grh.flow_label, y.grh.flow_label);
        EXPECT_EQ(x.grh.pay_len, y.grh.pay_len);
        EXPECT_EQ(x.grh.next_header, y.grh.next_header);
        EXPECT_EQ(x.grh.hop_limit, y.grh.hop_limit);
        EXPECT_EQ(x.grh.sgid, y.grh.sgid);
        EXPECT_EQ(x.grh.dgid, y.grh.dgid);
    }
    ASSERT_EQ(x.bth.opcode, y.bth.opcode);
    EXPECT_EQ(x.bth.solicited, y.bth.solicited);
    EXPECT_EQ(x.bth.migrated, y.bth.migrated);
    EXPECT_EQ(x.bth.pad_count, y.bth.pad_count);
    EXPECT_EQ(x.bth.tver, y.bth.tver);
    EXPECT_EQ(x.bth.p_key, y.bth.p_key);
    EXPECT_EQ(x.bth.fecn, y.bth.fecn);
    EXPECT_EQ(x.bth.becn, y.bth.becn);
    EXPECT_EQ(x.bth.dest_qp, y.bth.dest_qp);
    EXPECT_EQ(x.bth.ack_request, y.bth.ack_request);
    EXPECT_EQ(x.bth.psn, y.bth.psn);
    const OpcodeLayout& layout = layout_of(x.bth.opcode);
    if (layout.deth) {
        EXPECT_EQ(x.deth.q_key, y.deth.q_key);
        EXPECT_EQ(x.deth.src_qp, y.deth.src_qp);
    }
    if (layout.reth) {
        EXPECT_EQ(x.reth.va, y.reth.va);
        EXPECT_EQ(x.reth.r_key, y.reth.r_key);
        EXPECT_EQ(x.reth.dma_len, y.reth.dma_len);
    }
    if (layout.aeth) {
        EXPECT_EQ(x.aeth.syndrome, y.aeth.syndrome);
        EXPECT_EQ(x.aeth.msn, y.aeth.msn);
    }
    if (layout.immdt) {
        EXPECT_EQ(x.immdt.value, y.immdt.value);
    }
    ASSERT_EQ(x.has_sharp, y.has_sharp);
    if (x.has_sharp) {
        EXPECT_EQ(x.sharp.version, y.sharp.version);
        EXPECT_EQ(x.sharp.kind, y.sharp.kind);
        EXPECT_EQ(x.sharp.status, y.sharp.status);
        EXPECT_EQ(x.sharp.tree, y.sharp.tree);
        EXPECT_EQ(x.sharp.job, y.sharp.job);
        EXPECT_EQ(x.sharp.type, y.sharp.type);
        EXPECT_EQ(x.sharp.group, y.sharp.group);
        EXPECT_EQ(x.sharp.op, y.sharp.op);
        EXPECT_EQ(x.sharp.operation, y.sharp.operation);
        EXPECT_EQ(x.sharp.fragment, y.sharp.fragment);
        EXPECT_EQ(x.sharp.first, y.sharp.first);
        EXPECT_EQ(x.sharp.last, y.sharp.last);
        EXPECT_EQ(x.sharp.rounding, y.sharp.rounding);
        EXPECT_EQ(x.sharp.precision, y.sharp.precision);
        EXPECT_EQ(x.sharp.child, y.sharp.child);
        EXPECT_EQ(x.sharp.length, y.sharp.length);
        EXPECT_EQ(x.sharp.credits, y.sharp.credits);
    }
    ASSERT_EQ(x.payload.size(), y.payload.size());
    EXPECT_TRUE(std::equal(x.payload.data(), x.payload.data() + x.payload.size(), y.payload.data()));
    EXPECT_EQ(a.icrc, b.icrc);
    EXPECT_EQ(a.vcrc, b.vcrc);
}

} // namespace sharpsim::test
