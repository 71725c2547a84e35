// SPDX-License-Identifier: Apache-2.0
// The published vectors, through the program: every line is read, every line passes.
#include <gtest/gtest.h>

#include <zlib.h>

#include <fstream>

#include "tb/bench.h"

namespace {

using namespace sharpsim::test;
using namespace sharpsim::reduction;

struct File {
    const char* function;
    const char* rest;
    unsigned lines;
    Type type;
};

const File files[] = {
    {"f16_add", ".l1.rne", 20000, Type::float16},
    {"bf16_add", ".exact.rne", 20000, Type::bfloat16},
    {"f32_add", ".l1.rne", 20000, Type::float32},
    {"f64_add", ".l1.rne", 20000, Type::float64},
    {"e4m3_add", ".exhaustive", 65536, Type::float8_e4m3},
    {"e5m2_add", ".exhaustive", 65536, Type::float8_e5m2},
    {"f16_minmax", ".ieee2019", 20000, Type::float16},
    {"bf16_minmax", ".ieee2019", 20000, Type::bfloat16},
    {"f32_minmax", ".ieee2019", 20000, Type::float32},
    {"e4m3_minmax", ".ieee2019", 65536, Type::float8_e4m3},
};

bool in_target(const std::string& target, const File& file)
{
    const bool add = std::string{file.function}.find("_add") != std::string::npos;
    const bool variants = !add || element_bytes(file.type) == 1;
    return target == "model" || (in_rtl(file.type, Operator::sum) && in_rtl(file.type, Operator::max) &&
                                 (!variants || in_rtl(variant_of(7))));
}

class Vectors : public ::testing::TestWithParam<const char*> {};

TEST_P(Vectors, EveryLinePasses)
{
    if (shared_file("data/vectors/README.md").empty())
        GTEST_SKIP() << "no vectors beside the repository (../shared/data/vectors)";
    const std::string target = GetParam();
    unsigned read = 0;
    for (const File& file : files) {
        const std::string path =
            shared_file(std::string{"data/vectors/"} + file.function + file.rest + ".txt.gz");
        ASSERT_NE(path, "") << file.function;
        const ProgramResult result =
            run_bench({"--vectors", path, "--function", file.function, "--target", target});
        const std::string lines = std::to_string(file.lines);
        if (!in_target(target, file)) {
            EXPECT_EQ(result.code, 1) << result.text();
            EXPECT_NE(result.out.find("lines read " + lines + ", passed "), std::string::npos)
                << result.text();
            continue;
        }
        EXPECT_EQ(result.code, 0) << result.text();
        EXPECT_NE(result.out.find("lines read " + lines + ", passed " + lines + ", failed 0"),
                  std::string::npos)
            << result.text();
        read += file.lines;
    }
    if (target == "model" || rtl_is_complete()) {
        EXPECT_EQ(read, 336608U);
    }
}

INSTANTIATE_TEST_SUITE_P(Targets, Vectors, ::testing::Values("rtl", "model"),
                         [](const auto& parameter) { return std::string{parameter.param}; });

// ---- Files of one's own ----

class VectorText : public ::testing::Test {
protected:
    ProgramResult run(const std::string& text, const std::string& function = "f32_add")
    {
        path_ = (directory_.path() / "vectors.txt").string();
        std::ofstream{path_} << text;
        return run_bench({"--vectors", path_, "--function", function});
    }
    TempDir directory_;
    std::string path_;
};

constexpr const char* right = "3F800000 3F800000 40000000 00\n";

TEST_F(VectorText, PlainTextIsReadAndADifferenceIsShown)
{
    const ProgramResult good = run(std::string{right} + "\n3F800000 33800000 3f800000 01\r\n");
    EXPECT_EQ(good.code, 0) << good.text();
    EXPECT_NE(good.out.find("lines read 2, passed 2, failed 0"), std::string::npos);

    std::string text;
    for (int n = 0; n < 12; ++n)
        text += "3F800000 3F800000 40000001 00\n";
    const ProgramResult bad = run(text + right + "3F800000 3F800000 40000000 01\n");
    EXPECT_EQ(bad.code, 1);
    EXPECT_NE(bad.out.find("lines read 14, passed 1, failed 13"), std::string::npos) << bad.out;
    EXPECT_NE(line_with(bad.out, path_ + ":10: float32 sum"), "");
    EXPECT_EQ(line_with(bad.out, path_ + ":11: "), "") << "ten differences are enough";
}

TEST_F(VectorText, GzippedTextIsRead)
{
    path_ = (directory_.path() / "vectors.gz").string();
    gzFile file = gzopen(path_.c_str(), "wb");
    gzputs(file, right);
    gzclose(file);
    const ProgramResult result = run_bench({"--vectors", path_, "--function", "f32_add"});
    EXPECT_EQ(result.code, 0) << result.text();
}

TEST_F(VectorText, NoLineIsAFailure)
{
    const ProgramResult result = run("");
    EXPECT_EQ(result.code, 1);
    EXPECT_NE(result.out.find("lines read 0"), std::string::npos);
}

TEST_F(VectorText, AMalformedLineIsNamed)
{
    const struct {
        std::string line;
        std::string part;
    } cases[] = {{"3F800000 3F800000 00", "found 3 words, wanted 4"},
                 {"3F800000 3F80000 40000000 00", "found '3F80000' as word 2, wanted 8 hexadecimal digits"},
                 {"3F800000 3F80000G 40000000 00", "found '3F80000G' as word 2"},
                 {"3F800000 3F800000 40000000 0", "found '0' as word 4, wanted 2"},
                 {"-F800000 3F800000 40000000 00", "found '-F800000' as word 1"}};
    for (const auto& c : cases) {
        const ProgramResult result = run(right + c.line + "\n");
        EXPECT_EQ(result.code, 2) << result.text();
        EXPECT_NE(result.err.find(path_ + ":2: " + c.part), std::string::npos) << result.err;
    }
}

} // namespace
