// SPDX-License-Identifier: Apache-2.0
// The configuration of one command: defaults, then files, then the command line.
#pragma once

#include <string>
#include <vector>

#include "options.h"
#include "system/config.h"

namespace sharpsim::app {

struct Configuration {
    Configuration() { declare(table, values); }
    Configuration(const Configuration&) = delete; // the table refers to the values
    Configuration& operator=(const Configuration&) = delete;

    Config values;
    KeyTable table;
    std::vector<Setting> settings; // as written
};

// Reads the files of --config and adds the keys of the command line and --seed. Throws InputError; rules
// between keys are checked too.
void load(Configuration& configuration, const Arguments& arguments);

} // namespace sharpsim::app
