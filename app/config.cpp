// SPDX-License-Identifier: Apache-2.0
// sharpsim config list|check|dump
#include <algorithm>
#include <iostream>
#include <map>
#include <set>

#include <unistd.h>

#include "base/error.h"
#include "base/nearest.h"
#include "base/pattern.h"
#include "commands.h"
#include "configuration.h"
#include "observe/human.h"
#include "terminal.h"

namespace sharpsim::app {

namespace {

std::string section_of(const Key& key) { return key.name.substr(0, key.name.find('.')); }
std::string default_of(const Key& key) { return key.default_text.empty() ? "\"\"" : key.default_text; }

// Keys of one section may come from several folders: they stand together, where the section begins.
void group_sections(std::vector<const Key*>& keys)
{
    std::map<std::string, std::size_t> place;
    for (const Key* key : keys)
        place.emplace(section_of(*key), place.size());
    std::stable_sort(keys.begin(), keys.end(), [&place](const Key* a, const Key* b) {
        return place.at(section_of(*a)) < place.at(section_of(*b));
    });
}

std::vector<const Key*> select(const KeyTable& table, const std::string& wanted)
{
    std::vector<const Key*> out;
    std::vector<std::string> sections;
    for (const Key& key : table.keys()) {
        sections.push_back(section_of(key));
        if (wanted.empty() || sections.back() == wanted || matches(wanted, key.name))
            out.push_back(&key);
    }
    group_sections(out);
    if (!out.empty())
        return out;
    std::string near = nearest_name(wanted, sections);
    if (near.empty())
        near = table.nearest(wanted);
    std::string list;
    std::set<std::string> told;
    for (const std::string& section : sections)
        if (told.insert(section).second)
            list += (list.empty() ? "" : ", ") + section;
    fail_usage("'" + shown(wanted) + "': no such section or key; " +
               (near.empty() ? "the sections are " + list : "did you mean " + near + "?"));
}

// Into a pipe: one line per key, for grep and awk.
void list_lines(const std::vector<const Key*>& keys)
{
    constexpr auto left = TextTable::Align::left;
    TextTable table;
    table.add({"key", "default", "allowed", "meaning", "source"});
    for (const Key* key : keys)
        table.add({key->name, default_of(*key), key->allowed, key->meaning, key->source});
    std::cout << table.text({left, left, left, left, left});
}

// On a terminal: name, default and range in columns, the meaning below; a blank line between sections.
void list_blocks(const std::vector<const Key*>& keys)
{
    constexpr std::size_t widest = 100; // longer lines are hard to read, however wide the terminal
    const std::size_t width = std::min(terminal_width(), widest);
    std::size_t name_width = 0;
    std::size_t default_width = 0;
    for (const Key* key : keys) {
        name_width = std::max(name_width, key->name.size());
        default_width = std::max(default_width, default_of(*key).size());
    }
    std::string section;
    for (const Key* key : keys) {
        if (!section.empty() && section_of(*key) != section)
            std::cout << "\n";
        section = section_of(*key);
        std::string line = key->name + std::string(name_width - key->name.size() + 2, ' ') + default_of(*key);
        const std::string allowed = "[" + key->allowed + "]";
        const std::size_t column = name_width + default_width + 4;
        if (column + allowed.size() <= width)
            std::cout << line << std::string(column - line.size(), ' ') << allowed << "\n";
        else
            std::cout << line << "\n" << wrapped(allowed, 4, width);
        std::cout << wrapped(key->meaning + (key->per_instance ? " (may differ per instance)" : ""), 4,
                             width);
        if (key->source != "-") // a matter of choice
            std::cout << wrapped("source: " + key->source, 4, width);
    }
}

int list(const Words& args)
{
    const Arguments arguments = parse_arguments(args, {}, nullptr);
    limit_words(arguments, 0, 1, "a section or a pattern");
    const Configuration configuration;
    const auto keys = select(configuration.table, arguments.words.empty() ? "" : arguments.words.front());
    if (is_terminal(STDOUT_FILENO))
        list_blocks(keys);
    else
        list_lines(keys);
    return 0;
}

// Throws InputError that begins with the file.
std::size_t check_file(const std::string& file)
{
    Configuration configuration;
    configuration.settings = read_ini(file);
    apply_settings(configuration.table, configuration.settings);
    try {
        check(configuration.values);
    } catch (const InputError& e) {
        throw InputError(file, 0, e.what());
    }
    return configuration.settings.size();
}

int check_files(const Words& args)
{
    const Arguments arguments = parse_arguments(args, {{"config", true, true}}, nullptr);
    std::vector<std::string> files = arguments.words;
    for (const std::string& file : arguments.values("config"))
        files.push_back(file);
    if (files.empty())
        fail_usage("a file to check is missing");
    int code = 0;
    for (const std::string& file : files) {
        try {
            const std::size_t count = check_file(file);
            std::cout << file << ": ok, " << count << (count == 1 ? " key" : " keys") << "\n";
        } catch (const InputError& e) {
            std::cout.flush();
            std::cerr << "sharpsim: " << e.what() << "\n";
            code = 2;
        }
    }
    return code;
}

int dump(const Words& args)
{
    Configuration configuration;
    const Arguments arguments =
        parse_arguments(args, {{"config", true, true}, {"seed", true, false}}, &configuration.table);
    limit_words(arguments, 0, 0, "");
    load(configuration, arguments);
    std::cout << render_ini(configuration.table, configuration.settings);
    return 0;
}

} // namespace

int config_command(const Words& args)
{
    Words rest = args;
    const std::string action = take_action("config", {"list", "check", "dump"}, rest);
    return action == "list" ? list(rest) : action == "check" ? check_files(rest) : dump(rest);
}

} // namespace sharpsim::app
