// SPDX-License-Identifier: Apache-2.0
#include "workload/workload_config.h"

#include <numeric>

#include "base/error.h"
#include "base/quantity_text.h"
#include "workload/program_reader.h"

namespace sharpsim {

using namespace literals;

namespace {

void declare_loop(KeyTable& keys, WorkloadConfig& c)
{
    using reduction::Operator;
    using reduction::Type;
    keys.choice("workload.collective", c.collective,
                {{"allreduce", CollectiveKind::allreduce}, {"barrier", CollectiveKind::barrier}},
                {"kind = collective: which one", "-"});
    keys.bytes("workload.bytes", c.bytes, {0_B, max_message}, {"kind = collective: one rank's vector", "-"});
    keys.choice("workload.type", c.type,
                {{"int8", Type::int8},
                 {"uint8", Type::uint8},
                 {"int16", Type::int16},
                 {"uint16", Type::uint16},
                 {"int32", Type::int32},
                 {"uint32", Type::uint32},
                 {"int64", Type::int64},
                 {"uint64", Type::uint64},
                 {"float16", Type::float16},
                 {"bfloat16", Type::bfloat16},
                 {"float32", Type::float32},
                 {"float64", Type::float64},
                 {"float8_e4m3", Type::float8_e4m3},
                 {"float8_e5m2", Type::float8_e5m2}},
                {"kind = collective: element type", "-"});
    keys.choice("workload.operator", c.op,
                {{"sum", Operator::sum},
                 {"min", Operator::min},
                 {"max", Operator::max},
                 {"minloc", Operator::minloc},
                 {"maxloc", Operator::maxloc},
                 {"band", Operator::band},
                 {"bor", Operator::bor},
                 {"bxor", Operator::bxor},
                 {"land", Operator::land},
                 {"lor", Operator::lor},
                 {"lxor", Operator::lxor}},
                {"kind = collective: operator", "-"});
    keys.integer("workload.ranks", c.ranks, {0U, max_ranks},
                 {"kind = collective: ranks that take part, the HCAs with the lowest LIDs; 0: all", "-"});
    keys.integer("workload.iterations", c.iterations, {1U, 1'000'000U},
                 {"kind = collective: how many, each rank's next after its last", "-"});
}

void declare_traffic(KeyTable& keys, WorkloadConfig& c)
{
    keys.choice("workload.pattern", c.pattern, {{"uniform", TrafficPattern::uniform}},
                {"kind = synthetic: where packets go; uniform: any other HCA", "-"});
    keys.real("workload.load", c.traffic.load, {0.0, 1.0},
              {"kind = synthetic: share of the line rate that each HCA offers", "-"});
    keys.choice("workload.arrival", c.traffic.arrival,
                {{"poisson", Arrival::poisson},
                 {"slotted", Arrival::slotted},
                 {"periodic", Arrival::periodic},
                 {"saturated", Arrival::saturated}},
                {"kind = synthetic: when packets are made", "-"});
    keys.bytes("workload.packet_bytes", c.traffic.packet_bytes, {26_B, 4222_B},
               {"kind = synthetic: packet length from LRH to VCRC", "-"});
    keys.duration("workload.warmup", c.traffic.warmup, {0_ps, 1'000'000_ms},
                  {"kind = synthetic: nothing earlier is measured", "-"});
    keys.duration("workload.duration", c.traffic.duration, {1_ps, 1'000'000_ms},
                  {"kind = synthetic: end of injection", "-"});
}

} // namespace

void declare(KeyTable& keys, WorkloadConfig& c)
{
    keys.choice("workload.kind", c.kind,
                {{"collective", WorkloadKind::collective},
                 {"trace", WorkloadKind::trace},
                 {"synthetic", WorkloadKind::synthetic}},
                {"one collective in a loop, rank programs from a file, or independent packets", "-"});
    keys.text(
        "workload.file", c.file,
        {"kind = trace: rank programs, in our form (*.ranks) or GOAL (*.goal)", "docs/rank_programs.md"});
    declare_loop(keys, c);
    keys.duration("workload.skew", c.skew, {0_ps, 1000_ms},
                  {"each rank starts later by a random time, uniform up to this", "-"});
    keys.real("workload.compute_scale", c.compute_scale, {0.0, 100.0},
              {"times of all compute nodes are multiplied by this", "-"});
    keys.choice(
        "workload.payload", c.real_payload, {{"real", true}, {"size-only", false}},
        {"real: bytes travel, are reduced, and every result is checked; size-only: lengths and times alone",
         "-"});
    keys.choice(
        "workload.values", c.values,
        {{"normal", oracle::Values::normal}, {"special", oracle::Values::special}},
        {"real payload of collectives: numbers of ordinary size, or also zeros of both signs, subnormals, "
         "ties, the largest numbers, infinities and NaNs",
         "-"});
    declare_traffic(keys, c);
}

void check(const WorkloadConfig& c)
{
    if (c.kind == WorkloadKind::trace && c.file.empty())
        throw InputError("configuration: workload.kind = trace needs workload.file");
    if (c.kind == WorkloadKind::collective && c.collective == CollectiveKind::allreduce &&
        c.bytes.count() % reduction::element_bytes(c.type, c.op) != 0)
        throw InputError("configuration: workload.bytes = " + to_text(c.bytes) + " is no whole number of " +
                         std::string{name(c.type)} + (reduction::is_pair(c.op) ? " pairs (" : " elements (") +
                         std::to_string(reduction::element_bytes(c.type, c.op)) + "B each)");
    if (c.kind == WorkloadKind::synthetic && c.traffic.warmup >= c.traffic.duration)
        throw InputError("configuration: workload.warmup = " + to_text(c.traffic.warmup) +
                         " leaves nothing of workload.duration = " + to_text(c.traffic.duration));
}

namespace {

// Every rank runs the collective again and again; all share one graph.
RankProgram make_loop(const WorkloadConfig& c, std::uint32_t ranks)
{
    const std::string origin = "configuration";
    CollectiveCall call;
    call.kind = c.collective;
    if (call.kind == CollectiveKind::allreduce) {
        call.type = c.type;
        call.op = c.op;
        call.bytes = c.bytes;
    }
    GraphBuilder graph{origin};
    for (unsigned i = 0; i < c.iterations; ++i) {
        const NodeIndex node = graph.add_collective(call, 0);
        if (i != 0)
            graph.add_edge(node - 1, node, EdgeKind::finish);
    }
    std::vector<std::uint32_t> members(ranks);
    std::iota(members.begin(), members.end(), 0U);
    ProgramBuilder program{origin, ranks};
    program.assign(graph.finish(), members, 0);
    return program.finish();
}

} // namespace

RankProgram load_program(const WorkloadConfig& c, std::uint32_t hosts)
{
    const auto enough = [hosts](const std::string& what, std::uint32_t ranks) {
        if (ranks > hosts)
            throw InputError(what + " has " + std::to_string(ranks) + " ranks, the fabric " +
                             std::to_string(hosts) + (hosts == 1 ? " HCA" : " HCAs"));
    };
    check(c);
    if (c.kind == WorkloadKind::collective) {
        enough("configuration: workload.ranks", c.ranks);
        return make_loop(c, c.ranks == 0 ? hosts : c.ranks);
    }
    RankProgram program = read_rank_program(c.file);
    enough(c.file + ": the workload", program.ranks());
    return program;
}

} // namespace sharpsim
