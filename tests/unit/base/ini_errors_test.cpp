// SPDX-License-Identifier: Apache-2.0
// Malformed INI files: each ends with one line that names file, line and cause.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/error.h"
#include "base/keys.h"
#include "base/random.h"
#include "unit/base/sample_config.h"
#include "unit/base/temp_file.h"

namespace sharpsim {
namespace {

struct Malformed {
    const char* name;
    std::string content;
    std::string error; // after the file's name
};

std::string bytes(std::initializer_list<int> values)
{
    std::string out;
    for (const int v : values)
        out += static_cast<char>(v);
    return out;
}

const std::string sections_allowed = "allowed are [section] and [override \"pattern\"]";

std::vector<Malformed> malformed()
{
    const std::string name_rule = ": a name has letters, digits, '_', '-' and '.' only";
    return {
        // Sections
        {"unterminated", "[link\nrate = 1\n", ":1: the section is not closed: [link; " + sections_allowed},
        {"unterminated at the end", "[", ":1: the section is not closed: [; " + sections_allowed},
        {"unterminated with a comment", "[link ; ]x\n", ":1: text after the section: 'x'"},
        {"no name", "[]\n", ":1: the section has no name; a section is written [link]"},
        {"blank name", "[ \t]\n", ":1: the section has no name; a section is written [link]"},
        {"odd name", "[li nk]\n", ":1: section 'li nk'" + name_rule},
        {"nested", "[[link]]\n", ":1: text after the section: ']'"},
        {"text after", "[link] rate = 1\n", ":1: text after the section: 'rate = 1'"},
        {"override without pattern", "[override]\n",
         ":1: an override needs a pattern in quotes, for example [override \"leaf3*\"]"},
        {"override with a bare pattern", "[override leaf3]\n", ":1: section 'override leaf3'" + name_rule},
        {"override with an empty pattern", "[override \"\"]\n",
         ":1: [override \"\"]: the pattern is empty; for all instances write *"},
        {"override with an open quote", "[override \"leaf]\n", ":1: the quote is not closed: \"leaf]"},
        {"override not closed", "[override \"leaf\"\n",
         ":1: the section is not closed: [override \"leaf\"; " + sections_allowed},
        {"another word before quotes", "[job \"a\"]\n", ":1: [job \"a\"]: " + sections_allowed},
        {"two patterns", "[override \"a\" \"b\"]\n",
         ":1: the section is not closed: [override \"a\" \"b\"]; " + sections_allowed},
        // Keys
        {"outside a section", "\nrate = 1\n",
         ":2: rate: stands before any section; a section is written [link]"},
        {"no key", "[link]\n = 5\n", ":2: '= 5': there is no key before '='; a key is written key = value"},
        {"no equals", "[link]\nrate 400Gb/s\n",
         ":2: 'rate 400Gb/s': '=' is missing; a key is written key = value"},
        {"a colon for equals", "[link]\nrate: 400Gb/s\n",
         ":2: 'rate: 400Gb/s': '=' is missing; a key is written key = value"},
        {"no value", "[link]\nrate =\n",
         ":2: rate: there is no value after '='; an empty text is written \"\""},
        {"only a comment", "[link]\nrate = ; later\n",
         ":2: rate: there is no value after '='; an empty text is written \"\""},
        {"a key with a blank", "[link]\nra te = 1\n", ":2: key 'ra te'" + name_rule},
        {"a key in quotes", "[link]\n\"rate\" = 1\n", ":2: key '\"rate\"'" + name_rule},
        {"a command line in a file", "[link]\n--link.rate 5 = 1\n", ":2: key '--link.rate 5'" + name_rule},
        {"open quote", "[link]\nrate = \"400\n", ":2: the quote is not closed: \"400"},
        {"quote ends in a backslash", "[link]\nrate = \"400\\\n",
         ":2: after a backslash in quotes only \" or \\ may follow"},
        {"unknown escape", "[link]\nrate = \"a\\nb\"\n",
         ":2: after a backslash in quotes only \" or \\ may follow"},
        {"text after quotes", "[link]\nrate = \"a\" b\n", ":2: rate: text after the closing quote: 'b'"},
        {"short name in an override", "[override \"*\"]\nrate = 1\n",
         ":2: [override \"*\"] rate: the full name is needed here, for example link.rate"},
        // Twice
        {"twice", "[link]\nrate = 400Gb/s\n\nrate = 400Gb/s\n",
         ":4: [link] rate: is set twice, before in line 2"},
        {"twice in a reopened section", "[link]\nrate = 400Gb/s\n[a]\nb = 1\n[link]\nrate = 1\n",
         ":6: [link] rate: is set twice, before in line 2"},
        {"twice in an override", "[override \"x\"]\nlink.rate = 1\n[override \"x\"]\nlink.rate = 1\n",
         ":4: [override \"x\"] link.rate: is set twice, before in line 2"},
        // Not text
        {"NUL", "[link]\nrate = " + bytes({0}) + "\n",
         ":2: byte 0x00 in column 8 is not text; an INI file in UTF-8 is needed"},
        {"ELF", bytes({0x7f}) + "ELF" + bytes({2, 1, 1}) + "\n",
         ":1: byte 0x7f in column 1 is not text; an INI file in UTF-8 is needed"},
        {"UTF-16", bytes({0xff, 0xfe, '[', 0}),
         ":1: byte 0xff in column 1 is not text; an INI file in UTF-8 is needed"},
        {"Latin-1", "[link]\n# caf" + bytes({0xe9}) + "\n",
         ":2: byte 0xe9 in column 6 is not text; an INI file in UTF-8 is needed"},
        {"overlong UTF-8", bytes({0xc0, 0xaf}) + "\n",
         ":1: byte 0xc0 in column 1 is not text; an INI file in UTF-8 is needed"},
        {"a surrogate", "#" + bytes({0xed, 0xa0, 0x80}) + "\n",
         ":1: byte 0xed in column 2 is not text; an INI file in UTF-8 is needed"},
        {"cut UTF-8", "#" + bytes({0xe2, 0x82}),
         ":1: byte 0xe2 in column 2 is not text; an INI file in UTF-8 is needed"},
        {"escape sequence", "[link]\n" + bytes({0x1b}) + "[31m = 1\n",
         ":2: byte 0x1b in column 1 is not text; an INI file in UTF-8 is needed"},
        {"lone carriage returns", "[link]\rrate = 1\r",
         ":1: byte 0x0d in column 7 is not text; an INI file in UTF-8 is needed"},
        {"a second byte-order mark", "\xef\xbb\xbf\xef\xbb\xbf[link]\n",
         ":1: '\xef\xbb\xbf[link]': '=' is missing; a key is written key = value"},
        // Values, through a table
        {"unknown key", "[link]\n\nrat = 5\n", ":3: [link] rat: unknown key; did you mean link.rate?"},
        {"bare number", "[link]\ncable = 5\n",
         ":2: link.cable = 5: a length needs its unit, for example 3m (allowed 0m to 10000m)"},
        {"wrong unit", "[link]\ncable = 5ft\n",
         ":2: link.cable = 5ft: 'ft' is not a unit of a length (mm, cm, m, km), for example 3m (allowed 0m "
         "to 10000m)"},
        {"case of the unit", "[link]\nfec_delay = 5NS\n",
         ":2: link.fec_delay = 5NS: 'NS' is not a unit of a duration (ps, ns, us, ms, s), for example 130ns "
         "(allowed 0ps "
         "to 1us)"},
        {"finer than a picosecond", "[link]\nfec_delay = 0.0005ns\n",
         ":2: link.fec_delay = 0.0005ns: a duration is a whole number of ps, for example 130ns (allowed 0ps "
         "to 1us)"},
        {"negative", "[link]\nfec_delay = -1ns\n",
         ":2: link.fec_delay = -1ns: a duration cannot be negative, for example 130ns (allowed 0ps to 1us)"},
        {"wrap to a small number", "[switch]\nports = 4294967300\n",
         ":2: switch.ports = 4294967300: out of range (allowed 2 to 128)"},
        {"misspelt choice", "[switch]\n\n\n\n\n\nscheduler = islpi\n",
         ":7: switch.scheduler = islpi: allowed are round-robin, islip, fifo, ideal; did you mean islip?"},
        {"override of a global key", "[override \"a\"]\nswitch.ports = 8\n",
         ":2: [override \"a\"] switch.ports: the same for all instances; set it in [switch]"},
    };
}

TEST(IniErrors, EachMalformedFileHasItsLine)
{
    const test::TempDir dir;
    test::SampleConfig config;
    KeyTable table;
    test::declare(table, config);
    ASSERT_GE(malformed().size(), 40U);
    for (const Malformed& m : malformed()) {
        SCOPED_TRACE(m.name);
        const std::string path = dir.write("bad.ini", m.content);
        try {
            apply_settings(table, read_ini(path));
            ADD_FAILURE() << "accepted";
        } catch (const InputError& e) {
            EXPECT_EQ(std::string(e.what()), path + m.error);
        }
    }
}

TEST(IniErrors, FilesThatCannotBeRead)
{
    const test::TempDir dir;
    const auto error_of = [](const std::string& path) -> std::string {
        try {
            static_cast<void>(read_ini(path));
        } catch (const InputError& e) {
            return e.what();
        }
        return "accepted";
    };
    const std::string missing = (dir.path() / "missing.ini").string();
    EXPECT_EQ(error_of(missing), missing + ": cannot be opened: No such file or directory");
    EXPECT_EQ(error_of(dir.path().string()), dir.path().string() + ": is a directory; an INI file is needed");
    EXPECT_EQ(error_of("/dev/zero"), "/dev/zero: is larger than 16 MiB; an INI file is needed");
    EXPECT_EQ(error_of(""), ": cannot be opened: No such file or directory");
}

// Any bytes: settings or one InputError of one line, nothing else.
TEST(IniErrors, RandomBytesNeverCrash)
{
    const test::TempDir dir;
    RandomStream random{3, "garbage"};
    const std::string alphabet = "[]\"\\=;# \t\n\rabo.-_overrid\xc3\xa9";
    unsigned accepted = 0;
    for (int round = 0; round < 1200; ++round) {
        std::string content = round % 3 == 0 ? "[override \"a\"]\n" : "";
        for (std::uint64_t n = random.below(60); n > 0; --n)
            content += round % 2 == 0 ? static_cast<char>(random.below(256))
                                      : alphabet[random.below(alphabet.size())];
        try {
            static_cast<void>(read_ini(dir.write("bad.ini", content)));
            ++accepted;
        } catch (const InputError& e) {
            const std::string text = e.what();
            for (const char c : text)
                ASSERT_TRUE(static_cast<unsigned char>(c) >= 0x20 || c == '\t') << text;
        }
    }
    EXPECT_GT(accepted, 0U);
    EXPECT_LT(accepted, 1200U);
}

} // namespace
} // namespace sharpsim
