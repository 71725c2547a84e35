// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/keys.h"

namespace sharpsim {

namespace {

constexpr std::size_t largest_file = std::size_t{16}
                                     << 20; // no configuration is near that; a device never ends
constexpr std::string_view blanks = " \t";

std::string read_file(const std::string& path)
{
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw InputError(path, 0, "is a directory; an INI file is needed");
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
    if (file == nullptr)
        throw InputError(path, 0, "cannot be opened: " + std::generic_category().message(errno));
    std::string text;
    char block[65536];
    std::size_t got = 0;
    while ((got = std::fread(block, 1, sizeof block, file.get())) > 0) {
        text.append(block, got);
        if (text.size() > largest_file)
            throw InputError(path, 0, "is larger than 16 MiB; an INI file is needed");
    }
    if (std::ferror(file.get()) != 0)
        throw InputError(path, 0, "cannot be read: " + std::generic_category().message(errno));
    return text;
}

// Length of the UTF-8 sequence at `at` (RFC 3629), 0 where there is none.
std::size_t utf8_length(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) -> unsigned {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0;
    };
    const unsigned lead = byte(0);
    if (lead < 0x80)
        return 1;
    const std::size_t length = lead >= 0xc2 && lead <= 0xdf   ? 2
                               : (lead & 0xf0) == 0xe0        ? 3
                               : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                              : 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80)
            return 0;
    const bool overlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
    const bool beyond = (lead == 0xed && byte(1) >= 0xa0) || (lead == 0xf4 && byte(1) >= 0x90);
    return overlong || beyond ? 0 : length;
}

std::string_view trimmed(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

bool is_name(std::string_view text)
{
    return !text.empty() &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") ==
               std::string_view::npos;
}

// The text without its comment: from ';' or '#' at the start or after a blank.
std::string_view without_comment(std::string_view text)
{
    for (std::size_t i = 0; i < text.size(); ++i)
        if ((text[i] == ';' || text[i] == '#') &&
            (i == 0 || blanks.find(text[i - 1]) != std::string_view::npos))
            return text.substr(0, i);
    return text;
}

class IniReader {
public:
    explicit IniReader(const std::string& path) : path_{path} {}

    std::vector<Setting> read()
    {
        const std::string text = read_file(path_);
        std::string_view rest = text;
        if (rest.substr(0, 3) == "\xef\xbb\xbf")
            rest.remove_prefix(3);
        while (!rest.empty()) {
            ++line_;
            const std::size_t end = rest.find('\n');
            std::string_view line = rest.substr(0, end);
            rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
            if (!line.empty() && line.back() == '\r')
                line.remove_suffix(1);
            check_text(line);
            const std::string_view content = trimmed(line);
            if (content.empty() || content[0] == ';' || content[0] == '#')
                continue;
            if (content[0] == '[')
                read_section(content);
            else
                read_key(content);
        }
        return std::move(settings_);
    }

private:
    [[noreturn]] void fail(const std::string& text) const { throw InputError(path_, line_, text); }

    void check_text(std::string_view line) const
    {
        static constexpr char hex[] = "0123456789abcdef";
        for (std::size_t i = 0; i < line.size();) {
            const auto byte = static_cast<unsigned char>(line[i]);
            const std::size_t length = utf8_length(line, i);
            if (length == 0 || (byte < 0x20 && byte != '\t') || byte == 0x7f)
                fail(std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15] + " in column " +
                     std::to_string(i + 1) + " is not text; an INI file in UTF-8 is needed");
            i += length;
        }
    }

    static std::string quote(std::string_view text) { return "'" + cut(text) + "'"; }
    static std::string cut(std::string_view text)
    {
        constexpr std::size_t longest = 80;
        if (text.size() <= longest)
            return std::string(text);
        std::size_t end = longest;
        while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
            --end; // not inside a character
        return std::string(text.substr(0, end)) + "...";
    }

    // Takes a text in double quotes off the front; what follows it stays.
    std::string take_quoted(std::string_view& text) const
    {
        std::string out;
        for (std::size_t i = 1; i < text.size(); ++i) {
            if (text[i] == '"') {
                text.remove_prefix(i + 1);
                return out;
            }
            if (text[i] == '\\') {
                ++i;
                if (i == text.size() || (text[i] != '"' && text[i] != '\\'))
                    fail("after a backslash in quotes only \" or \\ may follow");
            }
            out += text[i];
        }
        fail("the quote is not closed: " + cut(text));
    }

    void read_section(std::string_view content)
    {
        std::string_view inside = content.substr(1);
        section_.clear();
        pattern_.clear();
        const std::string_view name = trimmed(inside.substr(0, inside.find_first_of("]\"")));
        const std::size_t word = name.size();
        const std::size_t quoted = inside.find('"');
        if (quoted != std::string_view::npos && quoted < inside.find(']')) {
            if (name != "override")
                fail(cut(content) + ": allowed are [section] and [override \"pattern\"]");
            inside.remove_prefix(quoted);
            pattern_ = take_quoted(inside);
            if (pattern_.empty())
                fail("[override \"\"]: the pattern is empty; for all instances write *");
            inside = trimmed(inside);
        } else {
            inside.remove_prefix(inside.find(']') == std::string_view::npos ? inside.size()
                                                                            : inside.find(']'));
        }
        if (inside.empty() || inside[0] != ']')
            fail("the section is not closed: " + cut(content) +
                 "; allowed are [section] and [override \"pattern\"]");
        if (!trimmed(without_comment(trimmed(inside.substr(1)))).empty())
            fail("text after the section: " + quote(trimmed(inside.substr(1))));
        if (word == 0)
            fail("the section has no name; a section is written [link]");
        if (pattern_.empty() && name == "override")
            fail("an override needs a pattern in quotes, for example [override \"leaf3*\"]");
        if (!is_name(name))
            fail("section " + quote(name) + ": a name has letters, digits, '_', '-' and '.' only");
        section_ = name;
    }

    void read_key(std::string_view content)
    {
        const std::size_t equals = content.find('=');
        if (equals == std::string_view::npos)
            fail(quote(content) + ": '=' is missing; a key is written key = value");
        const std::string name(trimmed(content.substr(0, equals)));
        if (name.empty())
            fail(quote(content) + ": there is no key before '='; a key is written key = value");
        if (!is_name(name))
            fail("key " + quote(name) + ": a name has letters, digits, '_', '-' and '.' only");
        if (section_.empty())
            fail(name + ": stands before any section; a section is written [link]");
        const bool in_override = !pattern_.empty();
        if (in_override && name.find('.') == std::string::npos)
            fail("[override \"" + pattern_ + "\"] " + name +
                 ": the full name is needed here, for example link." + name);
        Setting s;
        s.instance_pattern = pattern_;
        s.key = in_override ? name : section_ + "." + name;
        s.origin = {path_, line_};
        s.value = read_value(name, content.substr(equals + 1));
        const auto entry = lines_.try_emplace({s.instance_pattern, s.key}, line_);
        if (!entry.second)
            fail((in_override ? "[override \"" + pattern_ + "\"] " : "[" + section_ + "] ") + name +
                 ": is set twice, before in line " + std::to_string(entry.first->second));
        settings_.push_back(std::move(s));
    }

    std::string read_value(const std::string& name, std::string_view text) const
    {
        std::string_view value = trimmed(text);
        if (!value.empty() && value[0] == '"') {
            std::string out = take_quoted(value);
            if (!trimmed(without_comment(value)).empty())
                fail(name + ": text after the closing quote: " + quote(trimmed(value)));
            return out;
        }
        value = trimmed(without_comment(text));
        if (value.empty())
            fail(name + ": there is no value after '='; an empty text is written \"\"");
        return std::string(value);
    }

    const std::string& path_;
    std::size_t line_{0};
    std::string section_;                                              // empty before the first one
    std::string pattern_;                                              // of an override section, else empty
    std::map<std::pair<std::string, std::string>, std::size_t> lines_; // (pattern, key): where it was set
    std::vector<Setting> settings_;
};

