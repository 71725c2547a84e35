// SPDX-License-Identifier: Apache-2.0
#include "observe/counters_csv.h"

#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include "observe/perfquery.h"

namespace {

using namespace sharpsim;

constexpr LinkRate ndr{KbitPerSecond{425'000'000}, 16, 17}; // 400 Gb/s of data

// 4 bytes at 400 Gb/s take 80 ps.
TEST(Counters, WaitIsCountedInTimesOfFourBytes)
{
    EXPECT_EQ(xmit_wait_ticks(Picoseconds{0}, ndr), 0U);
    EXPECT_EQ(xmit_wait_ticks(Picoseconds{79}, ndr), 0U);
    EXPECT_EQ(xmit_wait_ticks(Picoseconds{80}, ndr), 1U);
    EXPECT_EQ(xmit_wait_ticks(Picoseconds{8'000'079}, ndr), 100'000U);
    // 1x SDR: 2 Gb/s of data, 16 ns
    EXPECT_EQ(xmit_wait_ticks(Picoseconds{32'000}, {KbitPerSecond{2'500'000}, 8, 10}), 2U);
    // a day, without overflow
    EXPECT_EQ(xmit_wait_ticks(Picoseconds{86'400'000'000'000'000}, ndr), 1'080'000'000'000'000U);
}

PortRow sample()
{
    PortRow r;
    r.node = "leaf0";
    r.port = 17;
    r.lid = Lid{2052};
    r.peer = "spine1:3";
    r.rate = ndr;
    r.xmit_data = 1001;
    r.rcv_data = 1002;
    r.xmit_packets = 1003;
    r.rcv_packets = 1004;
    r.multicast_xmit_packets = 5;
    r.multicast_rcv_packets = 6;
    r.xmit_wait = Picoseconds{800};
    r.xmit_discards = 7;
    r.rcv_errors = 8;
    r.rcv_switch_relay_errors = 9;
    r.busy = Picoseconds{2'500};
    r.sharp_requests = 10;
    r.sharp_results = 11;
    return r;
}

TEST(Counters, EachValueStandsUnderItsName)
{
    EXPECT_EQ(render_counters_csv({sample()}, Picoseconds{10'000}),
              "node,port,peer,PortXmitData,PortRcvData,PortXmitPkts,PortRcvPkts,PortMulticastXmitPkts,"
              "PortMulticastRcvPkts,PortXmitWait,PortXmitDiscards,PortRcvErrors,PortRcvSwitchRelayErrors,"
              "busy_percent,wait_percent,sharp_requests,sharp_results\n"
              "leaf0,17,spine1:3,1001,1002,1003,1004,5,6,10,7,8,9,25,8,10,11\n");
    EXPECT_NE(render_counters_csv({sample()}, Picoseconds{0}).find(",0,0,10,11"), std::string::npos);
}

// Every digit replaced, runs of them joined: what is left is the layout.
std::string layout(const std::string& text)
{
    return std::regex_replace(std::regex_replace(text, std::regex{"0x[0-9A-Fa-f]+"}, "#"),
                              std::regex{":(\\.+)[0-9]+"}, ":$1#");
}

TEST(Perfquery, HasTheLayoutOfTheTool)
{
    const std::string file = std::string(SHARPSIM_SHARED_DIR) + "/data/counters/perfquery-hdr.out";
    std::ifstream in{file};
    if (!in)
        GTEST_SKIP() << file << " is not there";
    std::string printed{std::istreambuf_iterator<char>{in}, {}};
    while (printed.size() > 1 && printed[printed.size() - 2] == '\n')
        printed.pop_back(); // blank lines at the end
    PortRow row = sample();
    row.port = 1; // as in the file
    EXPECT_EQ(layout(perfquery_text({row})), layout(printed));
}

TEST(Perfquery, PortsFollowEachOther)
{
    const std::string text = perfquery_text({sample(), sample()});
    EXPECT_EQ(text.substr(0, text.size() / 2), text.substr(text.size() / 2));
    for (const char* line :
         {"Lid 2052 port 17 ", "\nPortXmitData:....................1001\n",
          "\nPortUnicastXmitPkts:.............998\n", "\nPortUnicastRcvPkts:..............998\n",
          "\nPortXmitWait:....................10\n", "\nPortRcvSwitchRelayErrors:........9\n"})
        EXPECT_NE(text.find(line), std::string::npos) << line;
}

} // namespace
