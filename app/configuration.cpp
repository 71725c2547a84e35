// SPDX-License-Identifier: Apache-2.0
#include "configuration.h"

#include <stdexcept>

namespace sharpsim::app {

void load(Configuration& configuration, const Arguments& arguments)
{
    for (const std::string& file : arguments.values("config"))
        for (Setting& s : read_ini(file))
            configuration.settings.push_back(std::move(s));
    if (arguments.has("seed")) {
        const Setting seed{"", "sim.seed", arguments.value("seed"), Origin::command_line()};
        try { // here and not later, for the message to name what was written
            configuration.table.find(seed.key)->check(seed.value);
        } catch (const std::invalid_argument& e) {
            fail_usage("--seed " + shown(seed.value) + ": " + e.what());
        }
        configuration.settings.push_back(seed);
    }
    configuration.settings.insert(configuration.settings.end(), arguments.settings.begin(),
                                  arguments.settings.end());
    apply_settings(configuration.table, configuration.settings);
    check(configuration.values);
}

} // namespace sharpsim::app
