// SPDX-License-Identifier: Apache-2.0
#include "observe/summary.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using sharpsim::test::TempDir;

Summary sample()
{
    Summary s;
    s.status = "ok";
    s.seed = ~std::uint64_t{0}; // more than a double holds
    s.digest = "0123456789abcdef0123456789abcdef";
    s.sim_time_ps = 9'007'199'254'740'993; // 2^53 + 1
    s.host_seconds = 0.125;
    s.packet_hops = 1;
    s.injected_bytes = 2;
    s.delivered_bytes = 3;
    s.wire_bytes = 4;
    s.dropped_packets = 5;
    s.wrong = 6;
    s.beats_reduced = 7;
    s.beats_compared = 8;
    s.rtl_mismatches = 9;
    s.limited_by = "port of leaf0.an, 97 %";
    s.failure = "RTL mismatch at 5 ps in leaf0.an.alu0: \"x\"";
    s.version = "0.1.0";
    return s;
}

TEST(SummaryFile, FieldsStandInTheirOrder)
{
    const auto json = nlohmann::ordered_json::parse(render_summary(sample()));
    const std::vector<std::string> wanted{
        "status",      "seed",           "digest",          "sim_time_ps",    "host_seconds",
        "packet_hops", "injected_bytes", "delivered_bytes", "wire_bytes",     "dropped_packets",
        "wrong",       "beats_reduced",  "beats_compared",  "rtl_mismatches", "limited_by",
        "failure",     "version"};
    std::vector<std::string> found;
    for (const auto& item : json.items())
        found.push_back(item.key());
    EXPECT_EQ(found, wanted);
    EXPECT_EQ(json["seed"].get<std::uint64_t>(), ~std::uint64_t{0});
    EXPECT_EQ(json["wire_bytes"].get<std::uint64_t>(), 4U);
}

TEST(SummaryFile, ComesBack)
{
    const TempDir here;
    const std::string text = render_summary(sample());
    EXPECT_EQ(render_summary(read_summary(here.write("summary.json", text))), text);
}

TEST(SummaryFile, TextThatIsNoUtf8IsStillWritten)
{
    Summary s = sample();
    s.limited_by = "\xff";
    EXPECT_TRUE(nlohmann::json::accept(render_summary(s)));
}

std::string first_line(const Summary& s)
{
    const std::string text = summary_text(s);
    return text.substr(0, text.find('\n'));
}

// Nobody has to guess what was wrong, nor to add up kinds of wrong.
TEST(SummaryText, TellsWhatWasWrong)
{
    Summary s;
    s.status = "ok";
    EXPECT_EQ(first_line(s), "status     ok, 0 wrong elements, 0 packets dropped");
    EXPECT_EQ(summary_text(s).find("failure"), std::string::npos);
    s.status = "stalled";
    s.dropped_packets = 1;
    EXPECT_EQ(first_line(s), "status     stalled, 0 wrong elements, 1 packet dropped");

    s.status = "wrong";
    s.dropped_packets = 0;
    s.failure = "what broke";
    EXPECT_EQ(first_line(s),
              "status     wrong: an invariant of the model broke, 0 wrong elements, 0 packets dropped");
    EXPECT_NE(summary_text(s).find("\nfailure    what broke\n"), std::string::npos);
    s.wrong = 1;
    EXPECT_EQ(first_line(s),
              "status     wrong: results differ from the oracle, 1 wrong element, 0 packets dropped");
    s.wrong = 0;
    s.rtl_mismatches = 1;
    s.beats_compared = 5;
    EXPECT_EQ(first_line(s),
              "status     wrong: the RTL differs from the model (1 mismatch, 5 beats compared; "
              "the first mismatch ends a run), 0 wrong elements, 0 packets dropped");
}

TEST(SummaryFile, ExitCodes)
{
    EXPECT_EQ(exit_code("ok"), 0);
    EXPECT_EQ(exit_code("saturated"), 0);
    EXPECT_EQ(exit_code("stalled"), 1);
    EXPECT_EQ(exit_code("incomplete"), 1);
    EXPECT_EQ(exit_code("failed"), 1);
    EXPECT_EQ(exit_code("wrong"), 3);
    EXPECT_EQ(exit_code("interrupted"), 130);
    EXPECT_THROW(static_cast<void>(exit_code("")), ModelError);
}

} // namespace
