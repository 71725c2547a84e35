// SPDX-License-Identifier: Apache-2.0
// Help texts: each fits a screen of 30 lines and 80 columns.
#pragma once

#include <string>

namespace sharpsim::app {

std::string short_usage();                   // for a call without arguments
std::string usage(const std::string& topic); // a command, or "" for all

} // namespace sharpsim::app
