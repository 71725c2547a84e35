// SPDX-License-Identifier: Apache-2.0
// Names that every waveform reader accepts. '.' separates scopes; readers stumble over ':', '$', spaces and
// more.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace sharpsim {

// Replaces each character outside [A-Za-z0-9_] by '_', and puts '_' before a digit at the front or an empty
// name.
[[nodiscard]] std::string legal_name(std::string_view name);

// Order for people: digits compare as numbers, so that port2 comes before port10.
[[nodiscard]] bool natural_less(std::string_view a, std::string_view b);

// Legal names of instance paths and of the signals in them. Two names that differ stay different.
class ScopeNames {
public:
    // "leaf-0.port3" -> "leaf_0.port3"; the same path always gives the same result.
    [[nodiscard]] std::string scope(std::string_view path);
    // A signal's name in a legal scope; false if this one was given before.
    [[nodiscard]] bool signal(const std::string& legal_scope, std::string_view name, std::string& legal);

private:
    std::string unique(const std::string& parent, std::string_view name);
    std::map<std::string, std::string, std::less<>> scopes_; // as given -> legal
    std::set<std::string> given_;                            // signals, as given
    std::set<std::string> taken_;                            // legal paths in use
};

} // namespace sharpsim
