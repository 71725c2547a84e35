// SPDX-License-Identifier: Apache-2.0
// From settings as written to values in a table: the error messages of configuration come from here.
#include <map>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/keys.h"
#include "base/pattern.h"
#include "base/shown.h"

namespace sharpsim {

namespace {

// The key as it stands in its place: "--link.rate", "[link] rate", "[override "leaf*"] link.rate".
std::string placed(const Setting& s)
{
    if (s.origin.from_command_line())
        return "--" + shown(s.key);
    if (!s.instance_pattern.empty())
        return "[override \"" + shown(s.instance_pattern) + "\"] " + shown(s.key);
    const std::size_t dot = s.key.find('.');
    if (dot == std::string::npos)
        return shown(s.key);
    return "[" + shown(s.key.substr(0, dot)) + "] " + shown(s.key.substr(dot + 1));
}

[[noreturn]] void fail(const Setting& s, const std::string& text)
{
    throw InputError(s.origin.file, s.origin.line, text);
}

[[noreturn]] void fail_unknown(const KeyTable& table, const Setting& s)
{
    const std::string text = placed(s) + ": unknown key";
    const std::string near = table.nearest(s.key);
    if (!near.empty())
        fail(s, text + "; did you mean " + (s.origin.from_command_line() ? "--" : "") + near + "?");
    const std::string section = s.key.substr(0, s.key.find('.'));
    std::string in_section;
    std::string sections;
    std::set<std::string> seen;
    for (const Key& key : table.keys()) {
        const std::size_t dot = key.name.find('.');
        if (key.name.compare(0, dot, section) == 0)
            in_section += (in_section.empty() ? "" : ", ") + key.name.substr(dot + 1);
        if (seen.insert(key.name.substr(0, dot)).second)
            sections += (sections.empty() ? "" : ", ") + key.name.substr(0, dot);
    }
    if (!in_section.empty())
        fail(s, text + "; the keys of [" + section + "] are " + in_section);
    fail(s, text + "; the sections are " + sections);
}

[[noreturn]] void fail_value(const Setting& s, const std::string& reason)
{
    if (s.origin.from_command_line())
        fail(s, "--" + s.key + " " + shown(s.value) + ": " + reason);
    const std::string where = s.instance_pattern.empty() ? s.key : placed(s);
    fail(s, where + " = " + shown(s.value) + ": " + reason);
}

void refuse_twice_on_command_line(const std::vector<Setting>& settings)
{
    std::map<std::pair<std::string, std::string>, const Setting*> seen;
    for (const Setting& s : settings) {
        if (!s.origin.from_command_line())
            continue;
        const auto entry = seen.try_emplace({s.instance_pattern, s.key}, &s);
        if (!entry.second)
            fail_value(s, "given twice, before as " + shown(entry.first->second->value));
    }
}

} // namespace

void fail_pattern(const Setting& setting, const std::string& reason)
{
    fail(setting, "[override \"" + shown(setting.instance_pattern) + "\"] " + reason);
}

void fail_value_of(const std::string& key, const std::vector<Setting>& settings, const std::string& reason)
{
    const Setting* last = nullptr;
    for (const Setting& s : settings)
        if (s.instance_pattern.empty() && s.key == key)
            last = &s;
    if (last == nullptr)
        throw InputError("configuration: " + key + ": " + reason);
    fail_value(*last, reason);
}

void apply_settings(const KeyTable& table, const std::vector<Setting>& settings, const std::string& instance)
{
    refuse_twice_on_command_line(settings);
    // Everything is checked before anything is set, in the order in which it was written.
    for (const Setting& s : settings) {
        const Key* key = table.find(s.key);
        if (key == nullptr)
            fail_unknown(table, s);
        if (!s.instance_pattern.empty() && !key->per_instance)
            fail(s, placed(s) + ": the same for all instances; set it in [" +
                        s.key.substr(0, s.key.find('.')) + "]");
        try {
            key->check(s.value);
        } catch (const std::invalid_argument& e) {
            fail_value(s, e.what());
        }
    }
    for (const Setting& s : settings)
        if (s.instance_pattern.empty())
            table.find(s.key)->set(s.value);
    if (instance.empty())
        return;
    for (const Setting& s : settings)
        if (!s.instance_pattern.empty() && matches_instance(s.instance_pattern, instance))
            table.find(s.key)->set(s.value);
}

} // namespace sharpsim
