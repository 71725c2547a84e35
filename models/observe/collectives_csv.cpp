// SPDX-License-Identifier: Apache-2.0
#include "observe/collectives_csv.h"

#include <algorithm>

#include "observe/csv.h"

namespace sharpsim {

namespace {
constexpr const char* header =
    "index,name,kind,bytes,type,operator,path,fallback_reason,ranks,start_ps,end_ps,"
    "latency_min_ps,latency_median_ps,latency_p99_ps,latency_max_ps,algbw_GBps,wrong,"
    "limited_by,result_hash";
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
    for (const CollectiveRow& r : rows) {
        csv.field(r.index).field(r.name).field(r.kind).field(r.bytes).field(r.type).field(r.op).field(r.path);
        csv.field(r.fallback_reason).field(r.ranks).field(r.start_ps).field(r.end_ps);
        csv.field(r.latency_min_ps)
            .field(r.latency_median_ps)
            .field(r.latency_p99_ps)
            .field(r.latency_max_ps);
        csv.field(algorithm_bandwidth(r.bytes, r.latency_median_ps))
            .field(r.wrong)
            .field(r.limited_by)
            .field(r.result_hash);
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
        r.start_ps = number();
        r.end_ps = number();
        r.latency_min_ps = number();
        r.latency_median_ps = number();
        r.latency_p99_ps = number();
        r.latency_max_ps = number();
        csv_real(path, from, at++); // follows from the others
        r.wrong = number();
        r.limited_by = text();
        r.result_hash = text();
        rows.push_back(std::move(r));
    }
    return rows;
}

} // namespace sharpsim
