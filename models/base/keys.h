// SPDX-License-Identifier: Apache-2.0
// The configuration keys: each folder declares its own, bound to fields of a plain struct whose initial
// values are the defaults. One table serves INI files, the command line, `config list` and the written-back
// config.ini.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace sharpsim {

// Where a value was written: "file:line", or the command line. Kept for every error message.
struct Origin {
    std::string file{"default"};
    std::size_t line{0};

    static Origin command_line() { return {"command line", 0}; }
    [[nodiscard]] bool from_command_line() const { return line == 0 && file == "command line"; }
};

struct Key {
    std::string name;    // "section.key"
    std::string kind;    // "duration", "size", "rate", "frequency", "length", "integer", "real", "choice",
                         // "flag", "text"
    std::string allowed; // human-readable range or list of choices
    std::string default_text; // rendered from the struct
    std::string meaning;
    std::string source;       // paper, manual, vendor page, or "assumption"
    bool per_instance{false}; // may stand in an [override "pattern"] section
    // Both throw std::invalid_argument with what is wrong and what is allowed; check() changes nothing.
    std::function<void(const std::string& text)> check;
    std::function<void(const std::string& text)> set;
    std::function<std::string()> get; // current value, in the form that set() takes
};

// Declares keys. Every dimensioned value carries its unit in text: 130ns, 400Gb/s, 4KiB, 1.2GHz, 3m; a bare
// number there is an error. Numbers are range-checked; nothing is guessed, wrapped or cut. A name declared
// twice, a name that is not "section.key" or a default outside its own range is a fault of the model
// (ModelError).
class KeyTable {
public:
    template <class T>
    struct Range {
        T low;
        T high;
    };
    struct Text {
        std::string meaning;
        std::string source;
        bool per_instance{false};
    };

    void duration(const std::string& name, Picoseconds& to, Range<Picoseconds> range, Text text);
    void size(const std::string& name, Bytes& to, Range<Bytes> range, Text text);
    // A size whose key names the unit ("workload.bytes"): a bare number is taken too.
    void bytes(const std::string& name, Bytes& to, Range<Bytes> range, Text text);
    void frequency(const std::string& name, Hertz& to, Range<Hertz> range, Text text);
    void rate(const std::string& name, KbitPerSecond& to, Range<KbitPerSecond> range, Text text);
    void length(const std::string& name, double& metres, Range<double> range, Text text);
    void integer(const std::string& name, std::uint64_t& to, Range<std::uint64_t> range, Text text);
    void integer(const std::string& name, unsigned& to, Range<unsigned> range, Text text);
    void real(const std::string& name, double& to, Range<double> range, Text text);
    void flag(const std::string& name, bool& to, Text text);
    void text(const std::string& name, std::string& to, Text text);
    // Free text that a function checks (throws std::invalid_argument). The default is always accepted.
    void checked(const std::string& name, std::string& to, std::function<void(const std::string&)> check,
                 std::string allowed, Text text);

    template <class E>
    void choice(const std::string& name, E& to, std::initializer_list<std::pair<const char*, E>> values,
                Text text)
    {
        std::vector<std::pair<std::string, std::uint64_t>> plain;
        for (const auto& v : values)
            plain.emplace_back(v.first, static_cast<std::uint64_t>(v.second));
        choice_impl(
            name, std::move(plain), [&to](std::uint64_t v) { to = static_cast<E>(v); },
            [&to] { return static_cast<std::uint64_t>(to); }, std::move(text));
    }

    [[nodiscard]] const std::vector<Key>& keys() const { return keys_; }
    [[nodiscard]] const Key* find(const std::string& name) const;
    // The nearest known name (edit distance, or the same key in another section), for "did you mean"; empty
    // when nothing is near.
    [[nodiscard]] std::string nearest(const std::string& name) const;

private:
    template <class T>
    void bind(const std::string& name, const char* kind, std::string allowed, T& to,
              std::function<T(const std::string&)> parse, std::function<std::string(const T&)> show,
              Text text);
    void choice_impl(const std::string& name, std::vector<std::pair<std::string, std::uint64_t>> values,
                     std::function<void(std::uint64_t)> set, std::function<std::uint64_t()> get, Text text);
    void add(Key key);
    std::vector<Key> keys_;
};

// Values as they were written, in order, before anything is bound: INI files first, then the command line.
struct Setting {
    std::string instance_pattern; // of the [override "pattern"] section; empty for a plain one
    std::string key;              // "section.key"
    std::string value;
    Origin origin;
};

// Reads one INI file: [section], [override "pattern"] (keys inside are full "section.key" names), key =
// value; comments from ';' or '#' at the start of a line or after white space; UTF-8 byte-order mark and CRLF
// accepted. A value in double quotes is taken as it stands, blanks and comment signs included; \" and \\ are
// its escapes, and "" is the empty text. Throws InputError (file:line) on anything else, on a key twice in
// one file, and on a file that cannot be read.
std::vector<Setting> read_ini(const std::string& path);

// Applies settings to a table. Plain settings come first, then the override sections whose pattern matches
// `instance` (pattern.h; "" matches none); within each the later one wins, so a plain value never undoes an
// override, wherever it stands. All override sections are checked (known key, per_instance, value), matching
// or not. Throws InputError naming file, line, key, what was found, what is allowed and the nearest known
// name, also for a key twice on the command line. (Not named apply: argument lookup would prefer std::apply.)
void apply_settings(const KeyTable& table, const std::vector<Setting>& settings,
                    const std::string& instance = "");

// For rules that only a whole fabric can tell. `setting` is one of an override section whose pattern matches
// nothing; `key` stands for the plain setting that took effect, the last one. Both throw InputError naming
// its place.
[[noreturn]] void fail_pattern(const Setting& setting, const std::string& reason);
[[noreturn]] void fail_value_of(const std::string& key, const std::vector<Setting>& settings,
                                const std::string& reason);

// The effective configuration as an INI text that read_ini() takes back: all keys with their current values,
// then override sections as given (of equal pattern and key only the last).
std::string render_ini(const KeyTable& table, const std::vector<Setting>& settings);

} // namespace sharpsim
