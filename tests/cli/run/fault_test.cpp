// SPDX-License-Identifier: Apache-2.0
// What watches the results can fail: faults in the RTL stop a lockstep run at the first difference, faults in
// the model are caught by the oracle.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <regex>

#include "support/program.h"

namespace {

using namespace sharpsim::test;

// Names, codes of the ALU's pins, bytes of an element.
struct TypeCode {
    const char* name;
    unsigned code;
};
constexpr TypeCode types[] = {{"int32", 4}, {"uint32", 5}, {"float16", 8}, {"bfloat16", 9}, {"float32", 10}};
constexpr const char* operators[] = {"sum", "min", "max"};

Words tiny(const std::string& type, const std::string& op)
{
    return {"--fabric.kind",       "single-switch",
            "--fabric.hosts",      "4",
            "--workload.bytes",    "256",
            "--workload.type",     type,
            "--workload.operator", op,
            "--workload.path",     "sharp"};
}

struct Case {
    TypeCode type;
    unsigned op;
};

void PrintTo(const Case& c, std::ostream* os) { *os << c.type.name << " " << operators[c.op]; }

class RtlFault : public ::testing::TestWithParam<Case> {};

// First and last lane of first and last beat: 256 bytes are four beats of 16 lanes.
TEST_P(RtlFault, StopsALockstepRunAtTheFirstDifference)
{
    const auto [type, op] = GetParam();
    for (const unsigned lane : {0U, 15U})
        for (const unsigned tail : {0U, 1U}) {
            const std::string fault =
                "+alu_fault_type=" + std::to_string(type.code) + " +alu_fault_op=" + std::to_string(op) +
                " +alu_fault_lane=" + std::to_string(lane) + " +alu_fault_beat=" + std::to_string(tail);
            SCOPED_TRACE(fault);
            const SimRun run{tiny(type.name, operators[op]) + Words{"--alu.back_end", "lockstep"},
                             {"sharpsim_rtl_faulty", {{"SHARPSIM_ALU_FAULT", fault}}, {}}};
            EXPECT_EQ(run.result.code, 3);
            EXPECT_EQ(run.status(), "wrong");
            // The second operand is the first that is combined with another: beats 1 to 4 pass without a
            // fault.
            EXPECT_EQ(run.number("beats_compared"), tail == 0 ? 5U : 8U);
            EXPECT_EQ(run.number("rtl_mismatches"), 1U);
            EXPECT_EQ(run.number("wrong"), 0U);
            const std::string text = run.result.text();
            EXPECT_NE(text.find("status     wrong: the RTL differs from the model (1 mismatch, " +
                                std::to_string(run.number("beats_compared")) + " beats compared"),
                      std::string::npos)
                << text;
            const std::regex wanted{"failure    RTL mismatch at ([0-9]+) ps in leaf0\\.an\\.alu0: .*" +
                                    std::string{type.name} + " " + operators[op] + ",[^\n]*"};
            std::smatch found;
            ASSERT_TRUE(std::regex_search(text, found, wanted)) << text;
            const std::string line = found[0];
            EXPECT_EQ("failure    " + run.summary.at("failure").get<std::string>(), line);
            EXPECT_EQ(std::stoull(found[1]), run.number("sim_time_ps"));
            for (const std::string& part :
                 {std::string{"operation 0"}, std::string{" of 4 children in, latest host"},
                  "lane " + std::to_string(lane) + ":",
                  std::string{"beat "} + (tail == 0 ? "0" : "3") + " of 4"})
                EXPECT_NE(line.find(part), std::string::npos) << part << "\n" << line;
            const auto word_after = [&](const std::string& label) {
                const std::size_t at = line.find(label);
                EXPECT_NE(at, std::string::npos) << label << "\n" << line;
                return at == std::string::npos ? 0
                                               : std::stoul(line.substr(at + label.size(), 8), nullptr, 16);
            };
            EXPECT_NE(word_after("accumulator "), word_after("operand ")); // random numbers
            EXPECT_EQ(word_after("expected ") ^ word_after("got "), 1U);   // the fault inverts the lowest bit
        }
}

std::vector<Case> all_cases()
{
    std::vector<Case> cases;
    for (const TypeCode& type : types)
        for (unsigned op = 0; op < 3; ++op)
            cases.push_back({type, op});
    return cases;
}

INSTANTIATE_TEST_SUITE_P(All, RtlFault, ::testing::ValuesIn(all_cases()), [](const auto& i) {
    return std::string{i.param.type.name} + "_" + operators[i.param.op];
});

TEST(RtlFaultRun, WithoutAFaultAllBeatsAreEqual)
{
    for (const char* program : {"sharpsim", "sharpsim_rtl_faulty"}) {
        const SimRun run{tiny("float32", "sum") + Words{"--alu.back_end", "lockstep"}, {program, {}, {}}};
        expect_ok(run);
        EXPECT_EQ(run.number("beats_compared"), 4U * 4);
    }
}

// What a run said of a difference is in its files too, and is said in one line to those who want no table.
TEST(RtlFaultRun, ReportAndQuietTellTheDifference)
{
    const ProgramOptions faulty{
        "sharpsim_rtl_faulty",
        {{"SHARPSIM_ALU_FAULT", "+alu_fault_type=10 +alu_fault_op=0 +alu_fault_lane=3 +alu_fault_beat=0"}},
        {}};
    const SimRun run{tiny("float32", "sum") + Words{"--alu.back_end", "lockstep", "--quiet"}, faulty};
    EXPECT_EQ(run.result.code, 3);
    EXPECT_EQ(run.result.out, "");
    const auto failure = run.summary.at("failure").get<std::string>();
    EXPECT_EQ(run.result.err, "sharpsim: wrong: " + failure + " (" + run.path() + ")\n");
    EXPECT_NE(failure.find("lane 3: "), std::string::npos) << failure;
    const ProgramResult report = run_program({"report", run.path()});
    EXPECT_EQ(report.code, 0);
    EXPECT_NE(report.out.find("the RTL differs from the model (1 mismatch, 5 beats compared"),
              std::string::npos)
        << report.out;
    EXPECT_NE(report.out.find("failure    " + failure + "\n"), std::string::npos) << report.out;
}

// Without the comparison the oracle sees what the RTL got wrong.
TEST(RtlFaultRun, OracleCatchesItWithoutLockstep)
{
    const SimRun run{
        tiny("float32", "sum") + Words{"--alu.back_end", "rtl"},
        {"sharpsim_rtl_faulty",
         {{"SHARPSIM_ALU_FAULT", "+alu_fault_type=10 +alu_fault_op=0 +alu_fault_lane=0 +alu_fault_beat=0"}},
         {}}};
    EXPECT_EQ(run.result.code, 3);
    EXPECT_EQ(run.status(), "wrong");
    EXPECT_EQ(run.number("wrong"), 4U); // one element at each rank
    EXPECT_EQ(run.number("rtl_mismatches"), 0U);
    EXPECT_NE(run.result.out.find("status     wrong: results differ from the oracle, 4 wrong elements"),
              std::string::npos)
        << run.result.text();
    EXPECT_NE(run.result.out.find("failure    the first wrong element: collective 0 at rank "),
              std::string::npos);
}

// ---- The model

Words special(const std::string& type, const std::string& op)
{
    // 9 kinds of values visit the 16 lanes of a beat; 4 beats an operation, 4 operations.
    return {"--fabric.kind",       "single-switch",
            "--fabric.hosts",      "8",
            "--workload.bytes",    "4096",
            "--workload.type",     type,
            "--workload.operator", op,
            "--workload.path",     "sharp",
            "--workload.values",   "special"};
}

class ModelFault : public ::testing::TestWithParam<int> {};

TEST_P(ModelFault, IsCaughtByTheOracle)
{
    unsigned caught = 0;
    for (const TypeCode& type : types)
        for (const char* op : operators) {
            SCOPED_TRACE(std::string{type.name} + " " + op);
            const SimRun run{
                special(type.name, op),
                {"sharpsim_model_faulty", {{"SHARPSIM_MODEL_FAULT", std::to_string(GetParam())}}, {}}};
            if (run.result.code == 0) { // not every fault touches every type and operator
                expect_ok(run);
                continue;
            }
            ++caught;
            EXPECT_EQ(run.result.code, 3) << run.result.text();
            EXPECT_EQ(run.status(), "wrong");
            EXPECT_GT(run.number("wrong"), 0U);
            EXPECT_EQ(number(run.collectives.at(0), "wrong"), run.number("wrong"));
            EXPECT_NE(run.result.text().find("expected 0x"), std::string::npos) << run.result.text();
        }
    EXPECT_GT(caught, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, ModelFault, ::testing::Range(1, 11));

// Model, RTL and oracle agree on special values, in both programs and on both paths.
TEST(SpecialValues, AreExactWithoutAFault)
{
    for (const TypeCode& type : types)
        for (const char* op : operators) {
            SCOPED_TRACE(std::string{type.name} + " " + op);
            const SimRun lockstep{special(type.name, op) + Words{"--alu.back_end", "lockstep"}};
            expect_ok(lockstep);
            EXPECT_EQ(lockstep.number("beats_compared"), lockstep.number("beats_reduced"));
            expect_ok(SimRun{special(type.name, op), {"sharpsim_model_faulty", {}, {}}});
            Words ring = special(type.name, op);
            *std::find(ring.begin(), ring.end(), "sharp") = "ring";
            expect_ok(SimRun{ring});
        }
}

} // namespace