std::string in_quotes(const std::string& text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + '"';
}

std::string written(const std::string& value)
{
    const bool plain =
        !value.empty() && value[0] != '"' && trimmed(value) == value && without_comment(value) == value;
    return plain ? value : in_quotes(value);
}

std::string one_line(std::string text)
{
    for (char& c : text)
        if (c == '\n' || c == '\r' || c == '\t')
            c = ' ';
    return text;
}

} // namespace

std::vector<Setting> read_ini(const std::string& path) { return IniReader{path}.read(); }

std::string render_ini(const KeyTable& table, const std::vector<Setting>& settings)
{
    std::vector<std::string> sections;
    std::map<std::string, std::string> bodies;
    for (const Key& key : table.keys()) {
        const std::size_t dot = key.name.find('.');
        const std::string section = key.name.substr(0, dot);
        const auto body = bodies.try_emplace(section);
        if (body.second)
            sections.push_back(section);
        body.first->second += "; " + one_line(key.meaning + " [" + key.allowed + "]") + "\n" +
                              key.name.substr(dot + 1) + " = " + written(key.get()) + "\n";
    }
    std::string out;
    for (const std::string& section : sections)
        out += (out.empty() ? "[" : "\n[") + section + "]\n" + bodies[section];

    std::map<std::pair<std::string, std::string>, const Setting*> last;
    for (const Setting& s : settings)
        last[{s.instance_pattern, s.key}] = &s;
    std::string open;
    for (const Setting& s : settings) {
        if (s.instance_pattern.empty() || last[{s.instance_pattern, s.key}] != &s)
            continue;
        if (s.instance_pattern != open)
            out += "\n[override " + in_quotes(s.instance_pattern) + "]\n";
        open = s.instance_pattern;
        out += s.key + " = " + written(s.value) + "\n";
    }
    return out;
}

} // namespace sharpsim
