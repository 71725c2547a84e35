// SPDX-License-Identifier: Apache-2.0
// A fault in the RTL, in each type and operator, in the first and last lane of the first and last beat, must
// stop a lockstep run with a message that says what differed, where and when.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "unit/reduction/engine_bench.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::reduction;
using sharpsim::test::EngineBench;
using sharpsim::test::pattern;

struct Fault {
    Type type;
    Operator op;
    unsigned lane;
    bool tail;
};

std::vector<Fault> all_faults()
{
    std::vector<Fault> faults;
    for (const Type type : {Type::int32, Type::uint32, Type::float16, Type::bfloat16, Type::float32})
        for (const Operator op : {Operator::sum, Operator::min, Operator::max})
            for (const unsigned lane : {0U, built_lanes - 1})
                for (const bool tail : {false, true})
                    faults.push_back({type, op, lane, tail});
    return faults;
}

std::shared_ptr<AluRtlContext> context_with(const Fault& f)
{
    return std::make_shared<AluRtlContext>(std::vector<std::string>{
        "+alu_fault_type=" + std::to_string(static_cast<int>(f.type)),
        "+alu_fault_op=" + std::to_string(static_cast<int>(f.op)),
        "+alu_fault_lane=" + std::to_string(f.lane), "+alu_fault_beat=" + std::to_string(f.tail ? 1 : 0)});
}

// One operation of every type and operator, two operands of three beats each.
std::string run(std::shared_ptr<AluRtlContext> context, BackEnd back_end, std::uint64_t& compared)
{
    ReductionConfig config;
    config.back_end = back_end;
    EngineBench b{config, std::move(context)};
    b.engine.describe_tokens(
        [](std::uint32_t token) { return "packet " + std::to_string(token) + " of child 1"; });
    std::uint32_t token = 100;
    std::uint64_t ps = 0;
    for (const Type type : {Type::int32, Type::uint32, Type::float16, Type::bfloat16, Type::float32})
        for (const Operator op : {Operator::sum, Operator::min, Operator::max}) {
            const AccRef acc = b.open(type, op, 192);
            b.fold_at(ps, acc, pattern(type, 192, 0), true, token++);
            b.fold_at(ps, acc, pattern(type, 192, 1), false, token++);
            ps += 100000;
        }
    std::string text;
    try {
        b.run();
    } catch (const ModelError& e) {
        text = e.what();
    }
    compared = b.engine.beats_compared();
    return text;
}

TEST(RtlFaults, NoneIsFoundWithoutAFault)
{
    std::uint64_t compared = 0;
    EXPECT_EQ(run(std::make_shared<AluRtlContext>(), BackEnd::lockstep, compared), "");
    EXPECT_EQ(compared, 15U * 2 * 3);
}

TEST(RtlFaults, AreNotNoticedByTheRtlBackEndAlone)
{
    std::uint64_t compared = 0;
    EXPECT_EQ(run(context_with({Type::int32, Operator::sum, 0, false}), BackEnd::rtl, compared), "");
    EXPECT_EQ(compared, 0U);
}

class RtlFault : public ::testing::TestWithParam<Fault> {};

TEST_P(RtlFault, StopsAtTheFirstDifference)
{
    const Fault f = GetParam();
    std::uint64_t compared = 0;
    const std::string text = run(context_with(f), BackEnd::lockstep, compared);
    const auto contains = [&](const std::string& part) { return text.find(part) != std::string::npos; };
    EXPECT_TRUE(contains("RTL mismatch at ")) << text;
    EXPECT_TRUE(contains(" ps in leaf0.alu0: ")) << text;
    EXPECT_TRUE(contains(std::string{name(f.type)} + " " + std::string{name(f.op)} + ",")) << text;
    EXPECT_TRUE(contains("lane " + std::to_string(f.lane) + ":")) << text;
    EXPECT_TRUE(contains(f.tail ? "beat 2 of 3" : "beat 0 of 3")) << text;
    // Operations in the order of run(): the second operand of this one.
    const unsigned place = f.type == Type::int32      ? 0
                           : f.type == Type::uint32   ? 1
                           : f.type == Type::float16  ? 2
                           : f.type == Type::bfloat16 ? 3
                                                      : 4;
    const unsigned operation = place * 3 + static_cast<unsigned>(f.op);
    const unsigned token = 100 + 2 * operation + 1;
    EXPECT_TRUE(
        contains("token " + std::to_string(token) + " (packet " + std::to_string(token) + " of child 1)"))
        << text;
    // Second operand: beats 0..2 issued at edges 6..8 of its 100 ns, results seen five edges later.
    EXPECT_TRUE(contains("at " + std::to_string(operation * 100000 + (f.tail ? 13000 : 11000)) + " ps"))
        << text;
    EXPECT_EQ(compared, operation * 6 + (f.tail ? 6U : 4U));

    // Operands, expected and got: the fault inverts the lowest bit of the lane.
    const auto word_after = [&](const std::string& label) {
        const std::size_t at = text.find(label);
        return at == std::string::npos ? 0 : std::stoul(text.substr(at + label.size(), 8), nullptr, 16);
    };
    const std::size_t at = (f.tail ? 128U : 0U) + 4 * f.lane;
    std::uint32_t accumulator;
    std::uint32_t operand;
    std::memcpy(&accumulator, pattern(f.type, 192, 0).data() + at, 4);
    std::memcpy(&operand, pattern(f.type, 192, 1).data() + at, 4);
    EXPECT_EQ(word_after("accumulator "), accumulator) << text;
    EXPECT_EQ(word_after("operand "), operand) << text;
    EXPECT_EQ(word_after("expected ") ^ word_after("got "), 1U) << text;
}

INSTANTIATE_TEST_SUITE_P(All, RtlFault, ::testing::ValuesIn(all_faults()), [](const auto& i) {
    return std::string{name(i.param.type)} + "_" + std::string{name(i.param.op)} + "_lane" +
           std::to_string(i.param.lane) + (i.param.tail ? "_last" : "_first");
});

} // namespace
