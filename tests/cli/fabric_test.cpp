// SPDX-License-Identifier: Apache-2.0
// sharpsim fabric show, check and generate.
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "cli/run_cli.h"
#include "topology/ibnetdiscover_reader.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::test;

const std::vector<std::string> small{"--fabric.hosts",  "24", "--fabric.leaves",       "3",
                                     "--fabric.spines", "2",  "--fabric.switch_ports", "16"};

std::vector<std::string> with(std::vector<std::string> args, const std::vector<std::string>& more)
{
    args.insert(args.end(), more.begin(), more.end());
    return args;
}

std::string without_first_line(const std::string& text) { return text.substr(text.find('\n') + 1); }

TEST(FabricCommand, GeneratedFabricComesBackFromItsFile)
{
    const TempDir here;
    const std::string file = (here.path() / "fabric.txt").string();
    const ProgramResult to_screen = run_cli(with({"fabric", "generate"}, small));
    ASSERT_EQ(to_screen.code, 0) << to_screen.err;
    const ProgramResult to_file = run_cli(with({"fabric", "generate", "--out", file}, small));
    EXPECT_EQ(to_file.code, 0) << to_file.err;
    EXPECT_EQ(to_file.out, "");
    std::ifstream in{file};
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>{in}, {}), to_screen.out);

    const topology::Fabric fabric = topology::read_fabric(file);
    EXPECT_EQ(fabric.nodes_of(topology::NodeKind::hca).size(), 24U);
    EXPECT_EQ(fabric.nodes_of(topology::NodeKind::switch_chip).size(), 5U);

    const ProgramResult shown = run_cli({"fabric", "show", file});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_NE(shown.out.find("5 switches, 24 HCAs"), std::string::npos) << shown.out;
    EXPECT_EQ(without_first_line(shown.out),
              without_first_line(run_cli(with({"fabric", "show"}, small)).out));
    const ProgramResult checked = run_cli({"fabric", "check", file});
    EXPECT_EQ(checked.code, 0) << checked.err;
    EXPECT_NE(checked.out.find("0 errors"), std::string::npos);
}

TEST(FabricCommand, GenerateKeepsAnExistingFile)
{
    const TempDir here;
    const std::string file = here.write("mine.txt", "mine");
    expect_refused(run_cli({"fabric", "generate", "--out", file}), {file, "exists", "--force"});
    std::ifstream in{file};
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>{in}, {}), "mine");
    EXPECT_EQ(run_cli({"fabric", "generate", "--out", file, "--force"}).code, 0);
    EXPECT_EQ(run_cli({"fabric", "show", file}).code, 0);
}

TEST(FabricCommand, FullDiskIsOneLine)
{
    const ProgramResult result = run_cli({"fabric", "generate", "--out", "/dev/full"});
    EXPECT_EQ(result.code, 1);
    EXPECT_EQ(lines_of(result.err).size(), 1U) << result.err;
    EXPECT_NE(result.err.find("/dev/full"), std::string::npos) << result.err;
}

// Two leaves, cabled to nothing but their hosts.
TEST(FabricCommand, CheckFailsOnAFabricInTwoParts)
{
    const TempDir here;
    std::string text;
    for (const std::string n : {"1", "2"})
        text += "switchguid=0x" + n + "(" + n + ")\nSwitch\t2 \"S-" + n + "\"\t\t# \"leaf" + n +
                "\" enhanced port 0 lid " + n + " lmc 0\n[1]\t\"H-" + n + "\"[1](1" + n + ") \t\t# \"host" +
                n + "\" lid 1" + n + " 4xNDR\n\n";
    for (const std::string n : {"1", "2"})
        text += "caguid=0x1" + n + "\nCa\t1 \"H-" + n + "\"\t\t# \"host" + n + "\"\n[1](1" + n + ") \t\"S-" +
                n + "\"[1]\t\t# lid 1" + n + " lmc 0 \"leaf" + n + "\" lid " + n + " 4xNDR\n\n";
    const std::string file = here.write("parts.txt", text);
    const ProgramResult result = run_cli({"fabric", "check", file});
    EXPECT_EQ(result.code, 2) << result.out << result.err;
    EXPECT_NE(result.out.find("error: 2 parts"), std::string::npos) << result.out << result.err;
    EXPECT_EQ(lines_of(result.err).size(), 1U);
}

TEST(FabricCommand, ProductionFabric)
{
    const std::string file = std::string(SHARPSIM_SHARED_DIR) + "/data/fabrics/ndr-40-switch.ibnetdiscover";
    if (!std::ifstream{file})
        GTEST_SKIP() << file << " is not there";
    const ProgramResult shown = run_cli({"fabric", "show", file});
    EXPECT_EQ(shown.code, 0) << shown.err;
    EXPECT_NE(shown.out.find("40 switches, 542 HCAs, 40 aggregation nodes"), std::string::npos) << shown.out;
    const ProgramResult checked = run_cli({"fabric", "check", "--fabric.file", file});
    EXPECT_EQ(checked.code, 0) << checked.err;
}

} // namespace
