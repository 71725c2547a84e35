// SPDX-License-Identifier: Apache-2.0
#include "observe/observe_config.h"

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "base/pattern.h"

namespace sharpsim {

void declare_keys(KeyTable& table, WaveConfig& config)
{
    constexpr Picoseconds longest{1'000'000'000'000'000};
    table.flag("wave.enable", config.enable,
               {"record model and RTL signals in waves.fst, with waves.gtkw beside it", "assumption"});
    table.duration(
        "wave.from", config.from, {Picoseconds{0}, longest},
        {"start of the recorded window; the complete state of this time is its first record", "assumption"});
    table.duration("wave.to", config.to, {Picoseconds{1}, longest},
                   {"end of the recorded window; nothing later is recorded", "assumption"});
    table.text("wave.scope", config.scope,
               {"instances that are recorded, with all they contain: fnmatch patterns separated by commas",
                "assumption"});
    table.integer("wave.rtl_levels", config.rtl_levels, {1U, 99U},
                  {"levels of hierarchy recorded inside each RTL instance; 1 is its pins", "assumption"});
    table.size("wave.max_size", config.max_size, {Bytes{256 * 1024}, Bytes{1} * (1ULL << 40)},
               {"size that the waveform file does not exceed; recording ends before", "assumption"});
}

void check(const WaveConfig& config)
{
    if (config.to <= config.from)
        throw InputError("wave.to: " + std::to_string(config.to.count()) +
                         "ps is not after wave.from: " + std::to_string(config.from.count()) + "ps");
    if (scope_patterns(config).empty())
        throw InputError(
            "wave.scope: empty; a pattern of instance names is wanted, for example \"*\" or \"leaf0\"");
}

std::vector<std::string> scope_patterns(const WaveConfig& config)
{
    std::vector<std::string> patterns;
    std::istringstream parts{config.scope};
    for (std::string pattern; std::getline(parts, pattern, ',');) {
        pattern.erase(0, pattern.find_first_not_of(' '));
        pattern.erase(pattern.find_last_not_of(' ') + 1);
        if (!pattern.empty())
            patterns.push_back(pattern);
    }
    return patterns;
}

bool selects(const WaveConfig& config, const std::string& instance)
{
    const auto patterns = scope_patterns(config);
    return std::any_of(patterns.begin(), patterns.end(), [&instance](const std::string& pattern) {
        return matches_instance(pattern, instance);
    });
}

} // namespace sharpsim
