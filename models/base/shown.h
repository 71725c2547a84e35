// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sharpsim {

// What a user wrote, fit for one line of a terminal: control characters as \xNN, at most 80 bytes of it.
std::string shown(const std::string& text);

} // namespace sharpsim
