// SPDX-License-Identifier: Apache-2.0
#include "observe/summary.h"

#include <fstream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "observe/human.h"

namespace sharpsim {

namespace {

using Json = nlohmann::ordered_json;

// Names every field once: f(name, member). The order is the order of the file.
template <class S, class F>
void for_each_field(S& s, F f)
{
    f("status", s.status);
    f("seed", s.seed);
    f("digest", s.digest);
    f("sim_time_ps", s.sim_time_ps);
    f("host_seconds", s.host_seconds);
    f("packet_hops", s.packet_hops);
    f("injected_bytes", s.injected_bytes);
    f("delivered_bytes", s.delivered_bytes);
    f("wire_bytes", s.wire_bytes);
    f("dropped_packets", s.dropped_packets);
    f("wrong", s.wrong);
    f("beats_reduced", s.beats_reduced);
    f("beats_compared", s.beats_compared);
    f("rtl_mismatches", s.rtl_mismatches);
    f("limited_by", s.limited_by);
    f("failure", s.failure);
    f("version", s.version);
}

std::string count(std::uint64_t n, const std::string& what)
{
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

// A status that needs a reason, with it.
std::string verdict(const Summary& s)
{
    if (s.status != "wrong")
        return s.status;
    if (s.rtl_mismatches != 0)
        return "wrong: the RTL differs from the model (" + std::to_string(s.rtl_mismatches) +
               (s.rtl_mismatches == 1 ? " mismatch" : " mismatches") + ", " +
               count(s.beats_compared, "beat") + " compared; the first mismatch ends a run)";
    return s.wrong != 0 ? "wrong: results differ from the oracle" : "wrong: an invariant of the model broke";
}

} // namespace

std::string render_summary(const Summary& summary)
{
    Json json;
    for_each_field(summary, [&json](const char* name, const auto& value) { json[name] = value; });
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Summary read_summary(const std::string& path)
{
    std::ifstream in{path, std::ios::binary};
    if (!in)
        throw InputError(path, 0, "cannot be opened");
    const Json json = Json::parse(in, nullptr, false);
    if (!json.is_object())
        throw InputError(path, 0, "is no JSON object; the summary.json of a run is needed");
    Summary summary;
    for_each_field(summary, [&](const char* name, auto& value) {
        try {
            value = json.at(name).get<std::decay_t<decltype(value)>>();
        } catch (const Json::exception&) {
            throw InputError(path, 0, std::string("\"") + name + "\" is missing or of another type");
        }
    });
    return summary;
}

int exit_code(const std::string& status)
{
    if (status == "ok" || status == "saturated")
        return 0;
    if (status == "stalled" || status == "incomplete" || status == "failed")
        return 1;
    if (status == "wrong")
        return 3;
    if (status == "interrupted")
        return 130;
    throw ModelError("a run ended with the status '" + status + "', which is not known");
}

std::string summary_text(const Summary& s)
{
    std::string out = "status     " + verdict(s) + ", " + count(s.wrong, "wrong element") + ", " +
                      count(s.dropped_packets, "packet") + " dropped\n";
    if (!s.failure.empty())
        out += "failure    " + s.failure + "\n";
    out += "time       " + short_time(s.sim_time_ps) + " simulated in " + short_number(s.host_seconds) + " s";
    if (s.host_seconds > 0)
        out += " (" + short_count(static_cast<double>(s.packet_hops) / s.host_seconds) + " packet hops/s)";
    out += "\npayload    " + short_bytes(s.injected_bytes) + " injected, " + short_bytes(s.delivered_bytes) +
           " delivered, " + short_bytes(s.wire_bytes) + " on the wire\n";
    out += "reduction  " + std::to_string(s.beats_reduced) + " beats reduced, " +
           std::to_string(s.beats_compared) + " compared with RTL\n";
    if (!s.limited_by.empty())
        out += "limited by " + s.limited_by + "\n";
    out += "digest     " + s.digest + " (seed " + std::to_string(s.seed) + ")\n";
    return out;
}

} // namespace sharpsim
