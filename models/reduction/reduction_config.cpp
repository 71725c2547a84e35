// SPDX-License-Identifier: Apache-2.0
#include "reduction/reduction_config.h"

#include <string>

#include "base/error.h"
#include "reduction/capabilities.h"

namespace sharpsim::reduction {

void declare(KeyTable& keys, ReductionConfig& c)
{
    const std::string rtl = "rtl/reduction_pkg.sv";
    keys.integer(
        "alu.count", c.alus, {1U, 64U},
        {"reduction ALUs of a switch; an operand goes to the one that is free first", "assumption", true});
    keys.integer("alu.lanes", c.lanes, {1U, 256U},
                 {"32-bit lanes of an ALU: a beat is four bytes a lane", "assumption; as " + rtl, true});
    keys.integer("alu.depth", c.depth, {1U, 64U},
                 {"clock cycles from taking a beat to writing its result", "assumption; as " + rtl, true});
    keys.integer("alu.interval", c.interval, {1U, 64U},
                 {"clock cycles between two beats", "assumption; as " + rtl, true});
    keys.frequency("alu.clock", c.clock, {Hertz{1'000'000}, Hertz{10'000'000'000}},
                   {"clock of the ALUs", "assumption", true});
    keys.choice("alu.back_end", c.back_end,
                {{"model", BackEnd::model}, {"rtl", BackEnd::rtl}, {"lockstep", BackEnd::lockstep}},
                {"what computes: the C++ model, the Verilated RTL, or both compared beat by beat",
                 "this project", true});
}

void declare_rules(KeyTable& keys, ReductionConfig& c)
{
    keys.choice("reduction.rounding", c.rounding,
                {{"nearest_even", Rounding::nearest_even},
                 {"down", Rounding::down},
                 {"toward_zero", Rounding::toward_zero},
                 {"up", Rounding::up},
                 {"stochastic", Rounding::stochastic}},
                {"rounding of float sums in aggregation nodes; docs/reduction_alu.md",
                 "SHARP 3.14: sharp_am rounding_method, default nearest even"});
    keys.choice("reduction.precision", c.precision,
                {{"native", Precision::native},
                 {"wide19", Precision::wide19},
                 {"fp32", Precision::fp32},
                 {"exact_node", Precision::exact_node},
                 {"exact_wire", Precision::exact_wire}},
                {"in what aggregation nodes keep float sums: the type, more bits, or fixed point",
                 "this project; fp32: what NCCL asks of NVLink SHARP for 16-bit floats"});
    keys.flag("reduction.saturate", c.saturate,
              {"sums in aggregation nodes stay at the largest number instead of wrapping or overflowing",
               "this project; default IEEE 754"});
    keys.choice("reduction.nan", c.nan_rule, {{"number", NanRule::number}, {"propagate", NanRule::propagate}},
                {"min, max, minloc and maxloc in aggregation nodes: a NaN is missing data, or wins",
                 "IEEE 754-2019 9.6: minimumNumber or minimum"});
    keys.flag("reduction.flush_subnormals", c.flush_subnormals,
              {"subnormal operands and sums of floats count as zero in aggregation nodes",
               "this project; default IEEE 754"});
}

void check(const ReductionConfig& c)
{
    if (c.rounding == Rounding::stochastic && c.lanes != built_lanes)
        throw InputError("reduction.rounding = stochastic: random draws are those of a beat of alu.lanes = " +
                         std::to_string(built_lanes) + ", not " + std::to_string(c.lanes));
    if (c.back_end == BackEnd::model)
        return;
    if (!in_rtl(c.rounding) || !in_rtl(c.variant()))
        throw InputError(std::string{"alu.back_end = "} + (c.back_end == BackEnd::rtl ? "rtl" : "lockstep") +
                         ": the RTL of this build has none of the rules of section [reduction] but the "
                         "defaults; alu.back_end = model has them");
    if (c.lanes == built_lanes && c.depth == built_alu.depth && c.interval == built_alu.interval)
        return;
    const auto values = [](unsigned lanes, unsigned depth, unsigned interval) {
        return "alu.lanes = " + std::to_string(lanes) + ", alu.depth = " + std::to_string(depth) +
               ", alu.interval = " + std::to_string(interval);
    };
    throw InputError(std::string{"alu.back_end = "} + (c.back_end == BackEnd::rtl ? "rtl" : "lockstep") +
                     ": no RTL in this build has " + values(c.lanes, c.depth, c.interval) +
                     "; it has: " + values(built_lanes, built_alu.depth, built_alu.interval));
}

} // namespace sharpsim::reduction
