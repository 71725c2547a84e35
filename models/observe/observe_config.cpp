// SPDX-License-Identifier: Apache-2.0
#include "observe/observe_config.h"

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
    if (config.scope.empty())
        throw InputError(
            "wave.scope: empty; a pattern of instance names is wanted, for example \"*\" or \"leaf0\"");
}

bool selects(const WaveConfig& config, const std::string& instance)
{
    for (std::size_t begin = 0; begin <= config.scope.size();) {
        std::size_t end = config.scope.find(',', begin);
        if (end == std::string::npos)
            end = config.scope.size();
        std::string pattern = config.scope.substr(begin, end - begin);
        pattern.erase(0, pattern.find_first_not_of(' '));
        pattern.erase(pattern.find_last_not_of(' ') + 1);
        if (!pattern.empty() && matches_instance(pattern, instance))
            return true;
        begin = end + 1;
    }
    return false;
}

} // namespace sharpsim
