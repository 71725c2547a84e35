// SPDX-License-Identifier: Apache-2.0
#include "reduction/capabilities.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace {

using namespace sharpsim::reduction;

TEST(Capabilities, GenerationsAddTypes)
{
    EXPECT_FALSE(offers(Profile::switch_ib2, Type::float16));
    EXPECT_TRUE(offers(Profile::quantum, Type::float16));
    EXPECT_FALSE(offers(Profile::quantum, Type::bfloat16));
    EXPECT_TRUE(offers(Profile::quantum2, Type::bfloat16));
    EXPECT_FALSE(offers(Profile::quantum_x800, Type::float8_e4m3));
    EXPECT_TRUE(offers(Profile::future, Type::float8_e4m3));
    for (unsigned p = 0; p + 1 < profile_count; ++p)
        for (unsigned t = 0; t < type_count; ++t)
            if (offers(static_cast<Profile>(p), static_cast<Type>(t))) {
                EXPECT_TRUE(offers(static_cast<Profile>(p + 1), static_cast<Type>(t)));
            }
}

TEST(Capabilities, EveryRefusalNamesItsReason)
{
    EXPECT_EQ(refusal(Profile::switch_ib2, Type::float16, Operator::sum),
              "profile switch-ib2 does not reduce float16, operator sum (it has int32, uint32, int64, "
              "uint64, float32, float64)");
    EXPECT_EQ(refusal(Profile::quantum2, Type::float32, Operator::bxor),
              "profile quantum2 does not reduce float32 by bxor, which is defined on integers only");
    EXPECT_EQ(refusal(Profile::quantum2, Type::int16, Operator::minloc),
              "profile quantum2 does not reduce int16 by minloc, which is defined on numbers of 32 and 64 "
              "bits only");
    EXPECT_EQ(refusal(Profile::quantum2, Type::bfloat16, Operator::sum), "");
    EXPECT_EQ(refusal(Precision::exact_node, Type::bfloat16, Operator::sum),
              "precision exact_node does not keep the sum of bfloat16 (it has float16, float8_e4m3, "
              "float8_e5m2)");
    EXPECT_EQ(refusal(Precision::fp32, Type::float64, Operator::sum),
              "precision fp32 does not keep the sum of float64 (it has float16, bfloat16, float32, "
              "float8_e4m3, float8_e5m2)");
}

TEST(Capabilities, PrecisionsConcernSumsOfFloats)
{
    const std::map<Precision, std::string> kept{
        {Precision::native, "float16 bfloat16 float32 float64 float8_e4m3 float8_e5m2 "},
        {Precision::wide19, "float16 bfloat16 "},
        {Precision::fp32, "float16 bfloat16 float32 float8_e4m3 float8_e5m2 "},
        {Precision::exact_node, "float16 float8_e4m3 float8_e5m2 "},
        {Precision::exact_wire, "float16 float8_e4m3 float8_e5m2 "}};
    for (const auto& [precision, types] : kept) {
        std::string found;
        for (unsigned t = 0; t < type_count; ++t) {
            const auto type = static_cast<Type>(t);
            if (is_float(type) && refusal(precision, type, Operator::sum).empty())
                found += std::string{name(type)} + " ";
            EXPECT_EQ(refusal(precision, type, Operator::max), "");
            if (!is_float(type)) {
                EXPECT_EQ(refusal(precision, type, Operator::sum), "");
            }
        }
        EXPECT_EQ(found, types) << name(precision);
    }
}

TEST(Capabilities, WhatIsNotRefusedIsInTheDatapath)
{
    unsigned computed = 0;
    for (unsigned t = 0; t < type_count; ++t)
        for (unsigned op = 0; op < operator_count; ++op)
            if (refusal(Profile::future, static_cast<Type>(t), static_cast<Operator>(op)).empty()) {
                EXPECT_TRUE(in_datapath(static_cast<Type>(t), static_cast<Operator>(op)));
                ++computed;
            }
    EXPECT_EQ(computed, 14U * 3 + 8 * 6 + 6 * 2); // arithmetic, bitwise and logical, pairs
}

TEST(Capabilities, ProfileNamesRoundTrip)
{
    for (unsigned p = 0; p < profile_count; ++p)
        EXPECT_EQ(parse_profile(name(static_cast<Profile>(p))), static_cast<Profile>(p));
    EXPECT_FALSE(parse_profile("quantum3").has_value());
}

} // namespace
