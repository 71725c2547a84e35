// SPDX-License-Identifier: Apache-2.0
// The bench can fail: faults in RTL and model are found, reported with all that is needed, and repeated by
// the printed command.
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <regex>

#include "observe/fst_contents.h"
#include "tb/bench.h"

namespace {

using namespace sharpsim::test;

ProgramResult run_faulty(const Words& args, const std::string& directory)
{
    return run_bench(args, directory, "tb_reduction_alu_faulty");
}

Words rtl_fault(int type, int op, int lane)
{
    return {"+alu_fault_type=" + std::to_string(type), "+alu_fault_op=" + std::to_string(op),
            "+alu_fault_lane=" + std::to_string(lane), "+alu_fault_beat=0"};
}

// From "MISMATCH" on, without the line of the command itself.
std::string report_of(const std::string& out)
{
    const std::size_t begin = out.find("MISMATCH");
    return begin == std::string::npos ? "" : out.substr(begin);
}

// As somebody who copies the line into a shell.
ProgramResult run_line(const std::string& command, const std::string& directory)
{
    ProgramResult result;
    result.out.clear();
    FILE* pipe = ::popen(("cd '" + directory + "' && " + command).c_str(), "r");
    char text[256];
    while (std::fgets(text, sizeof text, pipe) != nullptr)
        result.out += text;
    const int status = ::pclose(pipe);
    result.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
}

std::string found(const std::string& text, const std::string& pattern)
{
    std::smatch match;
    return std::regex_search(text, match, std::regex{pattern}) ? match[1].str() : "";
}

TEST(TestBenchFailure, AFaultOfTheRtlIsReportedAndRepeatedByTheCommand)
{
    const struct {
        int type;
        int op;
        int lane;
        const char* name;
    } faults[] = {{10, 0, 15, "float32 sum"}, {4, 1, 0, "int32 min"}, {8, 2, 7, "float16 max"}};
    for (const auto& fault : faults) {
        const TempDir directory;
        const std::string where = directory.path().string();
        const ProgramResult result =
            run_faulty(rtl_fault(fault.type, fault.op, fault.lane) + Words{"--seed", "4"}, where);
        ASSERT_EQ(result.code, 1) << result.text();
        EXPECT_NE(line_with(result.out, "seed 4, target rtl: MISMATCH: a value differs"), "") << result.out;
        const std::string beat =
            found(result.out, "beat ([0-9]+): " + std::string{fault.name} + ", rounding");
        ASSERT_NE(beat, "") << result.out;
        EXPECT_NE(line_with(result.out, "  lane " + std::to_string(fault.lane) + " element "), "")
            << result.out;
        for (const std::string part : {"accumulator", "operand", "expected", "got"})
            EXPECT_NE(found(result.out, "(\n    " + part + " +[0-9A-F]{4,8}  [-+]?[0-9a-zA-Z.]+)"), "")
                << part;

        const std::string command = found(result.out, "reproduce: (.*)\n");
        EXPECT_NE(command.find("--count " + std::to_string(std::stoul(beat) + 1) + " "), std::string::npos);
        const ProgramResult again = run_line(command, where);
        EXPECT_EQ(again.code, 1);
        EXPECT_EQ(report_of(again.out), report_of(result.out));
        // One beat less does not fail.
        const std::string shorter =
            std::regex_replace(command, std::regex{"--count [0-9]+"}, "--count " + beat);
        EXPECT_EQ(run_line(shorter, where).code, beat == "0" ? 2 : 0);
    }
}

TEST(TestBenchFailure, AFaultInASlotIsReportedAsSlots)
{
    if (!rtl_has_precisions())
        GTEST_SKIP() << "the RTL of this build has no precisions beside native";
    const struct {
        const char* precision;
        const char* slot; // as the report has it
    } cases[] = {{"fp32", "00000000[0-9A-F]{8}  [-+][0-9a-zA-Z.]+"},
                 {"exact_node", "[0-9A-F]{16}  -?[0-9]+ x 2\\^-24"},
                 {"exact_wire_merge", "[0-9A-F]{16}  -?[0-9]+ x 2\\^-24"}};
    for (const auto& c : cases) {
        const TempDir directory;
        const std::string where = directory.path().string();
        const ProgramResult result = run_faulty(
            rtl_fault(8, 0, 5) + Words{"--type", "float16", "--op", "sum", "--precision", c.precision},
            where);
        ASSERT_EQ(result.code, 1) << result.text();
        EXPECT_NE(result.out.find("precision " + std::string{c.precision} + ", variant"), std::string::npos);
        EXPECT_NE(found(result.out, "(\n    accumulator +" + std::string{c.slot} + ")"), "") << result.out;
        const std::string command = found(result.out, "reproduce: (.*)\n");
        const ProgramResult again = run_line(command, where);
        EXPECT_EQ(again.code, 1);
        EXPECT_EQ(report_of(again.out), report_of(result.out));
    }
}

TEST(TestBenchFailure, TheWaveformEndsAfterTheFailureWithItsMarkerThere)
{
    for (const bool named : {false, true}) {
        const TempDir directory;
        const std::string where = directory.path().string();
        const ProgramResult result =
            run_faulty(rtl_fault(10, 0, 3) +
                           (named ? Words{"--wave", "named.fst", "--seed", "2"} : Words{"--seed", "2"}),
                       where);
        ASSERT_EQ(result.code, 1) << result.text();
        const auto cycle = std::stoull(found(result.out, "\n  cycle ([0-9]+)\n"));
        const std::string stem = where + (named ? "/named" : "/tb_reduction_alu-2");
        const sharpsim::FstContents wave = sharpsim::read_fst_contents(stem + ".fst");
        EXPECT_GE(wave.end.count(), cycle * 1000);
        EXPECT_LE(wave.end.count(), cycle * 1000 + 5000);
        EXPECT_EQ(wave.begin.count(), named || cycle < 64 ? 0 : (cycle - 64) * 1000);
        EXPECT_GT(wave.variables.size(), 25U);
        const std::string save = read_file(stem + ".gtkw");
        EXPECT_EQ(found(save, "\n\\*[-0-9.]+ ([0-9]+) -1"), std::to_string(cycle * 1000));
        EXPECT_NE(save.find("alu.out_acc_o["), std::string::npos);
    }
}

TEST(TestBenchFailure, AnUnwritableDirectoryHidesNoFailure)
{
    const ProgramResult result = run_faulty(rtl_fault(10, 0, 3), "/proc");
    EXPECT_EQ(result.code, 1) << result.text();
    EXPECT_NE(result.out.find("MISMATCH"), std::string::npos);
    EXPECT_NE(result.out.find("no waveform: "), std::string::npos);
    EXPECT_NE(line_with(result.out, "reproduce: "), "");
}

TEST(TestBenchFailure, EveryFaultOfTheModelIsFound)
{
    const TempDir directory;
    for (int fault = 1; fault <= 10; ++fault) {
        const ProgramResult result = run_faulty({"--target", "model", "--variant", "all", "--count", "50000",
                                                 "+model_fault=" + std::to_string(fault)},
                                                directory.path().string());
        EXPECT_EQ(result.code, 1) << "fault " << fault << "\n" << result.text();
        const std::string command = found(result.out, "reproduce: (.*)\n");
        const ProgramResult again = run_line(command, directory.path().string());
        EXPECT_EQ(again.code, 1);
        EXPECT_EQ(report_of(again.out), report_of(result.out));
    }
    EXPECT_TRUE(std::filesystem::is_empty(directory.path())) << "the model has no waveforms";
}

TEST(TestBenchFailure, AllPairsFindAFaultAndNameTheCombination)
{
    const TempDir directory;
    const std::string where = directory.path().string();
    const ProgramResult result =
        run_faulty({"--exhaustive", "int8", "--target", "model", "+model_fault=9"}, where);
    ASSERT_EQ(result.code, 1) << result.text();
    const std::string command = found(result.out, "reproduce: (.*)\n");
    EXPECT_NE(command.find("--exhaustive int8 --op sum --rounding nearest_even"), std::string::npos)
        << command;
    EXPECT_EQ(report_of(run_line(command, where).out), report_of(result.out));
}

} // namespace
