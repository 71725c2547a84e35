// SPDX-License-Identifier: Apache-2.0
#include "reduction/engine.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "reduction/alu_model.h"
#include "reduction/capabilities.h"
#include "reduction/slot_model.h"

namespace sharpsim::reduction {

ReductionEngine::ReductionEngine(Region& region, EngineClient& client, const ReductionConfig& config,
                                 std::string name, std::shared_ptr<AluRtlContext> context) :
    region_{region},
    client_{client},
    config_{config},
    name_{std::move(name)},
    clock_{config.clock},
    target_{region.calendar.add_actor(*this, config.alus)},
    alus_(config.alus)
{
    check(config_);
    for (unsigned i = 0; i < config_.alus; ++i) {
        const RandomStream stream{region.seed, "reduction.draws." + name_, i};
        for (unsigned lane = 0; lane < built_lanes; ++lane)
            alus_[i].draws.push_back(std::max<std::uint32_t>(stream.at(lane) & 0xFFFFFU, 1));
    }
    if (config_.back_end == BackEnd::model)
        return;
    if (!context)
        context = std::make_shared<AluRtlContext>();
    for (unsigned i = 0; i < config_.alus; ++i)
        alus_[i].driver = std::make_unique<AluDriver>(
            alu_name(i), context, config_.back_end == BackEnd::lockstep, alus_[i].draws.data());
}

AccRef ReductionEngine::open(Type type, Operator op, Rounding rounding, Precision precision,
                             std::size_t bytes)
{
    const bool rtl_has_it = in_rtl(type, op) && in_rtl(rounding) && in_rtl(precision);
    const bool kept =
        precision == effective(precision, type, op) && !merges(precision) && keeps(precision, type);
    SHARPSIM_CHECK(in_datapath(type, op) && kept && (config_.back_end == BackEnd::model || rtl_has_it),
                   region_.calendar.now(), name_,
                   std::string{reduction::name(op)} + " over " + std::string{reduction::name(type)} +
                       " reached the engine, whose datapath lacks it");
    SHARPSIM_CHECK(bytes % element_bytes(type, op) == 0, region_.calendar.now(), name_,
                   std::to_string(bytes) + " bytes of " + std::string{reduction::name(type)});
    if (free_accumulators_.empty()) {
        free_accumulators_.push_back(static_cast<AccRef>(accumulators_.size()));
        accumulators_.emplace_back();
    }
    const AccRef ref = free_accumulators_.back();
    free_accumulators_.pop_back();
    Accumulator& acc = accumulators_[ref];
    std::vector<std::uint64_t> slots = std::move(acc.slots); // keeps its room
    acc = Accumulator{};
    acc.slots = std::move(slots);
    acc.type = type;
    acc.op = op;
    acc.rounding = rounding;
    acc.precision = precision;
    acc.bytes = bytes;
    acc.in_use = true;
    acc.slots.assign(has_slots(precision) ? acc.elements() : 0, 0);
    return ref;
}

void ReductionEngine::close(AccRef ref)
{
    Accumulator& acc = accumulators_.at(ref);
    SHARPSIM_CHECK(acc.in_use && acc.pending == 0, region_.calendar.now(), name_,
                   "accumulator " + std::to_string(ref) + " closed with " + std::to_string(acc.pending) +
                       " operands on their way");
    acc.in_use = false;
    acc.value = Payload{};
    free_accumulators_.push_back(ref);
}

Precision ReductionEngine::Accumulator::code(bool merge) const
{
    if (!merge)
        return precision;
    return precision == Precision::exact_wire ? Precision::exact_wire_merge : Precision::exact_node_merge;
}

void ReductionEngine::fold(AccRef ref, const Payload& operand, bool first, bool last, std::uint32_t token,
                           bool fixed_point)
{
    Accumulator& acc = accumulators_.at(ref);
    const std::size_t expected = fixed_point ? acc.elements() * wire_bytes(acc.type) : acc.bytes;
    SHARPSIM_CHECK(acc.in_use && operand.size() == expected && (!fixed_point || is_exact(acc.precision)),
                   region_.calendar.now(), name_,
                   "operand of " + std::to_string(operand.size()) + " bytes for accumulator " +
                       std::to_string(ref) + ", which takes " + std::to_string(expected));
    SHARPSIM_CHECK(first != acc.started, region_.calendar.now(), name_,
                   "accumulator " + std::to_string(ref) +
                       " needs exactly one first operand, before all others");
    acc.started = true;
    const std::uint64_t now_edge = clock_.edge_after(region_.calendar.now());
    const unsigned index = choose_alu(now_edge);
    Alu& alu = alus_[index];
    const std::size_t at_pins = fixed_point ? acc.elements() * sizeof(std::uint64_t) : acc.bytes;
    const auto beats = static_cast<unsigned>((std::max<std::size_t>(at_pins, 1) + config_.beat_bytes() - 1) /
                                             config_.beat_bytes());
    const std::uint64_t start = std::max(now_edge, alu.free_edge);
    const std::uint64_t first_issue =
        std::max(start, fixed_point == acc.fixed_point ? acc.next_edge : acc.free_edge);
    const std::uint64_t last_issue = first_issue + std::uint64_t{beats - 1} * config_.interval;
    alu.free_edge = last_issue + config_.interval;
    alu.busy += alu.free_edge - start;
    alu.hazard += first_issue - start;
    acc.next_edge = first_issue + config_.depth;
    acc.free_edge = last_issue + config_.depth;
    acc.fixed_point = fixed_point;
    ++acc.pending;

    const std::uint32_t number = take_fold();
    Fold& f = folds_[number];
    f.first_edge = first_issue;
    f.acc = ref;
    f.token = token;
    f.beats = beats;
    f.first = first;
    f.last = last;
    f.fixed_point = fixed_point;
    if (alu.driver) {
        SHARPSIM_CHECK(operand.has_bytes() || acc.bytes == 0, region_.calendar.now(), name_,
                       "the RTL needs operands with bytes");
        f.operand = operand;
        enqueue(alu, index, number);
        return;
    }
    compute(alu, acc, operand, f);
    beats_reduced_ += beats;
    region_.calendar.push(clock_.edge(last_issue + config_.depth), Stage::engine, target_ + index, 0, number);
}

unsigned ReductionEngine::choose_alu(std::uint64_t edge) const
{
    unsigned best = 0;
    for (unsigned i = 1; i < config_.alus; ++i)
        if (std::max(alus_[i].free_edge, edge) < std::max(alus_[best].free_edge, edge))
            best = i;
    return best;
}

// The value depends on the order of calls only, so that it can be computed when the operand is accepted.
void ReductionEngine::compute(Alu& alu, Accumulator& acc, const Payload& operand, const Fold& fold)
{
    const bool slots = has_slots(acc.precision);
    const bool draws = acc.rounding == Rounding::stochastic && operand.has_bytes() && (!fold.first || slots);
    if (!draws)
        alu.passed_beats += fold.beats; // every beat turns the registers, whatever it computes
    for (; draws && alu.passed_beats != 0; --alu.passed_beats)
        std::transform(alu.draws.begin(), alu.draws.end(), alu.draws.begin(), advance_draw);
    if (!operand.has_bytes() || (!fold.first && !acc.value.has_bytes())) {
        acc.value = Payload::sized(acc.result_bytes());
    } else if (slots) {
        compute_slots(alu, acc, operand, fold);
    } else if (fold.first) {
        acc.value = Payload{acc.bytes};
        std::memcpy(acc.value.data(), operand.data(), acc.bytes);
    } else {
        reduce_beats(acc.type, acc.op, acc.rounding, config_.variant(), acc.value.data(), operand.data(),
                     acc.bytes, nullptr, draws ? alu.draws.data() : nullptr);
    }
}

void ReductionEngine::compute_slots(Alu& alu, Accumulator& acc, const Payload& operand, const Fold& fold)
{
    const bool draws = acc.rounding == Rounding::stochastic;
    if (fold.first)
        acc.value = Payload{acc.result_bytes()};
    SlotFold f;
    f.type = acc.type;
    f.precision = acc.code(fold.fixed_point);
    f.rounding = acc.rounding;
    f.variant = config_.variant();
    f.first = fold.first;
    f.last = fold.last;
    f.elements = acc.elements();
    f.slots = acc.slots.data();
    f.operand = operand.data();
    f.result = acc.value.data();
    f.lane_random = draws ? alu.draws.data() : nullptr;
    if (fold.fixed_point) {
        merged_.resize(acc.elements());
        unpack_slots(acc.type, operand.data(), acc.elements(), merged_.data());
        f.operand = reinterpret_cast<const std::uint8_t*>(merged_.data());
    }
    fold_slots(f);
    if (fold.last && !rounds_at_last(acc.precision))
        pack_slots(acc.type, acc.slots.data(), acc.elements(), acc.value.data());
}

std::uint32_t ReductionEngine::take_fold()
{
    if (free_fold_ == none) {
        folds_.emplace_back();
        return static_cast<std::uint32_t>(folds_.size() - 1);
    }
    const std::uint32_t number = free_fold_;
    free_fold_ = folds_[number].next;
    folds_[number] = Fold{};
    return number;
}

std::uint64_t ReductionEngine::beats_compared() const
{
    std::uint64_t sum = 0;
    for (const Alu& alu : alus_)
        sum += alu.driver ? alu.driver->compared() : 0;
    return sum;
}

void ReductionEngine::on_event(Stage stage, std::uint32_t target, std::uint32_t, std::uint32_t payload)
{
    if (stage == Stage::rtl) {
        tick(alus_[target - target_], target - target_);
        return;
    }
    Fold& f = folds_[payload];
    const std::uint32_t token = f.token;
    --accumulators_[f.acc].pending;
    f.next = free_fold_;
    free_fold_ = payload;
    ++folds_done_;
    client_.folded(token);
}

} // namespace sharpsim::reduction
