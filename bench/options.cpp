// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <cerrno>
#include <cstdlib>

#include "base/error.h"

namespace sharpsim::bench {

const char* const usage =
    "sharpsim_bench [--quick] [--rounds N] [--only CASE] [--csv FILE] [--SECTION.KEY VALUE]...\n"
    "  Speed of the models on this machine, in one table; docs/benchmarks.md tells how to read it.\n"
    "  --quick      50 ms a case and one round: shows that everything works, not how fast\n"
    "  --rounds N   the table shows the median of N rounds (3)\n"
    "  --only CASE  only fabric cases whose names begin so: switch36, tree144-90\n"
    "  --csv FILE   the table as a file, too\n"
    "  --KEY VALUE  any key of sharpsim, for all cases: --sim.calendar heap\n"
    "One measurement in this process, for a profiler:\n"
    "  --one CASE [--window PS]         a fabric case over so much traffic (100000000 ps)\n"
    "  --one alu|raw [--seconds S]      the ALU in RTL; the raw loops\n"
    "  --one idle\n"
    "Exit code: 0; 1 where packets are lost, results differ or an idle fabric is not idle; 2 for a wrong "
    "option.\n"
    "Never for a time.\n";

namespace {

[[noreturn]] void fail(const std::string& text) { throw InputError("command line: " + text); }

double positive(const std::string& option, const std::string& text)
{
    char* end = nullptr;
    errno = 0;
    const double value = std::strtod(text.c_str(), &end);
    if (errno != 0 || end == text.c_str() || *end != '\0' || !(value > 0) || value > 1e15)
        fail(option + " " + text + ": a number above 0 is needed");
    return value;
}

unsigned count(const std::string& option, const std::string& text)
{
    const double value = positive(option, text);
    if (value < 1 || value > 99 || value != static_cast<unsigned>(value))
        fail(option + " " + text + ": a whole number from 1 to 99 is needed");
    return static_cast<unsigned>(value);
}

} // namespace

Options parse_options(int argc, char** argv)
{
    Options o;
    for (int i = 1; i < argc; ++i) {
        const std::string name = argv[i];
        if (name == "--help" || name == "-h") {
            o.help = true;
            continue;
        }
        if (name == "--quick") {
            o.quick = true;
            o.rounds = 1;
            continue;
        }
        const bool key = name.compare(0, 2, "--") == 0 && name.find('.') != std::string::npos;
        if (!key && name != "--rounds" && name != "--only" && name != "--csv" && name != "--one" &&
            name != "--window" && name != "--seconds")
            fail("unknown option " + name + "; --help lists them");
        if (i + 1 == argc)
            fail(name + ": the value is missing");
        const std::string value = argv[++i];
        if (key)
            o.settings.push_back({"", name.substr(2), value, Origin::command_line()});
        else if (name == "--rounds")
            o.rounds = count(name, value);
        else if (name == "--only")
            o.only = value;
        else if (name == "--csv")
            o.csv = value;
        else if (name == "--one")
            o.one = value;
        else if (name == "--window")
            o.window = Picoseconds{static_cast<std::uint64_t>(positive(name, value))};
        else
            o.seconds = positive(name, value);
    }
    return o;
}

std::vector<std::string> as_arguments(const std::vector<Setting>& settings)
{
    std::vector<std::string> out;
    for (const Setting& s : settings) {
        out.push_back("--" + s.key);
        out.push_back(s.value);
    }
    return out;
}

} // namespace sharpsim::bench
