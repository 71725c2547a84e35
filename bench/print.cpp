// SPDX-License-Identifier: Apache-2.0
#include "print.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <ostream>

#include "observe/human.h"

namespace sharpsim::bench {

namespace {

std::string fixed(double value, int digits)
{
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", digits, value);
    return text;
}

std::string millions(double value) { return value > 0 ? fixed(value / 1e6, 2) : "-"; }

std::string verdict_word(Row::Verdict v)
{
    switch (v) {
    case Row::Verdict::met:
        return "met";
    case Row::Verdict::missed:
        return "missed";
    case Row::Verdict::alarm:
        return "TOO SLOW";
    case Row::Verdict::fault:
        return "WRONG";
    case Row::Verdict::none:
        break;
    }
    return "-";
}

std::string processor()
{
    std::ifstream in{"/proc/cpuinfo"};
    for (std::string line; std::getline(in, line);)
        if (line.compare(0, 10, "model name") == 0)
            return line.substr(std::min(line.find(':') + 2, line.size()));
    return "unknown processor";
}

std::string section(const Key& key) { return key.name.substr(0, key.name.find('.')); }

// Whether a fabric case reads the key; what is not the default is shown anyway.
bool counts(const std::string& section, const std::string& name)
{
    static constexpr const char* keys[] = {"fabric.speed",         "fabric.width",     "fabric.host_cable",
                                           "fabric.switch_cable",  "workload.pattern", "workload.arrival",
                                           "workload.packet_bytes"};
    return section == "link" || section == "switch" || section == "sim" || section == "alu" ||
           std::find(std::begin(keys), std::end(keys), name) != std::end(keys);
}

void print_keys(std::ostream& os, const Effective& first, const std::vector<std::string>& varying)
{
    std::map<std::string, std::string> lines;
    for (const Key& key : first.table.keys()) {
        const std::string in = section(key);
        const bool changed = key.get() != key.default_text;
        if ((changed || counts(in, key.name)) &&
            std::find(varying.begin(), varying.end(), key.name) == varying.end())
            lines[in] += " " + key.name.substr(in.size() + 1) + "=" + key.get() + (changed ? "*" : "");
    }
    for (const auto& [in, text] : lines)
        os << (in + std::string(10, ' ')).substr(0, 10) << text << "\n";
}

} // namespace

void print_configuration(std::ostream& os, const Options& options, const std::vector<FabricCase>& cases)
{
    double load[1] = {0};
    static_cast<void>(::getloadavg(load, 1));
    os << "sharpsim " SHARPSIM_VERSION ", " SHARPSIM_BUILD ", GCC " __VERSION__ "\n"
       << processor() << ", " << ::sysconf(_SC_NPROCESSORS_ONLN) << " processors, load " << fixed(load[0], 1)
       << " at the start; one thread\n"
       << options.rounds << (options.quick ? " round of 50 ms" : " rounds of 1 s")
       << " a case; seconds are processor time\n\nKeys of all cases (* not the default; duration is set by "
          "the clock):\n";
    const std::vector<std::string> varying{"fabric.kind",       "fabric.hosts",        "fabric.leaves",
                                           "fabric.spines",     "fabric.switch_ports", "workload.load",
                                           "workload.duration", "workload.warmup",     "alu.back_end"};
    if (!cases.empty())
        print_keys(os, Effective{cases.front().settings}, varying);
    for (const FabricCase& c : cases) {
        if (&c != &cases.front() && c.fabric == (&c - 1)->fabric)
            continue;
        const Effective e{c.settings};
        os << (c.fabric + "          ").substr(0, 10);
        for (const std::string& name : varying)
            if (name.compare(0, 7, "fabric.") == 0)
                os << " " << name.substr(7) << "=" << e.table.find(name)->get();
        os << "\n";
    }
    os << "rtl        alu.back_end=rtl, float32 sums of 16 operands of 1 KiB, back to back\n\n";
}

void print_table(std::ostream& os, const std::vector<Row>& rows)
{
    using A = TextTable::Align;
    TextTable table;
    table.add({"case", "M/s", "min..max", "unit", "raw heap M/s", "sc_event M/s", "ratio", "min..max", "of",
               "entries", "ns/entry", "goal", ""});
    for (const Row& r : rows)
        table.add({r.name, r.has_rate ? millions(r.rate.median) : "-",
                   r.has_rate ? millions(r.rate.low) + ".." + millions(r.rate.high) : "-",
                   r.unit.empty() ? "-" : r.unit, millions(r.heap), millions(r.sc_event),
                   r.has_ratio ? fixed(r.ratio.median, 3) : "-",
                   r.has_ratio ? fixed(r.ratio.low, 3) + ".." + fixed(r.ratio.high, 3) : "-",
                   r.of.empty() ? "-" : r.of, r.entries < 0 ? "-" : fixed(r.entries, r.unit.empty() ? 0 : 2),
                   r.ns_per_entry < 0 ? "-" : fixed(r.ns_per_entry, 1), r.goal.empty() ? "-" : r.goal,
                   verdict_word(r.verdict)});
    os << table.text({A::left, A::right, A::right, A::left, A::right, A::right, A::right, A::right, A::left,
                      A::right, A::right, A::left, A::left});
}

bool print_alarms(std::ostream& os, const std::vector<Row>& rows)
{
    bool wrong = false;
    for (const Row& r : rows) {
        if (r.verdict == Row::Verdict::alarm)
            os << "\n!!!!!!!!  TOO SLOW: " << r.name << " makes " << fixed(r.ratio.median, 3)
               << " packet hops for each raw heap event; at least " << fixed(hops_goal, 3)
               << " is the goal and " << fixed(hops_alarm, 2) << " the floor  !!!!!!!!\n";
        if (r.verdict == Row::Verdict::fault) {
            os << "\n!!!!!!!!  WRONG: " << r.name << ": " << r.fault << "  !!!!!!!!\n";
            wrong = true;
        }
    }
    return wrong;
}

std::string render_csv(const std::vector<Row>& rows)
{
    std::string out =
        "case,unit,rate,rate_min,rate_max,raw_heap,raw_sc_event,ratio,ratio_min,ratio_max,ratio_of,"
        "entries_per_unit,ns_per_entry,goal,verdict\n";
    const auto value = [](bool there, double v, int digits) {
        return "," + (there ? fixed(v, digits) : std::string{});
    };
    for (const Row& r : rows)
        out += r.name + "," + r.unit + value(r.has_rate, r.rate.median, 0) +
               value(r.has_rate, r.rate.low, 0) + value(r.has_rate, r.rate.high, 0) +
               value(r.heap > 0, r.heap, 0) + value(r.sc_event > 0, r.sc_event, 0) +
               value(r.has_ratio, r.ratio.median, 4) + value(r.has_ratio, r.ratio.low, 4) +
               value(r.has_ratio, r.ratio.high, 4) + "," + r.of + value(r.entries >= 0, r.entries, 4) +
               value(r.ns_per_entry >= 0, r.ns_per_entry, 2) + "," + r.goal + "," + verdict_word(r.verdict) +
               "\n";
    return out;
}

} // namespace sharpsim::bench
