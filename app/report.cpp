// SPDX-License-Identifier: Apache-2.0
// sharpsim report DIR [DIR]: the tables of finished runs, as text.
#include <filesystem>
#include <iostream>

#include "base/error.h"
#include "commands.h"
#include "observe/collectives_csv.h"
#include "observe/summary.h"
#include "options.h"

namespace sharpsim::app {

namespace {

struct Results {
    std::string directory;
    Summary summary;
    std::vector<CollectiveRow> collectives;

    explicit Results(std::string from) : directory{std::move(from)}
    {
        std::error_code ignored;
        if (!std::filesystem::is_directory(directory, ignored))
            throw InputError(directory, 0, "is no directory; the directory of a run is needed");
        if (!std::filesystem::exists(directory + "/summary.json", ignored))
            throw InputError(directory, 0, "has no summary.json: no run, or one that did not end");
        summary = read_summary(directory + "/summary.json");
        collectives = read_collectives_csv(directory + "/collectives.csv");
    }
};

// Names of two runs in a table: the last part of the directory where that tells them apart.
std::string label_of(const Results& run, const Results& other)
{
    const auto last = [](const std::string& directory) {
        const std::filesystem::path path = std::filesystem::path{directory}.lexically_normal();
        return path.has_filename() ? path.filename().string() : path.parent_path().filename().string();
    };
    const std::string name = last(run.directory);
    return name.empty() || name == last(other.directory) ? run.directory : name;
}

} // namespace

int report_command(const Words& args)
{
    const Arguments arguments = parse_arguments(args, {}, nullptr);
    limit_words(arguments, 1, 2, "the directory of a run, or two");
    const Results first{arguments.words[0]};
    if (arguments.words.size() == 1) {
        std::cout << collectives_table(first.collectives) << "\n" << summary_text(first.summary);
        return 0;
    }
    const Results second{arguments.words[1]};
    std::cout << collectives_comparison(first.collectives, label_of(first, second), second.collectives,
                                        label_of(second, first));
    for (const Results* run : {&first, &second})
        std::cout << "\n" << run->directory << "\n" << summary_text(run->summary);
    return 0;
}

} // namespace sharpsim::app
