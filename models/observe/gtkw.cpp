// SPDX-License-Identifier: Apache-2.0
#include "observe/gtkw.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "base/error.h"
#include "observe/fst_contents.h"

namespace sharpsim {

namespace {

// Flags of a row in GTKWave's save files (its manual, "save file format", and what it writes itself).
constexpr unsigned hex = 0x2;
constexpr unsigned decimal = 0x4;
constexpr unsigned binary = 0x8;
constexpr unsigned right = 0x20;
constexpr unsigned blank = 0x200;
constexpr unsigned ascii = 0x800;
constexpr unsigned in_closed = 0x1000;
constexpr unsigned steps = 0x8000;    // drawn as a curve
constexpr unsigned stretch = 0x20000; // one more row of height for the curve above
constexpr unsigned closed = 0x400000;
constexpr unsigned group_begin = 0x800000;
constexpr unsigned group_end = 0x1000000;

// GTKWave's numbers of colours.
constexpr unsigned orange = 2;
constexpr unsigned yellow = 3;
constexpr unsigned green = 4;
constexpr unsigned violet = 7;

struct Row {
    std::string label;
    std::string path; // with range
    unsigned flags{right | hex};
    unsigned colour{green};
    unsigned extra_height{0};
};

struct Group {
    std::string title;
    std::vector<Row> rows;
};

std::string top_of(const std::string& scope) { return scope.substr(0, scope.find('.')); }

std::string file_of(const std::string& path) { return path.substr(path.rfind('/') + 1); }

std::string path_of(const WaveSignal& s)
{
    std::string path = (s.scope.empty() ? "" : s.scope + ".") + s.name;
    if (s.kind != SignalKind::bit)
        path += "[" + std::to_string(s.bits - 1) + ":0]";
    return path;
}

Row row_of(const WaveSignal& s, std::string label)
{
    Row row{std::move(label), path_of(s)};
    switch (s.kind) {
    case SignalKind::bit:
        row.flags = right | binary;
        row.colour = yellow;
        break;
    case SignalKind::number:
        row.flags = right | decimal;
        break;
    case SignalKind::level:
        row.flags = right | decimal | steps;
        row.colour = orange;
        row.extra_height = 1;
        break;
    case SignalKind::code:
        row.flags = right | hex;
        break;
    case SignalKind::text:
        row.flags = right | ascii;
        row.colour = violet;
        break;
    }
    return row;
}

using ScopeChanges = std::map<std::string, std::uint64_t>;

// The signals of a list whose instances are the busiest, in the list's order: so each quantity shows the same
// ports.
std::vector<const WaveSignal*> busiest(const std::vector<const WaveSignal*>& all, const ScopeChanges& changes,
                                       unsigned most, bool idle_too)
{
    std::vector<const WaveSignal*> ranked;
    for (const WaveSignal* s : all)
        if (idle_too || s->changes > 0)
            ranked.push_back(s);
    std::stable_sort(ranked.begin(), ranked.end(), [&changes](const WaveSignal* a, const WaveSignal* b) {
        return changes.at(a->scope) > changes.at(b->scope);
    });
    if (ranked.size() > most)
        ranked.resize(most);
    std::sort(ranked.begin(), ranked.end()); // they lie in one array, in the order of the file
    return ranked;
}

std::vector<Group> model_groups(const std::string& top, const std::vector<WaveSignal>& signals,
                                const GtkwOptions& options, bool idle_too)
{
    std::vector<std::string> quantities; // in order of first appearance
    std::map<std::string, std::vector<const WaveSignal*>> by_name;
    ScopeChanges changes;
    for (const WaveSignal& s : signals) {
        if (top_of(s.scope) != top)
            continue;
        std::vector<const WaveSignal*>& list = by_name[s.name];
        if (list.empty())
            quantities.push_back(s.name);
        list.push_back(&s);
        changes[s.scope] += s.changes;
    }
    const auto below_top = [&top](const std::string& scope) {
        return scope.size() > top.size() ? scope.substr(top.size() + 1) : scope;
    };
    std::vector<Group> groups;
    std::vector<Group> singles; // one for each instance
    for (const std::string& name : quantities) {
        const std::vector<const WaveSignal*>& all = by_name[name];
        const std::vector<const WaveSignal*> shown = busiest(all, changes, options.most_rows, idle_too);
        if (shown.empty())
            continue;
        if (all.size() == 1) {
            const std::string title = below_top(all.front()->scope);
            if (singles.empty() || singles.back().title != title)
                singles.push_back({title, {}});
            singles.back().rows.push_back(row_of(*all.front(), name));
            continue;
        }
        Group group{name, {}};
        for (const WaveSignal* s : shown)
            group.rows.push_back(row_of(*s, below_top(s->scope) + " " + name));
        groups.push_back(std::move(group));
    }
    groups.insert(groups.end(), singles.begin(), singles.end());
    return groups;
}

Group rtl_group(const std::string& top, const std::string& scope, const FstContents& contents)
{
    Group group{scope.size() > top.size() ? scope.substr(top.size() + 1) + " (RTL)" : scope + " (RTL)", {}};
    for (const FstVariable& v : contents.variables) {
        if (v.scope != scope || !(v.input || v.output))
            continue;
        group.rows.push_back({v.name, v.scope + "." + v.name, v.bits == 1 ? right | binary : right | hex,
                              v.output ? orange : green, 0});
    }
    return group;
}

class Text {
public:
    void begin(const std::string& title, bool is_closed)
    {
        flags(blank | group_begin | (is_closed ? closed : 0) | hidden());
        out_ << "-" << title << "\n";
        open_.push_back(is_closed);
    }
    void end(const std::string& title)
    {
        const bool was_closed = open_.back();
        open_.pop_back();
        flags(blank | group_end | (was_closed ? closed | in_closed : 0) | hidden());
        out_ << "-" << title << "\n";
    }
    void row(const Row& r)
    {
        flags(r.flags | hidden());
        out_ << "[color] " << r.colour << "\n+{" << r.label << "} " << r.path << "\n";
        if (r.extra_height > 0)
            flags(stretch | hidden());
        for (unsigned n = 0; n < r.extra_height; ++n)
            out_ << "-\n";
    }
    [[nodiscard]] std::string text() const { return out_.str(); }

private:
    [[nodiscard]] unsigned hidden() const
    {
        return std::find(open_.begin(), open_.end(), true) != open_.end() ? in_closed : 0;
    }
    void flags(unsigned f) { out_ << "@" << std::hex << f << std::dec << "\n"; }
    std::ostringstream out_;
    std::vector<bool> open_; // of each enclosing group: is it closed
};

constexpr unsigned names_width = 330; // pixels for names and values

std::string header(const WaveWriter& waves, const FstContents& contents, const std::string& path,
                   const GtkwOptions& options)
{
    const std::uint64_t span = std::max<std::uint64_t>((contents.end - contents.begin).count(), 1);
    const unsigned pixels = options.width > 2 * names_width ? options.width - names_width - 40 : names_width;
    // GTKWave's zoom is minus the binary logarithm of time units per frame of 200 pixels.
    const double zoom = -std::log2(static_cast<double>(span) * 200 / pixels);
    std::ostringstream out;
    out << "[*] sharpsim\n[dumpfile] \"" << file_of(waves.path()) << "\"\n[savefile] \"" << file_of(path)
        << "\"\n[timestart] " << contents.begin.count() << "\n[size] " << options.width << " "
        << options.height << "\n[pos] -1 -1\n*" << zoom << " "
        << options.marker.value_or(contents.begin).count();
    for (int named = 0; named < 26; ++named)
        out << " -1";
    out << "\n[sst_width] 200\n[signals_width] " << names_width
        << "\n[sst_expanded] 0\n[sst_vpaned_height] 300\n";
    return out.str();
}

} // namespace

void write_gtkw(const WaveWriter& waves, const std::string& path, const GtkwOptions& options)
{
    const FstContents contents = read_fst_contents(waves.path());
    const std::vector<WaveSignal>& signals = waves.signals();
    const bool idle_too =
        std::none_of(signals.begin(), signals.end(), [](const WaveSignal& s) { return s.changes > 0; });

    // Switches with RTL first: they are the ones that somebody looks at closely.
    std::vector<std::string> tops;
    const auto add_top = [&tops](const std::string& scope) {
        if (std::find(tops.begin(), tops.end(), top_of(scope)) == tops.end())
            tops.push_back(top_of(scope));
    };
    for (const RtlInstance& r : waves.rtl_instances())
        add_top(r.scope);
    for (const WaveSignal& s : signals)
        add_top(s.scope);

    Text text;
    bool first = true;
    for (const std::string& top : tops) {
        std::vector<Group> groups = model_groups(top, signals, options, idle_too);
        for (const RtlInstance& r : waves.rtl_instances())
            if (top_of(r.scope) == top)
                groups.push_back(rtl_group(top, r.scope, contents));
        if (groups.empty())
            continue;
        text.begin(top, !first);
        for (const Group& group : groups) {
            text.begin(group.title, false);
            for (const Row& row : group.rows)
                text.row(row);
            text.end(group.title);
        }
        text.end(top);
        first = false;
    }
    std::ofstream out{path};
    out << header(waves, contents, path, options) << text.text() << "[pattern_trace] 1\n[pattern_trace] 0\n";
    if (!out.flush())
        throw InputError(path + ": cannot be written");
}

} // namespace sharpsim
