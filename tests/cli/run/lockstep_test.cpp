// SPDX-License-Identifier: Apache-2.0
// Whole allreduces over a tree of two levels with model and RTL side by side, for every type, operator,
// rounding and precision: special values, last beats that are not full, and the oracle as third judge.
#include <gtest/gtest.h>

#include <ostream>

#include "reduction/capabilities.h"
#include "support/program.h"

namespace {

using namespace sharpsim::test;
using namespace sharpsim::reduction;

const char* const roundings[rounding_count] = {"nearest_even", "down", "toward_zero", "up", "stochastic"};

class Lockstep : public ::testing::TestWithParam<unsigned> {
protected:
    Type type{static_cast<Type>(GetParam())};

    void run(Operator op, const char* rounding, Precision precision) const
    {
        const Words args{"--fabric.hosts",        "4",
                         "--fabric.leaves",       "2",
                         "--fabric.spines",       "1",
                         "--sharp.profile",       "future",
                         "--workload.path",       "sharp",
                         "--workload.values",     "special",
                         "--workload.type",       std::string{name(type)},
                         "--workload.operator",   std::string{name(op)},
                         "--workload.bytes",      "1232",
                         "--reduction.rounding",  rounding,
                         "--reduction.precision", std::string{name(precision)}};
        SCOPED_TRACE(std::string{name(op)} + " " + rounding + " " + std::string{name(precision)});
        const SimRun lockstep{args + Words{"--alu.back_end", "lockstep"}};
        expect_ok(lockstep);
        EXPECT_GT(lockstep.number("beats_reduced"), 0U);
        EXPECT_EQ(lockstep.number("beats_compared"), lockstep.number("beats_reduced"));
        // The draws, too, are those of the model alone.
        if (std::string{rounding} == "stochastic") {
            EXPECT_EQ(SimRun{args}.digest(), lockstep.digest());
        }
    }
};

TEST_P(Lockstep, AgreesInEveryOperator)
{
    for (unsigned o = 1; o < operator_count; ++o) {
        const auto op = static_cast<Operator>(o);
        if (defined(type, op) && in_rtl(type, op))
            run(op, roundings[0], Precision::native);
    }
}

TEST_P(Lockstep, AgreesInSumsOfEveryRoundingAndPrecision)
{
    if (!in_rtl(type, Operator::sum))
        GTEST_SKIP() << "the RTL of this build lacks " << name(type);
    for (unsigned p = 0; p < precision_count; ++p) {
        const auto precision = static_cast<Precision>(p);
        if (p != 0 && (!is_float(type) || !keeps(precision, type) || !in_rtl(precision)))
            continue;
        for (unsigned r = 0; r < (is_float(type) ? rounding_count : 1); ++r)
            run(Operator::sum, roundings[r], precision);
    }
}

INSTANTIATE_TEST_SUITE_P(Types, Lockstep, ::testing::Range(0U, type_count),
                         [](const auto& i) { return std::string{name(static_cast<Type>(i.param))}; });

} // namespace
