// SPDX-License-Identifier: Apache-2.0
#include "observe/collectives_csv.h"

#include <algorithm>

#include "observe/csv.h"

namespace sharpsim {

namespace {
constexpr const char* header =
    "index,name,kind,bytes,type,operator,path,fallback_reason,ranks,start_ps,end_ps,"
    "latency_min_ps,latency_median_ps,latency_p99_ps,latency_max_ps,algbw_GBps,wrong,"
    "limited_by,result_hash,ranks_done";
} // namespace

void set_latencies(CollectiveRow& row, std::vector<Picoseconds> ranks)
{
    if (ranks.empty())
        return;
    std::sort(ranks.begin(), ranks.end());
    const auto percentile = [&ranks](std::size_t percent) {
        return ranks[(ranks.size() * percent + 99) / 100 - 1].count(); // ceil(n p / 100), counted from 1
    };
    row.latency_min_ps = ranks.front().count();
    row.latency_median_ps = percentile(50);
    row.latency_p99_ps = percentile(99);
    row.latency_max_ps = ranks.back().count();
}

double algorithm_bandwidth(std::uint64_t bytes, std::uint64_t latency_median_ps)
{
    return latency_median_ps == 0
               ? 0
               : static_cast<double>(bytes) * 1000.0 / static_cast<double>(latency_median_ps);
}

std::string render_collectives_csv(const std::vector<CollectiveRow>& rows)
{
    CsvWriter csv{header};
    const auto known = [&csv](bool is_known, std::uint64_t value) {
        if (is_known)
            csv.field(value);
        else
            csv.field("");
    };
    for (const CollectiveRow& r : rows) {
        const bool done = r.finished();
        csv.field(r.index).field(r.name).field(r.kind).field(r.bytes).field(r.type).field(r.op).field(r.path);
        csv.field(r.fallback_reason).field(r.ranks);
        known(r.begun, r.start_ps);
        for (const std::uint64_t time :
             {r.end_ps, r.latency_min_ps, r.latency_median_ps, r.latency_p99_ps, r.latency_max_ps})
            known(done, time);
        if (done)
            csv.field(algorithm_bandwidth(r.bytes, r.latency_median_ps));
        else
            csv.field("");
        csv.field(r.wrong).field(r.limited_by).field(r.result_hash).field(r.ranks_done);
        csv.end_row();
    }
    return csv.text();
}

std::vector<CollectiveRow> read_collectives_csv(const std::string& path)
{
    std::vector<CollectiveRow> rows;
    for (const CsvRow& from : read_csv(path, header)) {
        std::size_t at = 0;
        const auto text = [&] { return from.fields[at++]; };
        const auto number = [&] { return csv_number(path, from, at++); };
        // Nothing where there was none.
        const auto time = [&] {
            return from.fields[at].empty() ? (++at, std::uint64_t{0}) : csv_number(path, from, at++);
        };
        CollectiveRow r;
        r.index = number();
        r.name = text();
        r.kind = text();
        r.bytes = number();
        r.type = text();
        r.op = text();
        r.path = text();
        r.fallback_reason = text();
        r.ranks = number();
        r.begun = !from.fields[at].empty();
        r.start_ps = time();
        r.end_ps = time();
        r.latency_min_ps = time();
        r.latency_median_ps = time();
        r.latency_p99_ps = time();
        r.latency_max_ps = time();
        if (!from.fields[at].empty())
            csv_real(path, from, at); // follows from the others
        ++at;
        r.wrong = number();
        r.limited_by = text();
        r.result_hash = text();
        r.ranks_done = number();
        rows.push_back(std::move(r));
    }
    return rows;
}

} // namespace sharpsim
