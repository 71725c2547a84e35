// SPDX-License-Identifier: Apache-2.0
#include "packet/codec.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "packet/crc.h"
#include "unit/packet/random_frames.h"
#include "unit/packet/vectors.h"

namespace sharpsim {
namespace {

using test::from_hex;
using Octets = std::vector<std::uint8_t>;

Payload payload_of(const Octets& bytes)
{
    Payload p{bytes.size()};
    std::copy(bytes.begin(), bytes.end(), p.data());
    return p;
}

Frame vector_a()
{
    Frame f;
    f.lrh.dlid = 2;
    f.lrh.slid = 1;
    f.body.bth.opcode = Opcode::rc_write_only;
    f.body.bth.migrated = true;
    f.body.bth.dest_qp = 0x48;
    f.body.bth.psn = 0x10;
    f.body.bth.ack_request = true;
    f.body.reth = {0x1000, 0x55, 16};
    f.body.payload = payload_of({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
    return f;
}

Frame vector_b()
{
    Frame f;
    f.lrh.dlid = 1;
    f.lrh.slid = 2;
    f.body.bth.opcode = Opcode::rc_ack;
    f.body.bth.migrated = true;
    f.body.bth.dest_qp = 0x49;
    f.body.bth.psn = 0x10;
    f.body.aeth = {0x1F, 1};
    return f;
}

Frame vector_c()
{
    Frame f;
    f.lrh.dlid = 0xC001;
    f.lrh.slid = 1;
    f.body.has_grh = true;
    f.body.grh.sgid = {0xFE, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x02, 0xC9, 0x03, 0, 0, 0, 0x01};
    f.body.grh.dgid = {0xFF, 0x12, 0x40, 0x1B, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01};
    f.body.bth.opcode = Opcode::ud_send_only;
    f.body.bth.migrated = true;
    f.body.bth.dest_qp = 0xFFFFFF;
    f.body.bth.psn = 5;
    f.body.deth = {0xB1B, 0x50};
    f.body.payload = payload_of({1});
    return f;
}

Frame vector_d()
{
    Frame f;
    f.lrh.vl = 3;
    f.lrh.sl = 3;
    f.lrh.dlid = 2;
    f.lrh.slid = 1;
    f.body.bth.migrated = true;
    f.body.bth.fecn = true;
    f.body.bth.dest_qp = 0x48;
    f.body.bth.psn = 0x11;
    f.body.bth.ack_request = true;
    return f;
}

TEST(Codec, KnownFramesBothWays)
{
    const std::pair<std::string_view, Frame> vectors[] = {{test::frame_a, vector_a()},
                                                          {test::frame_b, vector_b()},
                                                          {test::frame_c, vector_c()},
                                                          {test::frame_d, vector_d()}};
    for (const auto& [text, fields] : vectors) {
        SCOPED_TRACE(text);
        const Octets bytes = from_hex(text);
        Frame f = fields;
        EXPECT_EQ(encode(f), bytes);
        const DecodedFrame d = decode(bytes.data(), bytes.size());
        EXPECT_EQ(d.error, "");
        test::expect_equal(d.frame, f);
    }
}

TEST(Codec, FlowControlBothWays)
{
    const Octets bytes = from_hex(test::flow_control);
    const auto encoded = encode(FlowControl{0, 0x123, 2, 0x456});
    EXPECT_EQ(Octets(encoded.begin(), encoded.end()), bytes);
    const DecodedFlowControl d = decode_flow_control(bytes.data(), bytes.size());
    EXPECT_EQ(d.error, "");
    EXPECT_EQ(d.fc.op, 0);
    EXPECT_EQ(d.fc.fctbs, 0x123);
    EXPECT_EQ(d.fc.vl, 2);
    EXPECT_EQ(d.fc.fccl, 0x456);
}

TEST(Codec, FlowControlRefusesWhatIsNone)
{
    const auto good = encode(FlowControl{1, 4095, 14, 4095});
    EXPECT_EQ(decode_flow_control(good.data(), 6).error, "");
    for (std::size_t n = 0; n < 6; ++n)
        EXPECT_NE(decode_flow_control(good.data(), n).error, "");
    for (unsigned bit = 0; bit < 48; ++bit) {
        auto bad = good;
        bad[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        EXPECT_EQ(decode_flow_control(bad.data(), 6).error, "LPCRC does not match");
    }
    const auto reserved = encode(FlowControl{2, 0, 0, 0});
    EXPECT_EQ(decode_flow_control(reserved.data(), 6).error, "flow-control operation 2 is reserved");
    const auto management = encode(FlowControl{0, 0, 15, 0});
    EXPECT_EQ(decode_flow_control(management.data(), 6).error, "VL15 has no flow control");
}

TEST(Codec, RandomFramesSurviveTheRoundTrip)
{
    RandomStream r{4, "codec"};
    for (int i = 0; i < 5000; ++i) {
        Frame f = test::random_frame(r);
        const Octets bytes = encode(f);
        ASSERT_EQ(bytes.size(), wire_bytes(f.body, f.body.bth.opcode, f.body.payload.size()));
        ASSERT_EQ(bytes.size(), f.lrh.pkt_len * 4U + 2U);
        const DecodedFrame d =
            decode(bytes.data(), bytes.size(), f.body.has_sharp ? Content::sharp : Content::plain);
        ASSERT_EQ(d.error, "");
        test::expect_equal(d.frame, f);
        if (HasFailure())
            return;
    }
}

// The byte budget of the usual packets, from the header sizes alone.
TEST(Codec, WireBytes)
{
    PacketBody local;
    PacketBody global;
    global.has_grh = true;
    PacketBody sharp;
    sharp.has_sharp = true;
    EXPECT_EQ(wire_bytes(local, Opcode::rc_send_middle, 4096), 4122U);
    EXPECT_EQ(wire_bytes(local, Opcode::rc_write_only, 4096), 4138U);
    EXPECT_EQ(wire_bytes(local, Opcode::rc_read_response_last, 4096), 4126U);
    EXPECT_EQ(wire_bytes(local, Opcode::ud_send_only, 4096), 4130U);
    EXPECT_EQ(wire_bytes(global, Opcode::ud_send_only, 0), 74U);
    EXPECT_EQ(wire_bytes(local, Opcode::rc_ack, 0), 30U);
    EXPECT_EQ(wire_bytes(local, Opcode::rc_read_request, 0), 42U);
    EXPECT_EQ(wire_bytes(sharp, Opcode::rc_send_only, 5), 26U + 32 + 8);
}

TEST(Codec, EverySingleBitErrorIsRefused)
{
    RandomStream r{5, "codec"};
    for (int i = 0; i < 40; ++i) {
        Frame f = test::random_frame(r, test::all_opcodes()[r.below(test::all_opcodes().size())], i % 2 == 0,
                                     false, 0);
        Octets bytes = encode(f);
        for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
            bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
            EXPECT_NE(decode(bytes.data(), bytes.size()).error, "") << bit;
            bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
        }
    }
}

// Exact-size heap copies, so that the address sanitizer sees a read past the end.
TEST(Codec, EveryTruncatedFrameIsRefused)
{
    RandomStream r{6, "codec"};
    for (const Opcode opcode : test::all_opcodes())
        for (const bool global : {false, true}) {
            const bool sharp = layout_of(opcode).payload;
            Frame f = test::random_frame(r, opcode, global, sharp, sharp ? 11 : 0);
            const Octets bytes = encode(f);
            for (std::size_t n = 0; n < bytes.size(); ++n) {
                const std::unique_ptr<std::uint8_t[]> prefix{new std::uint8_t[n]};
                std::copy_n(bytes.begin(), n, prefix.get());
                EXPECT_NE(decode(prefix.get(), n, Content::sharp).error, "");
                EXPECT_NE(decode(prefix.get(), n, Content::plain).error, "");
            }
        }
}

// Makes length and checksums right, so that the decoder has to look at everything behind them.
void repair(Octets& bytes)
{
    bytes[0] &= 0xF0;
    bytes[4] = static_cast<std::uint8_t>((bytes.size() - 2) / 4 >> 8);
    bytes[5] = static_cast<std::uint8_t>((bytes.size() - 2) / 4);
    const std::uint32_t i = icrc(bytes.data(), bytes.size() - 6);
    for (unsigned k = 0; k < 4; ++k)
        bytes[bytes.size() - 6 + k] = static_cast<std::uint8_t>(i >> 8 * k);
    const std::uint16_t v = vcrc(bytes.data(), bytes.size() - 2);
    bytes[bytes.size() - 2] = static_cast<std::uint8_t>(v);
    bytes[bytes.size() - 1] = static_cast<std::uint8_t>(v >> 8);
}

TEST(Codec, RandomBytesNeverCrashTheDecoder)
{
    RandomStream r{7, "codec"};
    unsigned good = 0;
    for (int i = 0; i < 100'000; ++i) {
        std::size_t n = r.below(160);
        const bool mend = n >= 14 && r.below(2) == 0;
        if (mend)
            n = n / 4 * 4 + 2;
        Octets bytes(n);
        for (auto& b : bytes)
            b = static_cast<std::uint8_t>(r.next());
        if (mend) {
            if (n > 60 && r.below(2) == 0) { // a believable GRH
                bytes[1] |= 3;
                bytes[8] = static_cast<std::uint8_t>(0x60 | (bytes[8] & 0x0F));
                bytes[12] = 0;
                bytes[13] = static_cast<std::uint8_t>(n - 50);
                bytes[14] = 0x1B;
            }
            repair(bytes);
        }
        good += decode(bytes.data(), n, i % 2 == 0 ? Content::sharp : Content::plain).error.empty() ? 1 : 0;
        decode_flow_control(bytes.data(), n);
    }
    EXPECT_GT(good, 0U); // some random payloads are right, so the deep checks were reached
}

std::string error_after(Frame f, Content content, void (*harm)(Octets&))
{
    Octets bytes = encode(f);
    harm(bytes);
    return decode(bytes.data(), bytes.size(), content).error;
}

TEST(Codec, SaysWhatIsWrong)
{
    const auto of_a = [](void (*harm)(Octets&)) { return error_after(vector_a(), Content::plain, harm); };
    EXPECT_EQ(of_a([](Octets& b) { b.resize(25); }), "frame of 25 bytes, the shortest has 26");
    EXPECT_EQ(of_a([](Octets& b) { b[0] = 1; }), "link version 1, known is 0");
    EXPECT_EQ(of_a([](Octets& b) { b[5] ^= 1; }), "PktLen 15 words in a frame of 58 bytes");
    EXPECT_EQ(of_a([](Octets& b) { b.back() ^= 1; }), "VCRC does not match");
    EXPECT_EQ(of_a([](Octets& b) {
                  b[1] &= 0xFC;
                  repair(b);
              }),
              "LNH 0: raw packets are not supported");
    EXPECT_EQ(of_a([](Octets& b) {
                  b[8] = 0x16;
                  repair(b);
              }),
              "opcode 22 is not supported");
    EXPECT_EQ(of_a([](Octets& b) {
                  b[9] |= 1;
                  repair(b);
              }),
              "transport version 1, known is 0");
    EXPECT_EQ(of_a([](Octets& b) {
                  b[8] = 0x0C;
                  repair(b);
              }),
              "opcode 12 carries no payload");
    EXPECT_EQ(of_a([](Octets& b) {
                  b[40] ^= 1; // a payload byte changed inside a switch, which then made a fresh VCRC
                  const std::uint16_t v = vcrc(b.data(), b.size() - 2);
                  b[b.size() - 2] = static_cast<std::uint8_t>(v);
                  b[b.size() - 1] = static_cast<std::uint8_t>(v >> 8);
              }),
              "ICRC does not match");
    const auto of_c = [](void (*harm)(Octets&)) { return error_after(vector_c(), Content::plain, harm); };
    EXPECT_EQ(of_c([](Octets& b) {
                  b[8] = 0x40;
                  repair(b);
              }),
              "GRH version 4, allowed is 6");
    EXPECT_EQ(of_c([](Octets& b) {
                  b[14] = 17;
                  repair(b);
              }),
              "GRH next header 17, allowed is 27");
    EXPECT_EQ(of_c([](Octets& b) {
                  b[13] = 27;
                  repair(b);
              }),
              "GRH payload length 27 in a frame of 78 bytes");
}

TEST(Codec, SharpHeaderLayoutAndChecks)
{
    Frame f = vector_d();
    f.body.has_sharp = true;
    SharpHeader& s = f.body.sharp;
    s.kind = SharpKind::result;
    s.status = 0x12;
    s.tree = 0x3456;
    s.job = 0x789ABC;
    s.type = 0xDE;
    s.group = 0xF01234;
    s.op = 0x56;
    s.operation = 0x789ABCDE;
    s.fragment = 0xF0123456;
    s.first = true;
    s.last = false;
    s.rounding = 5;
    s.precision = 2;
    s.child = 0x789A;
    s.credits = 0xBCDE;
    f.body.payload = payload_of({1, 2, 3});
    const Octets bytes = encode(f);
    EXPECT_EQ(Octets(bytes.begin() + 20, bytes.begin() + 52),
              from_hex("12123456789abcdef0123456789abcdef0123456aa00789a0003bcde00000000"));
    ASSERT_EQ(decode(bytes.data(), bytes.size(), Content::sharp).error, "");

    const auto harmed = [&f](void (*harm)(Octets&)) { return error_after(f, Content::sharp, harm); };
    EXPECT_EQ(harmed([](Octets& b) {
                  b[20] = 0x22;
                  repair(b);
              }),
              "SHARP header of version 2, known is version 1");
    EXPECT_EQ(harmed([](Octets& b) {
                  b[20] = 0x14;
                  repair(b);
              }),
              "SHARP kind 4 is not defined");
    for (const std::size_t reserved : {41, 48, 49, 50, 51})
        for (unsigned bit = 0; bit < 8; ++bit) {
            Octets b = bytes;
            b[reserved] = static_cast<std::uint8_t>(1U << bit);
            repair(b);
            EXPECT_EQ(decode(b.data(), b.size(), Content::sharp).error,
                      "reserved bits of the SHARP header are not zero");
        }
    EXPECT_EQ(harmed([](Octets& b) {
                  b[45] = 4;
                  repair(b);
              }),
              "SHARP length 4 does not equal the 3 payload bytes that follow");
}

TEST(Codec, RefusesToEncodeWhatDoesNotFit)
{
    Frame wide = vector_a();
    wide.body.bth.psn = 1U << 24;
    EXPECT_THROW(encode(wide), ModelError);
    Frame lane = vector_a();
    lane.lrh.vl = 16;
    EXPECT_THROW(encode(lane), ModelError);
    Frame label = vector_c();
    label.body.grh.flow_label = 1U << 20;
    EXPECT_THROW(encode(label), ModelError);
    Frame ack = vector_b();
    ack.body.payload = payload_of({1});
    EXPECT_THROW(encode(ack), ModelError);
    Frame large = vector_d();
    large.body.payload = Payload{4097};
    EXPECT_THROW(encode(large), ModelError);
    Frame unknown = vector_d();
    unknown.body.bth.opcode = static_cast<Opcode>(0xFF);
    EXPECT_THROW(encode(unknown), ModelError);
}

TEST(FinishPacket, EqualsTheEncodedFrame)
{
    RandomStream r{8, "finish"};
    for (int i = 0; i < 2000; ++i) {
        Frame f = test::random_frame(r);
        Packet p;
        p.vl = f.lrh.vl;
        p.sl = f.lrh.sl;
        p.dlid = f.lrh.dlid;
        p.slid = f.lrh.slid;
        PacketBody body = f.body;
        finish_packet(p, body);
        const Octets bytes = encode(f);
        ASSERT_EQ(p.wire_bytes, bytes.size());
        ASSERT_EQ(p.icrc, f.icrc);
        ASSERT_EQ(p.payload_bytes, f.body.payload.size());
        std::array<std::uint8_t, max_header_bytes> headers{};
        const std::size_t n = encode_headers(p, body, headers.data());
        ASSERT_EQ(n, header_bytes(body.bth.opcode, body.has_grh, body.has_sharp));
        ASSERT_TRUE(
            std::equal(headers.begin(), headers.begin() + static_cast<std::ptrdiff_t>(n), bytes.begin()));
    }
}

TEST(FinishPacket, SizeOnlyPayloadHasAHashOfHeadersAndLength)
{
    const auto icrc_of = [](std::uint32_t psn, std::size_t bytes, std::uint8_t vl) {
        Packet p;
        p.vl = vl;
        PacketBody b;
        b.bth.psn = psn;
        b.payload = Payload::sized(bytes);
        finish_packet(p, b);
        return p.icrc;
    };
    EXPECT_EQ(icrc_of(1, 100, 0), icrc_of(1, 100, 3));
    EXPECT_NE(icrc_of(1, 100, 0), icrc_of(2, 100, 0));
    EXPECT_NE(icrc_of(1, 100, 0), icrc_of(1, 99, 0));
    // Without payload there is nothing to leave out: the real ICRC of vector D.
    Frame d = vector_d();
    encode(d);
    Packet p;
    p.vl = 3;
    p.sl = 3;
    p.dlid = 2;
    p.slid = 1;
    PacketBody b = vector_d().body;
    b.payload = Payload::sized(0);
    finish_packet(p, b);
    EXPECT_EQ(p.icrc, d.icrc);
}

} // namespace
} // namespace sharpsim
