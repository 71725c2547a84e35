// SPDX-License-Identifier: Apache-2.0
// sharpsim run
#include <iostream>

#include <unistd.h>

#include "commands.h"
#include "configuration.h"
#include "observe/collectives_csv.h"
#include "observe/counters_csv.h"
#include "observe/perfquery.h"
#include "observe/summary.h"
#include "run_directory.h"
#include "system/run.h"
#include "terminal.h"

namespace sharpsim::app {

namespace {

void write_results(RunDirectory& directory, const Configuration& configuration, const RunResult& result,
                   bool perfquery)
{
    directory.add("config.ini", "; sharpsim " + version() +
                                    ": all keys of this run; sharpsim run --config FILE repeats it\n" +
                                    render_ini(configuration.table, configuration.settings));
    directory.add("collectives.csv", render_collectives_csv(result.collectives));
    directory.add("counters.csv", render_counters_csv(result.ports, Picoseconds{result.summary.sim_time_ps}));
    if (!result.orders.empty())
        directory.add("orders.csv", result.orders);
    if (perfquery)
        directory.add("perfquery.txt", perfquery_text(result.ports));
    directory.add("summary.json", render_summary(result.summary)); // last: it stands for a complete directory
    std::set<std::string> kept;
    if (configuration.values.wave.enable)
        kept = {"waves.fst", "waves.gtkw"};
    directory.commit(kept);
}

void print_results(const RunDirectory& directory, const Configuration& configuration, const RunResult& result,
                   bool perfquery)
{
    const std::string at = directory.path() + "/";
    std::cout << collectives_table(result.collectives) << "\n" << summary_text(result.summary);
    if (!result.text.empty())
        std::cout << "\n" << result.text;
    std::cout << "\nresults    " << directory.path()
              << ": summary.json collectives.csv counters.csv config.ini"
              << (perfquery ? " perfquery.txt" : "") << "\n"
              << "table      " << called_name() << " report " << shell_word(directory.path()) << "\n"
              << "again      " << called_name() << " run --config " << shell_word(at + "config.ini") << "\n";
    if (configuration.values.wave.enable)
        std::cout << "waves      gtkwave " << shell_word(at + "waves.gtkw") << "\n";
}

} // namespace

int run_command(const Words& args)
{
    Configuration configuration;
    const Arguments arguments = parse_arguments(args,
                                                {{"config", true, true},
                                                 {"seed", true, false},
                                                 {"out", true, false},
                                                 {"force", false, false},
                                                 {"progress", false, false},
                                                 {"perfquery", false, false},
                                                 {"quiet", false, false}},
                                                &configuration.table);
    limit_words(arguments, 0, 0, "");
    if (arguments.has("quiet") && arguments.has("progress"))
        fail_usage("--quiet and --progress exclude each other");
    if (arguments.has("force") && !arguments.has("out"))
        fail_usage("--force: means nothing without --out");
    load(configuration, arguments);

    const bool quiet = arguments.has("quiet");
    const bool shows_progress = arguments.has("progress") || (!quiet && is_terminal(STDERR_FILENO));
    std::ostream silence{nullptr};

    RunDirectory directory{arguments.value("out"), arguments.has("force")};
    RunResult result = run_simulation(configuration.values, configuration.settings, directory.path(),
                                      shows_progress ? std::cerr : silence);
    result.summary.version = version();
    const int code = exit_code(result.summary.status);
    const bool perfquery = arguments.has("perfquery");
    write_results(directory, configuration, result, perfquery);
    if (quiet && code != 0) { // what went wrong is said in any case
        const std::string& why = result.summary.failure;
        std::cerr << "sharpsim: " << result.summary.status << ": "
                  << (why.empty() ? result.text.substr(0, result.text.find('\n')) : why) << " ("
                  << directory.path() << ")\n";
    }
    if (!quiet)
        print_results(directory, configuration, result, perfquery);
    return code;
}

} // namespace sharpsim::app
