// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include <functional>
#include <iostream>
#include <map>

#include <systemc>

#include "base/nearest.h"
#include "options.h"
#include "usage.h"

namespace sharpsim::app {

namespace {

const std::map<std::string, std::function<int(const Words&)>>& commands()
{
    static const std::map<std::string, std::function<int(const Words&)>> all{{"run", run_command},
                                                                             {"config", config_command},
                                                                             {"fabric", fabric_command},
                                                                             {"report", report_command}};
    return all;
}

[[noreturn]] void fail_command(const std::string& word)
{
    std::vector<std::string> names;
    std::string list;
    for (const auto& command : commands()) {
        names.push_back(command.first);
        list += (list.empty() ? "" : ", ") + command.first;
    }
    const std::string near = nearest_name(word, names);
    if (word[0] == '-')
        fail_usage(shown(word) + ": a command comes first; the commands are " + list);
    fail_usage("'" + shown(word) + "': unknown command; " +
               (near.empty() ? "the commands are " + list : "did you mean " + near + "?"));
}

int help(const Words& topics)
{
    const std::string topic = topics.empty() ? "" : topics.front();
    if (!topic.empty() && commands().count(topic) == 0)
        fail_command(topic);
    std::cout << usage(topic);
    return 0;
}

} // namespace

int dispatch(const Words& args)
{
    if (args.empty()) {
        std::cerr << short_usage();
        return 2;
    }
    const std::string& word = args.front();
    const Words rest{args.begin() + 1, args.end()};
    if (word == "--help" || word == "-h" || word == "help")
        return help(rest);
    if (word == "--version" || word == "version") {
        std::cout << "sharpsim " << version() << " (" << SHARPSIM_BUILD_TYPE << " build, SystemC "
                  << sc_core::sc_version_major << "." << sc_core::sc_version_minor << "."
                  << sc_core::sc_version_patch << ", Verilator " << SHARPSIM_VERILATOR_VERSION << ")\n";
        return 0;
    }
    const auto command = commands().find(word);
    if (command == commands().end())
        fail_command(word.empty() ? " " : word);
    // Help is asked for by people whose other arguments may well be wrong.
    for (const std::string& arg : rest) {
        if (arg == "--")
            break;
        if (arg == "--help" || arg == "-h")
            return help({word});
    }
    return command->second(rest);
}

std::string version() { return SHARPSIM_VERSION; }

} // namespace sharpsim::app
