// SPDX-License-Identifier: Apache-2.0
// The tables of collectives_csv.h.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>

#include "observe/collectives_csv.h"
#include "observe/human.h"

namespace sharpsim {

namespace {

// What makes two operations comparable between runs.
struct Operation {
    std::uint64_t bytes;
    std::string kind;
    std::string type;
    std::string op;
    friend bool operator<(const Operation& x, const Operation& y)
    {
        return std::tie(x.bytes, x.kind, x.type, x.op) < std::tie(y.bytes, y.kind, y.type, y.op);
    }
};

using Group = std::vector<const CollectiveRow*>;
using Groups = std::map<Operation, std::map<std::string, Group>>; // then by path

Groups grouped(const std::vector<CollectiveRow>& rows)
{
    Groups groups;
    for (const CollectiveRow& r : rows)
        groups[{r.bytes, r.kind, r.type, r.op}][r.path].push_back(&r);
    return groups;
}

Group finished(const Group& group)
{
    Group out;
    std::copy_if(group.begin(), group.end(), std::back_inserter(out),
                 [](const CollectiveRow* r) { return r->finished(); });
    return out;
}

// Of finished operations; nothing where there is none.
std::optional<std::uint64_t> percentile(const Group& ended, std::uint64_t CollectiveRow::*field,
                                        std::size_t percent)
{
    if (ended.empty())
        return {};
    std::vector<std::uint64_t> values;
    for (const CollectiveRow* r : ended)
        values.push_back(r->*field);
    std::sort(values.begin(), values.end());
    return values[std::max<std::size_t>((values.size() * percent + 99) / 100, 1) - 1];
}

std::optional<std::uint64_t> median(const Group& ended)
{
    return percentile(ended, &CollectiveRow::latency_median_ps, 50);
}

// The value that most of the group share, the first on a tie; "(+n other)" where some have another.
std::string common(const Group& group, std::string CollectiveRow::*field)
{
    std::map<std::string, std::size_t> uses;
    for (const CollectiveRow* r : group)
        ++uses[r->*field];
    const auto most = std::max_element(uses.begin(), uses.end(),
                                       [](const auto& x, const auto& y) { return x.second < y.second; });
    const std::size_t others = group.size() - most->second;
    const std::string shown = most->first.empty() ? "-" : most->first;
    return others == 0 ? shown : shown + " (+" + std::to_string(others) + " other)";
}

std::string shown(const std::string& text) { return text.empty() ? "-" : text; }
std::string size_of(const Operation& o) { return o.bytes == 0 ? "-" : short_bytes(o.bytes); }
std::string time_text(std::optional<std::uint64_t> ps) { return ps ? short_time(*ps) : "-"; }

// In GB/s, like algbw_GBps of the file.
std::string bandwidth(std::uint64_t bytes, std::optional<std::uint64_t> median_ps)
{
    return bytes == 0 || !median_ps ? "-" : short_number(algorithm_bandwidth(bytes, *median_ps));
}

// From "count" to the bandwidth.
std::vector<std::string> figures(const Operation& o, const Group& group)
{
    const Group ended = finished(group);
    const std::string all = std::to_string(group.size());
    return {ended.size() == group.size() ? all : std::to_string(ended.size()) + " of " + all,
            time_text(percentile(ended, &CollectiveRow::latency_min_ps, 0)),
            time_text(median(ended)),
            time_text(percentile(ended, &CollectiveRow::latency_p99_ps, 99)),
            time_text(percentile(ended, &CollectiveRow::latency_max_ps, 100)),
            bandwidth(o.bytes, median(ended))};
}

// Nobody can tell as long as nobody has a result.
std::string wrong_elements(const Group& group)
{
    std::uint64_t wrong = 0;
    bool judged = false;
    for (const CollectiveRow* r : group) {
        wrong += r->wrong;
        judged = judged || r->ranks_done != 0 || r->finished();
    }
    return judged || wrong != 0 ? std::to_string(wrong) : "-";
}

void append(std::vector<std::string>& to, std::vector<std::string> more)
{
    to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

constexpr auto left = TextTable::Align::left;
constexpr auto right = TextTable::Align::right;

} // namespace

std::string collectives_table(const std::vector<CollectiveRow>& rows)
{
    if (rows.empty())
        return "no collective operation\n";
    TextTable table;
    table.add({"collective", "size", "type", "op", "path", "count", "min", "median", "p99", "max",
               "algbw GB/s", "wrong", "limited by", "why not SHARP"});
    for (const auto& operation : grouped(rows))
        for (const auto& path : operation.second) {
            const Operation& o = operation.first;
            const Group& g = path.second;
            std::vector<std::string> line{o.kind, size_of(o), shown(o.type), shown(o.op), shown(path.first)};
            append(line, figures(o, g));
            append(line, {wrong_elements(g), common(g, &CollectiveRow::limited_by),
                          common(g, &CollectiveRow::fallback_reason)});
            table.add(std::move(line));
        }
    return table.text(
        {left, right, left, left, left, right, right, right, right, right, right, right, left, left});
}

namespace {

std::string why_not_sharp(const std::string& path, const Group& group)
{
    if (path.rfind("sharp", 0) == 0)
        return "-";
    const std::string reason = common(group, &CollectiveRow::fallback_reason);
    return reason == "-" ? "not asked for" : reason;
}

// One operation on one path in one of two runs. `base`: the median that the ratio refers to.
std::vector<std::string> comparison_line(const Operation& o, const std::string& run, const std::string& path,
                                         const Group& g, std::optional<std::uint64_t> base)
{
    const std::optional<std::uint64_t> middle = median(finished(g));
    std::vector<std::string> line{o.kind, size_of(o), shown(o.type), shown(o.op), run, shown(path)};
    append(line, figures(o, g));
    append(line, {base.value_or(0) == 0 || !middle
                      ? "-"
                      : short_number(static_cast<double>(*middle) / static_cast<double>(*base)),
                  common(g, &CollectiveRow::limited_by), why_not_sharp(path, g)});
    return line;
}

} // namespace

std::string collectives_comparison(const std::vector<CollectiveRow>& rows, const std::string& label,
                                   const std::vector<CollectiveRow>& other, const std::string& other_label)
{
    const Groups mine = grouped(rows);
    const Groups theirs = grouped(other);
    Groups all = mine;
    all.insert(theirs.begin(), theirs.end());
    if (all.empty())
        return "no collective operation\n";

    TextTable table;
    table.add({"collective", "size", "type", "op", "run", "path", "count", "min", "median", "p99", "max",
               "algbw GB/s", "ratio", "limited by", "why not SHARP"});
    for (const auto& operation : all) {
        const Operation& o = operation.first;
        const auto a = mine.find(o);
        const auto b = theirs.find(o);
        const auto base = a == mine.end() ? std::nullopt : median(finished(a->second.begin()->second));
        if (a != mine.end())
            for (const auto& path : a->second)
                table.add(comparison_line(o, label, path.first, path.second, base));
        if (b != theirs.end())
            for (const auto& path : b->second)
                table.add(comparison_line(o, other_label, path.first, path.second, base));
    }
    return table.text(
        {left, right, left, left, left, left, right, right, right, right, right, right, right, left, left});
}

} // namespace sharpsim
