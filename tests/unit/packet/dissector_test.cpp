// SPDX-License-Identifier: Apache-2.0
// What an independent dissector reads from frames that our codec wrote.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "unit/packet/random_frames.h"

namespace sharpsim {
namespace {

// Capture file of link type ERF (197): per record a 16-byte ERF header of type 21 (InfiniBand), then LRH
// through VCRC.
void write_capture(const std::string& path, const std::vector<std::vector<std::uint8_t>>& frames)
{
    std::ofstream out{path, std::ios::binary};
    const auto little = [&out](std::uint64_t v, int bytes) {
        for (int i = 0; i < bytes; ++i)
            out.put(static_cast<char>(v >> 8 * i));
    };
    const auto big16 = [&out](std::size_t v) {
        out.put(static_cast<char>(v >> 8));
        out.put(static_cast<char>(v));
    };
    little(0xA1B2C3D4, 4);
    little(2, 2);
    little(4, 2);
    little(0, 8);
    little(65535, 4);
    little(197, 4);
    for (const auto& frame : frames) {
        little(0, 8);
        little(frame.size() + 16, 4);
        little(frame.size() + 16, 4);
        little(0, 8); // ERF time stamp
        out.put(21);
        out.put(4); // variable record length
        big16(frame.size() + 16);
        big16(0);
        big16(frame.size());
        out.write(reinterpret_cast<const char*>(frame.data()), static_cast<std::streamsize>(frame.size()));
    }
}

const char* const fields[] = {"lrh.vl",     "lrh.sl",     "lrh.lnh",       "lrh.dlid",    "lrh.pktlen",
                              "lrh.slid",   "grh.tclass", "grh.flowlabel", "grh.paylen",  "grh.nxthdr",
                              "grh.hoplmt", "bth.opcode", "bth.se",        "bth.m",       "bth.padcnt",
                              "bth.p_key",  "bth.destqp", "bth.a",         "bth.psn",     "deth.q_key",
                              "deth.srcqp", "reth.va",    "reth.r_key",    "reth.dmalen", "aeth.syndrome",
                              "aeth.msn",   "immdt",      "invariant.crc", "variant.crc"};

// The numbers that we expect in the order of `fields`; empty where the packet has no such header.
std::vector<std::string> expected(const Frame& f)
{
    const PacketBody& b = f.body;
    const OpcodeLayout& l = layout_of(b.bth.opcode);
    std::vector<std::string> v;
    const auto add = [&v](bool present, std::uint64_t value) {
        v.push_back(present ? std::to_string(value) : std::string{});
    };
    for (const unsigned x :
         {f.lrh.vl + 0U, f.lrh.sl + 0U, f.lrh.lnh + 0U, f.lrh.dlid + 0U, f.lrh.pkt_len + 0U, f.lrh.slid + 0U})
        add(true, x);
    for (const std::uint32_t x : {b.grh.traffic_class + 0U, b.grh.flow_label, b.grh.pay_len + 0U,
                                  b.grh.next_header + 0U, b.grh.hop_limit + 0U})
        add(b.has_grh, x);
    for (const std::uint32_t x :
         {static_cast<std::uint32_t>(b.bth.opcode), b.bth.solicited ? 1U : 0U, b.bth.migrated ? 1U : 0U,
          b.bth.pad_count + 0U, b.bth.p_key + 0U, b.bth.dest_qp, b.bth.ack_request ? 1U : 0U, b.bth.psn})
        add(true, x);
    add(l.deth, b.deth.q_key);
    add(l.deth, b.deth.src_qp);
    add(l.reth, b.reth.va);
    add(l.reth, b.reth.r_key);
    add(l.reth, b.reth.dma_len);
    add(l.aeth, b.aeth.syndrome);
    add(l.aeth, b.aeth.msn);
    add(l.immdt, b.immdt.value);
    // The dissector shows the stored bytes as one big-endian number; they are stored low byte first.
    add(true, __builtin_bswap32(f.icrc));
    add(true, __builtin_bswap16(f.vcrc));
    return v;
}

// Numbers as tshark prints them: decimal, 0x..., plain hexadecimal for byte strings, True/False.
std::string normal(const std::string& text, const std::string& field)
{
    if (text.empty())
        return text;
    if (text == "True" || text == "False")
        return text == "True" ? "1" : "0";
    const int base = field == "immdt" ? 16 : 0;
    return std::to_string(std::strtoull(text.c_str(), nullptr, base));
}

std::vector<std::string> split(const std::string& line, char separator)
{
    std::vector<std::string> parts;
    std::string part;
    std::istringstream in{line + separator};
    while (std::getline(in, part, separator))
        parts.push_back(part);
    return parts;
}

TEST(Dissector, TsharkReadsTheSameFields)
{
    if (std::system("tshark --version > /dev/null 2>&1") != 0)
        GTEST_SKIP() << "tshark is not installed";
    RandomStream r{9, "dissector"};
    std::vector<Frame> frames;
    std::vector<std::vector<std::uint8_t>> bytes;
    for (const Opcode opcode : test::all_opcodes())
        for (const bool global : {false, true}) {
            // 4 bytes at least: the dissector takes an empty SEND for malformed.
            Frame f =
                test::random_frame(r, opcode, global, false, layout_of(opcode).payload ? 4 + r.below(60) : 0);
            f.lrh.dlid = static_cast<std::uint16_t>(f.lrh.dlid % 0xBFFF + 1);
            f.lrh.slid = static_cast<std::uint16_t>(f.lrh.slid % 0xBFFF + 1);
            f.body.bth.dest_qp |= 0x100; // QP 0 and 1 carry management datagrams, which are dissected further
            bytes.push_back(encode(f));
            frames.push_back(f);
        }
    const std::string path = testing::TempDir() + "sharpsim_frames_" + std::to_string(::getpid()) + ".pcap";
    write_capture(path, bytes);
    std::string command = "tshark -r '" + path + "' -T fields -E separator=/t";
    for (const char* field : fields)
        command += std::string(" -e infiniband.") + field;
    std::FILE* pipe = ::popen((command + " 2>/dev/null").c_str(), "r");
    ASSERT_NE(pipe, nullptr);
    std::vector<std::string> lines;
    char buffer[4096];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr)
        lines.emplace_back(buffer);
    EXPECT_EQ(::pclose(pipe), 0);
    std::remove(path.c_str());
    ASSERT_EQ(lines.size(), frames.size());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        std::string line = lines[i];
        if (!line.empty() && line.back() == '\n')
            line.pop_back();
        const auto got = split(line, '\t');
        const auto want = expected(frames[i]);
        ASSERT_EQ(got.size(), want.size()) << line;
        for (std::size_t k = 0; k < want.size(); ++k)
            EXPECT_EQ(normal(got[k], fields[k]), want[k])
                << "opcode " << static_cast<unsigned>(frames[i].body.bth.opcode) << ", infiniband."
                << fields[k] << " = " << got[k];
    }
}

} // namespace
} // namespace sharpsim
