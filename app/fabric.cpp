// SPDX-License-Identifier: Apache-2.0
// sharpsim fabric check|show|generate
#include <filesystem>
#include <iostream>
#include <sstream>

#include "base/error.h"
#include "commands.h"
#include "configuration.h"
#include "observe/output_file.h"
#include "topology/check.h"
#include "topology/describe.h"
#include "topology/ibnetdiscover_writer.h"

namespace sharpsim::app {

namespace {

struct Request {
    Configuration configuration;
    Arguments arguments;

    Request(const Words& args, std::vector<OptionSpec> own, bool takes_file)
    {
        own.push_back({"config", true, true});
        arguments = parse_arguments(args, own, &configuration.table);
        limit_words(arguments, 0, takes_file ? 1 : 0, "one file");
        if (!arguments.words.empty())
            arguments.settings.push_back(
                {"", "fabric.file", arguments.words.front(), Origin::command_line()});
        load(configuration, arguments);
    }

    [[nodiscard]] std::string name() const
    {
        const std::string& file = configuration.values.fabric.file;
        return file.empty() ? "generated fabric" : file;
    }
};

int show(const Words& args)
{
    const Request request{args, {}, true};
    const topology::Fabric fabric = topology::make_fabric(request.configuration.values.fabric);
    std::cout << "fabric       " << request.name() << "\n"
              << topology::describe(fabric, topology::compute_routes(fabric));
    return 0;
}

int check_fabric(const Words& args)
{
    const Request request{args, {}, true};
    const topology::Fabric fabric = topology::make_fabric(request.configuration.values.fabric);
    std::size_t counts[3] = {0, 0, 0};
    for (const topology::Finding& finding : topology::check(fabric, topology::compute_routes(fabric))) {
        ++counts[static_cast<unsigned>(finding.severity)];
        std::cout << topology::name(finding.severity) << ": " << finding.text << "\n";
    }
    const auto count = [&counts](topology::Severity severity, const char* what) {
        const std::size_t n = counts[static_cast<unsigned>(severity)];
        return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
    };
    const std::string total = count(topology::Severity::error, "error") + ", " +
                              count(topology::Severity::warning, "warning") + ", " +
                              count(topology::Severity::note, "note");
    if (counts[static_cast<unsigned>(topology::Severity::error)] != 0)
        throw InputError(request.name(), 0, total);
    std::cout << request.name() << ": ok, " << total << "\n";
    return 0;
}

int generate(const Words& args)
{
    const Request request{args, {{"out", true, false}, {"force", false, false}}, false};
    const std::string out = request.arguments.value("out");
    if (request.arguments.has("force") && out.empty())
        fail_usage("--force: means nothing without --out");
    std::error_code ignored;
    const auto status = std::filesystem::status(out, ignored);
    if (std::filesystem::is_directory(status))
        throw InputError(out, 0, "is a directory; --out needs a file");
    if (std::filesystem::is_regular_file(status) && !request.arguments.has("force"))
        throw InputError(out, 0, "exists; choose another file or add --force");
    std::ostringstream text;
    topology::write_ibnetdiscover(topology::make_fabric(request.configuration.values.fabric), text);
    if (out.empty())
        std::cout << text.str();
    else
        write_output(out, text.str());
    return 0;
}

} // namespace

int fabric_command(const Words& args)
{
    Words rest = args;
    const std::string action = take_action("fabric", {"show", "check", "generate"}, rest);
    return action == "show" ? show(rest) : action == "check" ? check_fabric(rest) : generate(rest);
}

} // namespace sharpsim::app
