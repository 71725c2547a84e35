// SPDX-License-Identifier: Apache-2.0
// Runs that a person or the system ends.
#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

// Long enough to be interrupted in its middle.
const Words long_run{"--fabric.hosts",          "32",  "--workload.kind",     "synthetic",
                     "--workload.load",         "0.5", "--workload.duration", "1000ms",
                     "--workload.packet_bytes", "512"};

void wait_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds{ms}); }

// Until the process has a handler of its own for the signal; a sanitizer's start-up alone may take long.
void wait_until_handled(int pid, int signal)
{
    for (int i = 0; i < 5000; ++i, wait_ms(1)) {
        std::ifstream status{"/proc/" + std::to_string(pid) + "/status"};
        for (std::string line; std::getline(status, line);)
            if (line.rfind("SigCgt:", 0) == 0 &&
                (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1))
                return;
    }
}

TEST(Interrupt, ClosesAllFiles)
{
    for (const int signal : {SIGINT, SIGTERM}) {
        const SimRun run{long_run + Words{"--wave.enable", "true", "--wave.max_size", "4MiB"},
                         {"sharpsim", {}, [signal](int pid) {
                              wait_ms(700);
                              ::kill(pid, signal);
                          }}};
        EXPECT_EQ(run.result.code, 130) << run.result.text();
        EXPECT_EQ(run.status(), "interrupted");
        EXPECT_GT(run.number("sim_time_ps"), 0U);
        EXPECT_FALSE(run.counters.empty());
        for (const char* name : {"config.ini", "collectives.csv", "waves.fst", "waves.gtkw"})
            EXPECT_TRUE(std::filesystem::exists(run.path() + "/" + name)) << name;
        EXPECT_GT(run.number("packet_hops"), 1000U);
        if (std::system("command -v fst2vcd > /dev/null") == 0) {
            const std::string convert =
                "fst2vcd -f '" + run.path() + "/waves.fst' -o '" + run.path() + "/w.vcd'";
            EXPECT_EQ(std::system(convert.c_str()), 0);
        }
    }
}

// Building a large fabric takes a while: a signal then ends the run as later ones do.
TEST(Interrupt, WhileTheFabricIsBuilt)
{
    const SimRun run{{"--fabric.hosts", "1500", "--workload.bytes", "64KiB", "--workload.payload",
                      "size-only", "--wave.enable", "true", "--wave.scope", "leaf0"},
                     {"sharpsim", {}, [](int pid) {
                          wait_until_handled(pid, SIGTERM);
                          wait_ms(20);
                          ::kill(pid, SIGTERM);
                      }}};
    EXPECT_EQ(run.result.code, 130) << run.result.text();
    EXPECT_EQ(run.status(), "interrupted");
    EXPECT_TRUE(std::filesystem::exists(run.path() + "/waves.fst"));
}

TEST(Interrupt, OfACollectiveTellsWhatWasUnfinished)
{
    const SimRun run{{"--fabric.hosts", "64", "--workload.bytes", "64KiB", "--workload.iterations", "10000",
                      "--workload.path", "sharp"},
                     {"sharpsim", {}, [](int pid) {
                          wait_ms(700);
                          ::kill(pid, SIGINT);
                      }}};
    EXPECT_EQ(run.result.code, 130) << run.result.text();
    EXPECT_EQ(run.status(), "interrupted");
    EXPECT_EQ(run.number("wrong"), 0U);
    EXPECT_NE(run.result.out.find("begun by 64 of 64 ranks"), std::string::npos) << run.result.text();
}

TEST(Kill, LeavesAReadableWaveform)
{
    if (std::system("command -v fst2vcd > /dev/null") != 0)
        GTEST_SKIP() << "no fst2vcd (package gtkwave)";
    // What has been written out is readable; the first parts are by the time that the file has a few
    // megabytes.
    const TempDir place;
    const std::string fst = (place.path() / "out" / "waves.fst").string();
    const ProgramResult result = run_program(
        Words{"run", "--out", (place.path() / "out").string(), "--wave.enable", "true"} + long_run,
        {"sharpsim", {}, [&fst](int pid) {
             std::error_code absent;
             for (int i = 0; i < 1500; ++i) {
                 wait_ms(10);
                 const auto size = std::filesystem::file_size(fst, absent);
                 if (!absent && size > 8'000'000)
                     break;
             }
             ::kill(pid, SIGKILL);
         }});
    EXPECT_EQ(result.code, 128 + SIGKILL);
    EXPECT_FALSE(std::filesystem::exists(place.path() / "out" / "summary.json")); // the run did not end
    const std::string vcd = (place.path() / "waves.vcd").string();
    ASSERT_EQ(std::system(("fst2vcd -f '" + fst + "' -o '" + vcd + "'").c_str()), 0);
    const std::string text = read_file(vcd);
    EXPECT_NE(text.find("$enddefinitions"), std::string::npos);
    EXPECT_NE(text.find("leaf0"), std::string::npos);
    EXPECT_NE(text.find("\n#1"), std::string::npos); // times after zero
}

} // namespace
