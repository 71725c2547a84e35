// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "fabrics.h"

namespace sharpsim::topology {
namespace {

// Two switches, one HCA on each, as ibnetdiscover prints them.
const std::string good = "vendid=0x2c9\n"
                         "switchguid=0xa0(a0)\n"
                         "Switch\t4 \"S-00000000000000a0\"\t\t# \"one\" enhanced port 0 lid 1 lmc 0\n"
                         "[1]\t\"H-00000000000000c0\"[1](c1) \t\t# \"x\" lid 3 4xNDR\n"
                         "[4]\t\"S-00000000000000b0\"[4]\t\t# \"two\" lid 2 4xNDR\n"
                         "\n"
                         "switchguid=0xb0(b0)\n"
                         "Switch\t4 \"S-00000000000000b0\"\t\t# \"two\" enhanced port 0 lid 2 lmc 0\n"
                         "[1]\t\"H-00000000000000d0\"[1](d1) \t\t# \"y\" lid 4 4xNDR\n"
                         "[4]\t\"S-00000000000000a0\"[4]\t\t# \"one\" lid 1 4xNDR\n"
                         "\n"
                         "caguid=0xc0\n"
                         "Ca\t1 \"H-00000000000000c0\"\t\t# \"x\"\n"
                         "[1](c1) \t\"S-00000000000000a0\"[1]\t\t# lid 3 lmc 0 \"one\" lid 1 4xNDR\n"
                         "\n"
                         "caguid=0xd0\n"
                         "Ca\t1 \"H-00000000000000d0\"\t\t# \"y\"\n"
                         "[1](d1) \t\"S-00000000000000b0\"[1]\t\t# lid 4 lmc 0 \"two\" lid 2 4xNDR\n";

struct Case {
    const char* name;
    const char* from; // in `good`, first occurrence; "" for the whole text
    const char* to;
    std::size_t line; // where the error must point; 0: no line
    const char* says;
};

const Case cases[] = {
    {"Empty", "", "", 0, "no Switch"},
    {"OnlyComments", "", "# nothing\n\n", 0, "no Switch"},
    {"OnlyKeys", "", "vendid=0x2c9\n", 0, "no Switch"},
    {"Binary", "", "Switch\x01\x02", 0, "not a text file"},
    {"Garbage", "vendid=0x2c9", "hello world", 1, "not a line of"},
    {"UnknownKey", "vendid=", "vendor=", 1, "unknown key 'vendor='"},
    {"BadKeyValue", "vendid=0x2c9", "vendid=0xzz", 1, "hexadecimal"},
    {"TailAfterKey", "vendid=0x2c9", "vendid=0x2c9 1", 1, "unexpected '1'"},
    {"GuidTooLong", "0xa0(a0)", "0x1234567890abcdef0(a0)", 2, "hexadecimal"},
    {"GuidNotClosed", "0xa0(a0)", "0xa0(a0", 2, "')'"},
    {"DuplicateGuid", "switchguid=0xb0(b0)\nSwitch\t4 \"S-00000000000000b0\"",
     "switchguid=0xa0(a0)\nSwitch\t4 \"two\"", 8, "GUID 0xa0 of \"two\" is already that of"},
    {"IdAndGuidDiffer", "switchguid=0xb0(b0)", "switchguid=0xbb(bb)", 8, "different GUIDs"},
    {"DuplicateId", "caguid=0xc0\nCa\t1 \"H-00000000000000c0\"", "caguid=0xc0\nCa\t1 \"S-00000000000000a0\"",
     13, "different GUIDs"},
    {"NoPorts", "Switch\t4", "Switch\t0", 3, "number of ports"},
    {"TooManyPorts", "Switch\t4", "Switch\t255", 3, "1 to 254"},
    {"HugePortCount", "Switch\t4", "Switch\t99999999999999999999", 3, "1 to 254"},
    {"PortCountMissing", "Switch\t4 ", "Switch\t", 3, "number of ports"},
    {"IdNotQuoted", "Switch\t4 \"S-00000000000000a0\"", "Switch\t4 S-00000000000000a0", 3, "double quotes"},
    {"IdNotClosed", "Switch\t4 \"S-00000000000000a0\"\t\t# \"one\"",
     "Switch\t4 \"S-00000000000000a0\t\t# one", 3, "not closed"},
    {"EmptyId", "Switch\t4 \"S-00000000000000a0\"", "Switch\t4 \"\"", 3, "empty node id"},
    {"SwitchLidZero", "port 0 lid 1 lmc", "port 0 lid 0 lmc", 3, "LID"},
    {"SwitchLidTooHigh", "port 0 lid 1 lmc", "port 0 lid 49152 lmc", 3, "1 to 49151"},
    {"LmcTooHigh", "lid 1 lmc 0", "lid 1 lmc 8", 3, "0 to 7"},
    {"HeaderTail", "lid 1 lmc 0", "lid 1 lmc 0 more", 3, "unexpected 'more'"},
    {"PortZero", "[4]\t\"S-00000000000000b0\"", "[0]\t\"S-00000000000000b0\"", 5, "it has ports 1 to 4"},
    {"PortOutOfRange", "[4]\t\"S-00000000000000b0\"", "[5]\t\"S-00000000000000b0\"", 5,
     "it has ports 1 to 4"},
    {"PortTwice", "[4]\t\"S-00000000000000b0\"", "[1]\t\"S-00000000000000b0\"", 5,
     "a second time, first on line 4"},
    {"PortNotANumber", "[4]\t\"S-00000000000000b0\"", "[x]\t\"S-00000000000000b0\"", 5, "port number"},
    {"FarPortOutOfRange", "\"S-00000000000000b0\"[4]", "\"S-00000000000000b0\"[9]", 5, "it has ports 1 to 4"},
    {"FarPortZero", "\"S-00000000000000b0\"[4]", "\"S-00000000000000b0\"[0]", 5, "it has ports 1 to 4"},
    {"FarPortHuge", "\"S-00000000000000b0\"[4]", "\"S-00000000000000b0\"[4294967297]", 5, "port number"},
    {"UnknownPeer", "[1]\t\"H-00000000000000c0\"", "[1]\t\"H-00000000000000ee\"", 4, "no block in this file"},
    {"SelfLink", "\"S-00000000000000b0\"[4]\t", "\"S-00000000000000a0\"[4]\t", 5, "cabled to itself"},
    {"OtherEndElsewhere", "\"S-00000000000000a0\"[4]\t", "\"S-00000000000000a0\"[3]\t", 5,
     "but line 10 cables that port to"},
    {"OtherEndSilent", "[4]\t\"S-00000000000000a0\"[4]\t\t# \"one\" lid 1 4xNDR\n", "", 5,
     "has no line for that port"},
    {"UnknownWidth", "lid 2 4xNDR", "lid 2 5xNDR", 5, "allowed are 1x, 2x, 4x, 8x, 12x"},
    {"UnknownSpeed", "lid 2 4xNDR", "lid 2 4xQDDR", 5, "allowed are SDR"},
    {"LowerCaseSpeed", "lid 2 4xNDR", "lid 2 4xndr", 5, "allowed are SDR"},
    {"RateMissing", "lid 2 4xNDR", "lid 2", 5, "link width"},
    {"CommentMissing", "\t\t# \"two\" lid 2 4xNDR", "", 5, "no width and speed"},
    {"TailAfterRate", "lid 2 4xNDR", "lid 2 4xNDR x", 5, "unexpected 'x'"},
    {"DescriptionNotClosed", "# \"two\" lid 2 4xNDR", "# \"two lid 2 4xNDR", 5, "not closed"},
    {"OptionUnknown", "\"S-00000000000000b0\"[4]\t", "\"S-00000000000000b0\"[4]\tq=4", 5, "unexpected 'q=4"},
    {"OptionWidth", "\"S-00000000000000b0\"[4]\t", "\"S-00000000000000b0\"[4]\tw=3", 5, "1, 2, 4, 8, 12"},
    {"OptionSpeed", "\"S-00000000000000b0\"[4]\t", "\"S-00000000000000b0\"[4]\ts=3", 5, "1 (SDR)"},
    {"PeerLidDiffers", "\"x\" lid 3", "\"x\" lid 5", 14,
     "another LID of \"H-00000000000000c0\"[1] than on line 4"},
    {"SwitchLidDiffers", "\"two\" lid 2", "\"two\" lid 7", 5, "another LID"},
    {"LidNotANumber", "\"x\" lid 3", "\"x\" lid x", 4, "LID"},
    {"PortGuidDiffers", "[1](c1)", "[1](cc)", 14, "another port GUID"},
    {"PortOutsideBlock", "\n[4]\t\"S-00000000000000b0\"", "\n\n[4]\t\"S-00000000000000b0\"", 6, "outside of"},
    {"Alias", "[1]\t\"H-00000000000000c0\"", "@[1]\t\"H-00000000000000c0\"", 4, "not a line of"},
    {"Include", "vendid=0x2c9", "include \"other\"", 1, "not a line of"},
    {"CutInALine", "lid 4 lmc 0 \"two\" lid 2 4xNDR\n", "lid 4 lmc 0 \"two\" lid 2 4xN", 18, "link speed"},
    {"CutBetweenBlocks",
     "caguid=0xd0\nCa\t1 \"H-00000000000000d0\"\t\t# \"y\"\n[1](d1) \t\"S-00000000000000b0\"[1]\t\t# lid 4 "
     "lmc 0 \"two\" lid 2 4xNDR\n",
     "", 9, "cut short"},
};

class ReaderErrors : public ::testing::TestWithParam<Case> {};

TEST_P(ReaderErrors, AreOneLineWithFileAndLine)
{
    const Case& c = GetParam();
    std::string text = good;
    if (*c.from == '\0') {
        text = c.to;
    } else {
        const std::size_t at = text.find(c.from);
        ASSERT_NE(at, std::string::npos);
        text.replace(at, std::string{c.from}.size(), c.to);
    }
    const TemporaryFile file{text};
    try {
        (void)read_fabric(file.path());
        FAIL() << "accepted";
    } catch (const InputError& e) {
        const std::string what = e.what();
        const std::string where = file.path() + (c.line != 0 ? ":" + std::to_string(c.line) : "") + ": ";
        EXPECT_EQ(what.substr(0, where.size()), where) << what;
        EXPECT_NE(what.find(c.says), std::string::npos) << what;
        EXPECT_EQ(what.find('\n'), std::string::npos);
    }
}
INSTANTIATE_TEST_SUITE_P(All, ReaderErrors, ::testing::ValuesIn(cases),
                         [](const auto& test) { return std::string{test.param.name}; });

TEST(ReaderErrors, TheTextThatTheyStartFromIsGood)
{
    const Fabric f = fabric_of(good);
    EXPECT_EQ(f.nodes().size(), 4U);
    EXPECT_EQ(f.links().size(), 3U);
}

TEST(ReaderErrors, DuplicateIdWithoutGuids)
{
    EXPECT_THROW((void)fabric_of("Switch 2 \"s\"\n\nCa 1 \"s\"\n"), InputError);
}

TEST(ReaderErrors, DuplicateLid)
{
    std::string text = good;
    for (std::size_t at = 0; (at = text.find("lid 4 ", at)) != std::string::npos;)
        text.replace(at, 6, "lid 3 ");
    try {
        (void)fabric_of(text);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string{e.what()}.find(":9: LID 3 a second time, first on line 4"), std::string::npos)
            << e.what();
    }
}

TEST(ReaderErrors, MissingLid)
{
    std::string text = good;
    for (const char* part : {" lid 3 4x", "# lid 3 lmc 0 \"one\""})
        text.replace(text.find(part), std::string{part}.size(), *part == '#' ? "# \"one\"" : " 4x");
    try {
        (void)fabric_of(text);
        FAIL();
    } catch (const InputError& e) {
        EXPECT_NE(std::string{e.what()}.find(":14: no LID is given for \"H-00000000000000c0\"[1]"),
                  std::string::npos)
            << e.what();
    }
}

TEST(ReaderErrors, NoFileAndNoRegularFile)
{
    EXPECT_THROW((void)read_fabric("/nonexistent/file"), InputError);
    EXPECT_THROW((void)read_fabric(::testing::TempDir()), InputError);
    EXPECT_THROW((void)read_fabric("/dev/zero"), InputError);
}

// Loads, or says why not; anything else (another exception, a crash, a hang) fails the test.
bool loads(const std::string& text)
{
    const TemporaryFile file{text};
    try {
        (void)read_fabric(file.path());
        return true;
    } catch (const InputError& e) {
        EXPECT_EQ(std::string{e.what()}.find('\n'), std::string::npos) << e.what();
        return false;
    }
}

TEST(ReaderErrors, NoPrefixOfTheRealFileLoads)
{
    SKIP_WITHOUT(real_file());
    std::string text = slurp(real_file());
    while (text.back() == '\n')
        text.pop_back();
    EXPECT_TRUE(loads(text));
    RandomStream random{1, "prefix"};
    for (int i = 0; i < 150; ++i) {
        // Near the end as often as anywhere: that is where a cut is hard to see.
        const std::uint64_t keep =
            i % 2 == 0 ? random.below(text.size()) : text.size() - 1 - random.below(600);
        EXPECT_FALSE(loads(text.substr(0, keep))) << keep;
    }
}

// Two thousand in all, as eight tests that can run side by side.
class ReaderMutations : public ::testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Part, ReaderMutations, ::testing::Range(std::uint64_t{0}, std::uint64_t{8}));

TEST_P(ReaderMutations, OfTheRealFileLoadOrAreRefused)
{
    SKIP_WITHOUT(real_file());
    const std::string text = slurp(real_file());
    RandomStream random{1, "mutation", GetParam()};
    int loaded = 0;
    for (int i = 0; i < 250; ++i) {
        std::string mutant = text;
        const std::uint64_t at = random.below(mutant.size());
        switch (random.below(5)) {
        case 0:
            mutant[at] = static_cast<char>(random.below(256));
            break;
        case 1:
            mutant.erase(at, 1 + random.below(200));
            break;
        case 2:
            mutant.insert(at, mutant.substr(random.below(mutant.size()), 1 + random.below(200)));
            break;
        case 3: // a line gone
            mutant.erase(at, mutant.find('\n', at) - at + 1);
            break;
        default: // digits change where parsers are careless
            mutant[mutant.find_first_of("0123456789", at) % mutant.size()] =
                static_cast<char>('0' + static_cast<int>(random.below(10)));
        }
        loaded += loads(mutant) ? 1 : 0;
    }
    EXPECT_GT(loaded, 0);
    EXPECT_LT(loaded, 200);
}

} // namespace
} // namespace sharpsim::topology
