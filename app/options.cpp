// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <algorithm>

#include <boost/program_options.hpp>

#include "base/error.h"
#include "base/nearest.h"
#include "terminal.h"

namespace sharpsim::app {

namespace po = boost::program_options;

namespace {

// Abbreviations are off: with them a new key could change what an old command line means. Short options are
// off:
// "-4" after an option is a value, and elsewhere it is refused as a word.
constexpr int style = po::command_line_style::allow_long | po::command_line_style::long_allow_adjacent |
                      po::command_line_style::long_allow_next;

std::string& name_of_call()
{
    static std::string name = "sharpsim";
    return name;
}

const OptionSpec* find(const std::vector<OptionSpec>& own, const std::string& name)
{
    const auto at = std::find_if(own.begin(), own.end(), [&](const OptionSpec& o) { return o.name == name; });
    return at != own.end() ? &*at : nullptr;
}

[[noreturn]] void fail_unknown(const std::string& token, const std::vector<OptionSpec>& own,
                               const KeyTable* keys)
{
    const std::string written = token.substr(0, token.find('='));
    const std::string name = written.substr(std::min(written.find_first_not_of('-'), written.size()));
    std::vector<std::string> names;
    for (const OptionSpec& option : own)
        names.push_back(option.name);
    std::string near = nearest_name(name, names);
    if (near.empty() && keys != nullptr)
        near = keys->nearest(name);
    if (near.empty() && keys != nullptr && name.find('.') != std::string::npos)
        fail_usage(shown(written) + ": unknown key; '" + called_name() + " config list' shows all");
    fail_usage(shown(written) + ": unknown option" +
               (near.empty() ? "; --help shows all" : "; did you mean --" + near + "?"));
}

std::vector<po::option> tokenize(const std::vector<std::string>& args, const std::vector<OptionSpec>& own,
                                 const KeyTable* keys)
{
    po::options_description known;
    auto add = known.add_options();
    for (const OptionSpec& option : own)
        add(option.name.c_str(), new po::untyped_value(!option.takes_value));
    if (keys != nullptr)
        for (const Key& key : keys->keys())
            add(key.name.c_str(), new po::untyped_value(false));
    try {
        return po::command_line_parser(args).options(known).style(style).run().options;
    } catch (const po::unknown_option& e) {
        fail_unknown(e.get_option_name(), own, keys);
    } catch (const po::invalid_command_line_syntax& e) {
        const std::string name = shown(e.get_option_name());
        switch (e.kind()) {
        case po::invalid_syntax::missing_parameter:
            fail_usage(name + ": a value is missing");
        case po::invalid_syntax::extra_parameter:
            fail_usage(name + ": takes no value");
        case po::invalid_syntax::empty_adjacent_parameter:
            fail_usage(name + "=: there is no value after '='; an empty text is written " + name + " \"\"");
        default:
            fail_usage(name + ": not understood; --help shows how it is written");
        }
    } catch (const po::error& e) {
        fail_usage(shown(e.what()));
    }
}

} // namespace

void set_called_name(const char* argv0)
{
    if (argv0 != nullptr && *argv0 != '\0')
        name_of_call() = shell_word(argv0);
}

const std::string& called_name() { return name_of_call(); }

bool Arguments::has(const std::string& option) const
{
    return std::any_of(options.begin(), options.end(), [&](const auto& o) { return o.first == option; });
}

std::string Arguments::value(const std::string& option) const
{
    const std::vector<std::string> all = values(option);
    return all.empty() ? "" : all.front();
}

std::vector<std::string> Arguments::values(const std::string& option) const
{
    std::vector<std::string> out;
    for (const auto& o : options)
        if (o.first == option)
            out.push_back(o.second);
    return out;
}

Arguments parse_arguments(const std::vector<std::string>& args, const std::vector<OptionSpec>& own,
                          const KeyTable* keys)
{
    const auto terminator = std::find(args.begin(), args.end(), "--");
    Arguments out;
    for (const po::option& option : tokenize({args.begin(), terminator}, own, keys)) {
        const std::string value = option.value.empty() ? "" : option.value.front();
        if (option.string_key.empty()) {
            if (value.size() > 1 && value[0] == '-')
                fail_unknown(value, own, keys);
            out.words.push_back(value);
            continue;
        }
        const std::string& name = option.string_key;
        // "--out --force": the second is an option, not the value of the first.
        if (option.original_tokens.size() > 1 && value.rfind("--", 0) == 0)
            fail_usage(
                std::string{"--"}.append(name).append(": a value is missing before ").append(shown(value)) +
                "; if it is the value, write --" + name + "=" + shown(value));
        const OptionSpec* spec = find(own, name);
        if (spec == nullptr) {
            out.settings.push_back({"", name, value, Origin::command_line()});
            continue;
        }
        if (!spec->repeatable && out.has(name))
            fail_usage("--" + name + ": given twice");
        if (spec->takes_value && value.empty())
            fail_usage("--" + name + ": the value is empty");
        out.options.emplace_back(name, value);
    }
    if (terminator != args.end())
        out.words.insert(out.words.end(), terminator + 1, args.end());
    return out;
}

void limit_words(const Arguments& arguments, std::size_t least, std::size_t most, const std::string& what)
{
    if (arguments.words.size() > most)
        fail_usage("'" + shown(arguments.words[most]) + "': a word too many; " +
                   (most == 0 ? "options begin with --" : "wanted is " + what));
    if (arguments.words.size() < least)
        fail_usage(what + " is missing");
}

std::string take_action(const std::string& command, const std::vector<std::string>& actions,
                        std::vector<std::string>& args)
{
    std::string list;
    for (const std::string& action : actions)
        list += (list.empty() ? "" : action == actions.back() ? " or " : ", ") + action;
    if (args.empty())
        fail_usage(command + ": wanted is " + command + " " + list);
    std::string word = args.front();
    if (std::find(actions.begin(), actions.end(), word) == actions.end()) {
        const std::string near = nearest_name(word, actions);
        fail_usage("'" + command + " " + shown(word) + "': " +
                   (near.empty() ? "wanted is " + command + " " + list
                                 : "did you mean " + command + " " + near + "?"));
    }
    args.erase(args.begin());
    return word;
}

void fail_usage(const std::string& text) { throw InputError("command line", 0, text); }

} // namespace sharpsim::app
