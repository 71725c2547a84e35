// SPDX-License-Identifier: Apache-2.0
// sharpsim report over directories made here.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run_cli.h"
#include "observe/collectives_csv.h"
#include "observe/summary.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::test;

CollectiveRow row(const std::string& path, std::uint64_t bytes, std::uint64_t median_ps)
{
    CollectiveRow r;
    r.kind = "allreduce";
    r.bytes = bytes;
    r.type = "float32";
    r.op = "sum";
    r.path = path;
    r.ranks = 4;
    r.ranks_done = 4;
    set_latencies(r, {Picoseconds{median_ps}});
    r.end_ps = median_ps;
    return r;
}

std::string make_run(const TempDir& here, const std::string& name, const std::vector<CollectiveRow>& rows)
{
    Summary summary;
    summary.status = "ok";
    summary.digest = "0123";
    std::filesystem::create_directory(here.path() / name);
    static_cast<void>(here.write(name + "/summary.json", render_summary(summary)));
    static_cast<void>(here.write(name + "/collectives.csv", render_collectives_csv(rows)));
    return (here.path() / name).string();
}

TEST(Report, OneRun)
{
    const TempDir here;
    const ProgramResult result = run_cli(
        {"report", make_run(here, "a", {row("sharp-llt", 8, 2'000'000), row("ring", 65536, 9'000'000)})});
    EXPECT_EQ(result.code, 0) << result.err;
    for (const char* part : {"sharp-llt", "ring", "2 us", "9 us", "64 KiB", "status     ok"})
        EXPECT_NE(result.out.find(part), std::string::npos) << part << " in\n" << result.out;
}

TEST(Report, TwoRunsSideBySide)
{
    const TempDir here;
    const std::string sharp = make_run(here, "sharp", {row("sharp-llt", 8, 2'000'000)});
    const std::string ring = make_run(here, "ring", {row("ring", 8, 9'000'000)});
    const ProgramResult result = run_cli({"report", sharp, ring});
    EXPECT_EQ(result.code, 0) << result.err;
    const auto lines = lines_of(result.out);
    for (const char* part : {"sharp-llt", "2 us", "0.004", "1"})
        EXPECT_NE(lines.at(1).find(part), std::string::npos) << part << " in " << lines.at(1);
    for (const char* part : {"ring", "9 us", "4.5", "not asked for"})
        EXPECT_NE(lines.at(2).find(part), std::string::npos) << part << " in " << lines.at(2);
}

TEST(Report, DamagedRunsAreRefused)
{
    const TempDir here;
    const std::string run = make_run(here, "a", {row("ring", 8, 1)});
    const std::string table = here.write("a/collectives.csv", "index,name\n");
    expect_refused(run_cli({"report", run}), {table + ":1: ", "header"});
    const std::string cut = render_collectives_csv({row("ring", 8, 1)});
    static_cast<void>(here.write("a/collectives.csv", cut.substr(0, cut.size() - 8)));
    expect_refused(run_cli({"report", run}), {table + ":2: "});
    const std::string json = here.write("a/summary.json", "{\"status\": \"ok\"");
    expect_refused(run_cli({"report", run}), {json, "JSON"});
    static_cast<void>(here.write("a/summary.json", "{\"status\": 1}"));
    expect_refused(run_cli({"report", run}), {json, "\"status\""});
}

} // namespace
