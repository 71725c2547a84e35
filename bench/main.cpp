// SPDX-License-Identifier: Apache-2.0
// The whole-run benchmark: starts itself once a measurement and prints one table.
#include <cstdlib>
#include <fstream>
#include <iostream>

#include <systemc>

#include "base/error.h"
#include "cases.h"
#include "measure.h"
#include "options.h"
#include "print.h"
#include "raw_heap.h"

namespace {

using namespace sharpsim;
using namespace sharpsim::bench;

Sample run_one(const Options& o)
{
    sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
    if (o.one == "raw") {
        Sample s;
        s.set("heap", raw_heap_rate(o.seconds));
        s.set("sc_event", raw_sc_event_rate(o.seconds));
        return s;
    }
    if (o.one == "alu")
        return run_alu(o.settings, o.seconds);
    if (o.one == "idle")
        return run_idle(o.settings);
    for (const FabricCase& c : fabric_cases(o.settings))
        if (c.name == o.one)
            return run_fabric(c.settings, o.window, o.seconds);
    throw InputError("command line: --one " + o.one + ": no such case");
}

int run_all(const Options& o)
{
    std::vector<FabricCase> cases;
    for (FabricCase& c : fabric_cases(o.settings))
        if (c.name.compare(0, o.only.size(), o.only) == 0)
            cases.push_back(std::move(c));
    if (cases.empty())
        throw InputError("command line: --only " + o.only + ": no such case");
    for (const FabricCase& c : cases) // a wrong key is told before anything is printed
        Effective{c.settings};
    print_configuration(std::cout, o, cases);
    std::cout.flush();
    const std::vector<Row> rows = measure(o, cases);
    print_table(std::cout, rows);
    const bool wrong = print_alarms(std::cout, rows);
    if (!o.csv.empty()) {
        std::ofstream out{o.csv};
        out << render_csv(rows);
        out.close();
        if (!out)
            throw InputError("--csv " + o.csv + ": cannot be written");
    }
    return wrong ? 1 : 0;
}

int run(int argc, char** argv)
{
    try {
        const Options o = parse_options(argc, argv);
        if (o.help) {
            std::cout << usage;
            return 0;
        }
        if (o.one.empty())
            return run_all(o);
        const Sample sample = run_one(o);
        std::cout << sample.lines();
        return sample.has("fault") ? 1 : 0;
    } catch (const InputError& e) {
        std::cerr << "sharpsim_bench: " << e.what() << "\n";
        return 2;
    } catch (const std::exception& e) {
        std::cerr << "sharpsim_bench: " << e.what() << "\n";
        return 1;
    }
}

} // namespace

int sc_main(int argc, char* argv[]) { return run(argc, argv); }

// In place of the main() of SystemC's library, which would print its banner in every process.
int main(int argc, char* argv[])
{
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
