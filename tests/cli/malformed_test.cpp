// SPDX-License-Identifier: Apache-2.0
// Malformed configuration files: one line with file, line, key and what is allowed; exit code 2; nothing
// written.
#include <filesystem>

#include <gtest/gtest.h>

#include "cli/run_cli.h"
#include "unit/base/temp_file.h"

namespace {

using namespace sharpsim::test;

TEST(Malformed, EachConfigurationEndsWithOneLine)
{
    const struct {
        const char* text;
        unsigned line; // 0: a rule between keys
        std::vector<std::string> parts;
    } cases[] = {
        {"[link]\nvsl = 2\n", 2, {"vsl", "did you mean link.vls?"}},
        {"[lnik]\nvls = 2\n", 2, {"lnik", "did you mean link.vls?"}},
        {"[link]\nvls = two\n", 2, {"link.vls = two", "1 to 15"}},
        {"[link]\nvls = 0\n", 2, {"link.vls = 0", "1 to 15"}},
        {"[link]\nvls = -4\n", 2, {"link.vls = -4", "negative"}},
        {"[link]\nvls = 99999999999999999999\n", 2, {"link.vls", "cannot be held"}},
        {"[link]\nvls = 2.5\n", 2, {"link.vls = 2.5", "whole number"}},
        {"[link]\nvls =\n", 2, {"vls", "no value"}},
        {"[link]\nvls\n", 2, {"vls", "'=' is missing"}},
        {"[link]\n= 2\n", 2, {"no key"}},
        {"vls = 2\n", 1, {"vls", "before any section"}},
        {"[link\nvls = 2\n", 1, {"not closed"}},
        {"[]\nvls = 2\n", 1, {"no name"}},
        {"[link] vls = 2\n", 1, {"after the section"}},
        {"[link]\nvls = 2\n\nvls = 3\n", 4, {"vls", "twice", "line 2"}},
        {"[link]\nbuffer = 65536\n", 2, {"link.buffer = 65536", "unit"}},
        {"[link]\nbuffer = 64kib\n", 2, {"link.buffer = 64kib"}},
        {"[link]\nbuffer = 64ns\n", 2, {"link.buffer = 64ns"}},
        {"[link]\nfec_tx = 10\n", 2, {"link.fec_tx = 10", "unit"}},
        {"[link]\nfec_tx = 5ms\n", 2, {"link.fec_tx = 5ms", "out of range"}},
        {"[switch]\nclock = 1.2Ghz\n", 2, {"switch.clock = 1.2Ghz"}},
        {"[switch]\nscheduler = ISLIP\n", 2, {"switch.scheduler = ISLIP", "allowed are"}},
        {"[wave]\nenable = perhaps\n", 2, {"wave.enable = perhaps"}},
        {"[fabric]\nfile = \"a\n", 2, {"quote"}},
        {"[fabric]\nfile = \"a\" b\n", 2, {"after the closing quote"}},
        {"[fabric]\nspeed = NDR200\n", 2, {"fabric.speed = NDR200", "NDR"}},
        {"[override leaf3]\nlink.vls = 2\n", 1, {"override"}},
        {"[override \"\"]\nlink.buffer = 4KiB\n", 1, {"pattern is empty"}},
        {"[override \"leaf3\"]\nbuffer = 4KiB\n", 2, {"full name"}},
        {"[override \"leaf3\"]\nlink.vls = 2\n", 2, {"link.vls", "same for all instances"}},
        {"[override \"leaf3\"]\nlink.bufer = 4KiB\n", 2, {"link.bufer", "did you mean link.buffer?"}},
        {"[link]\nvls = \x80\n", 2, {"0x80", "not text"}},
        {"[link]\nmtu = 3000B\n", 0, {"link.mtu", "4096B"}},
        {"[link]\nmtu = 4096B\nbuffer = 4096B\n", 0, {"link.buffer", "link.mtu"}},
        {"[wave]\nfrom = 2us\nto = 1us\n", 0, {"wave.to", "wave.from"}},
    };
    const TempDir files;
    const TempDir here;
    for (const auto& c : cases) {
        SCOPED_TRACE(c.text);
        const std::string file = files.write("bad.ini", c.text);
        std::vector<std::string> parts = c.parts;
        if (c.line != 0)
            parts.push_back(file + ":" + std::to_string(c.line) + ": ");
        expect_refused(run_cli({"run", "--config", file}, here.path().string()), parts);
        expect_refused(run_cli({"config", "dump", "--config", file}), parts);
        parts.push_back(file);
        expect_refused(run_cli({"config", "check", file}), parts);
    }
    EXPECT_TRUE(std::filesystem::is_empty(here.path()));
}

TEST(Malformed, EachFabricEndsWithOneLine)
{
    const TempDir files;
    const TempDir here;
    for (const std::string text :
         {"", "hello\n", "Switch\t65 \"S-1\"\n[1] \"S-2\"[1]\n", "Switch\tx \"S-1\" # \"a\"\n",
          "vendid=0x2c9\nSwitch 2 \"S-1\"\t\t# \"a\" enhanced port 0 lid 1 lmc 0\n[3]\t\"H-1\"[1]\n"}) {
        SCOPED_TRACE(text);
        const std::string file = files.write("bad.fabric", text);
        expect_refused(run_cli({"fabric", "show", file}), {file});
        expect_refused(run_cli({"run", "--fabric.file", file, "--out", "results"}, here.path().string()),
                       {file});
        EXPECT_TRUE(std::filesystem::is_empty(here.path()));
    }
}

} // namespace
