// SPDX-License-Identifier: Apache-2.0
// The arguments of one command: options of its own, configuration keys (--link.vls 2), and words.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/keys.h"
#include "base/shown.h"

namespace sharpsim::app {

// How the program was called, as a word for the shell, so that the commands it tells work where the user
// stands.
void set_called_name(const char* argv0); // null or empty: "sharpsim"
[[nodiscard]] const std::string& called_name();

struct OptionSpec {
    std::string name; // without "--"
    bool takes_value{true};
    bool repeatable{false};
};

class Arguments {
public:
    [[nodiscard]] bool has(const std::string& option) const;
    [[nodiscard]] std::string value(const std::string& option) const; // of the first; empty where not given
    [[nodiscard]] std::vector<std::string> values(const std::string& option) const;

    std::vector<std::pair<std::string, std::string>> options; // own ones, in order
    std::vector<Setting> settings;                            // configuration keys, in order
    std::vector<std::string> words;
};

// Full names only, nothing is guessed: an unknown option, a missing or extra value, or an option twice throws
// InputError with the nearest known name. "--name value" and "--name=value" are the same; a value that begins
// with
// "--" needs the second form. "--" ends the options. Values of keys are not looked at: apply_settings() does
// that. keys: null where a command takes none.
Arguments parse_arguments(const std::vector<std::string>& args, const std::vector<OptionSpec>& own,
                          const KeyTable* keys);

// Throws InputError for a word more than `most`, naming it. `what`: what the words are, for example "a file".
void limit_words(const Arguments& arguments, std::size_t least, std::size_t most, const std::string& what);

// For a command with actions: the first word, which has to be one of them. Throws InputError.
std::string take_action(const std::string& command, const std::vector<std::string>& actions,
                        std::vector<std::string>& args);

[[noreturn]] void fail_usage(const std::string& text); // InputError "command line: ..."

} // namespace sharpsim::app
