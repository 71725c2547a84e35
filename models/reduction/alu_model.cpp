// SPDX-License-Identifier: Apache-2.0
#include "reduction/alu_model.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "base/error.h"
#include "reduction/alu_fast.h"
#include "reduction/alu_variant.h"
#include "reduction/capabilities.h"
#include "reduction/float_format.h"
#include "reduction/integer_ops.h"
#include "reduction/pair_ops.h"
#include "reduction/slot_model.h"

namespace sharpsim::reduction {

#ifdef SHARPSIM_MODEL_FAULTS
int model_fault = 0;
#endif

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define SHARPSIM_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define SHARPSIM_WIDE_VECTORS
#endif

namespace {

// One call, or one beat of it.
struct Job {
    Operator op;
    Rules rules;
    std::uint8_t* acc;
    const std::uint8_t* operand;
    std::size_t bytes;
    LaneFlags* flags;            // null, or cleared
    const std::uint32_t* states; // of the random draws, from the first byte on; null: all 1

    [[nodiscard]] bool low() const { return op == Operator::min || op == Operator::minloc; }
    [[nodiscard]] bool usual() const // what alu_fast.h computes
    {
        return !any_fault() && rules.variant.code() == 0 &&
               (op != Operator::sum || rules.rounding == Rounding::nearest_even);
    }
};

template <class F>
void fast_float(const Job& j)
{
    using Bits = typename F::Bits;
    if (j.op == Operator::min)
        return each<Bits>(j.acc, j.operand, j.bytes,
                          [](Bits a, Bits b) { return fast_select<F, true>(a, b); });
    if (j.op == Operator::max)
        return each<Bits>(j.acc, j.operand, j.bytes,
                          [](Bits a, Bits b) { return fast_select<F, false>(a, b); });
    if constexpr (sizeof(Bits) == 1)
        each<Bits>(j.acc, j.operand, j.bytes,
                   [&sums = sums_of_8_bits<F>()](Bits a, Bits b) { return sums[a * 256U + b]; });
    else
        each<Bits>(j.acc, j.operand, j.bytes, [](Bits a, Bits b) { return fast_add<F>(a, b); });
}

template <class F>
void exact_float(const Job& j)
{
    using Bits = typename F::Bits;
    using Word = typename F::Word;
    // Bytes of the last element when that lane is not to be computed.
    const std::size_t end =
        faulty(fault_skips_last_lane) ? j.bytes - std::min(j.bytes, sizeof(Bits)) : j.bytes;
    const Rules rules = j.rules;
    if (j.op == Operator::sum)
        each_flagged<Bits>(j.acc, j.operand, end, j.flags,
                           [&](Word a, Word b, std::size_t at, LaneFlags& raised) {
                               return add<F>(a, b, rules, draw(j.states, at), raised);
                           });
    else
        each_flagged<Bits>(j.acc, j.operand, end, j.flags,
                           [rules, low = j.low()](Word a, Word b, std::size_t, LaneFlags& raised) {
                               return select<F>(low, a, b, rules, raised);
                           });
}

constexpr std::size_t flag_block = 256; // elements

// The sums of at most one block, NX for each, and whether all are finite. Compiled also for wider vectors,
// which the loader chooses where the machine has them; neither has fused operations, so that the bits are the
// same.
template <class Float, class F>
[[gnu::always_inline]] inline bool add_block(const std::uint8_t* acc, const std::uint8_t* operand,
                                             std::size_t n, typename F::Bits* __restrict sums,
                                             typename F::Bits* __restrict inexact)
{
    using Bits = typename F::Bits;
    Bits finite = ~Bits{0};
    for (std::size_t i = 0; i < n; ++i) {
        Float lost;
        sums[i] = add_with_error<Float, F>(load<Bits>(acc + i * sizeof(Bits)),
                                           load<Bits>(operand + i * sizeof(Bits)), lost);
        inexact[i] = lost != 0 ? flag_inexact : 0;
        finite &= less<Bits>(sums[i] & (F::sign_bit - 1), F::overflow);
    }
    return finite != 0;
}

SHARPSIM_WIDE_VECTORS bool add_block_of(Float32, const std::uint8_t* acc, const std::uint8_t* operand,
                                        std::size_t n, std::uint32_t* sums, std::uint32_t* inexact)
{
    return add_block<float, Float32>(acc, operand, n, sums, inexact);
}
SHARPSIM_WIDE_VECTORS bool add_block_of(Float64, const std::uint8_t* acc, const std::uint8_t* operand,
                                        std::size_t n, std::uint64_t* sums, std::uint64_t* inexact)
{
    return add_block<double, Float64>(acc, operand, n, sums, inexact);
}

// Where every sum is finite, only NX can be raised; other blocks go the exact way.
template <class F>
void sum_with_flags(const Job& j)
{
    using Bits = typename F::Bits;
    constexpr std::size_t lanes = sizeof(Bits) / 4; // of an element
    Bits sums[flag_block];
    Bits inexact[flag_block];
    for (std::size_t at = 0; at < j.bytes; at += sizeof sums) {
        const std::size_t bytes = std::min(j.bytes - at, sizeof sums);
        const std::size_t n = bytes / sizeof(Bits);
        LaneFlags* const flags = j.flags + at / 4;
        if (!add_block_of(F{}, j.acc + at, j.operand + at, n, sums, inexact)) {
            exact_float<F>({j.op, j.rules, j.acc + at, j.operand + at, bytes, flags, nullptr});
            continue;
        }
        std::memcpy(j.acc + at, sums, bytes);
        for (std::size_t i = 0; i < n; ++i)
            flags[i * lanes] = static_cast<LaneFlags>(inexact[i]);
    }
}

template <class F>
void reduce_float(const Job& j)
{
    if constexpr (sizeof(typename F::Bits) >= 4)
        if (is_pair(j.op))
            return reduce_float_pairs<F>(j.low(), j.rules.variant, j.acc, j.operand, j.bytes, j.flags);
    if (!j.usual())
        return exact_float<F>(j);
    if (j.flags == nullptr)
        return fast_float<F>(j);
    if constexpr (F::fraction_bits == 23)
        if (j.op == Operator::sum)
            return sum_with_flags<F>(j);
    if constexpr (F::fraction_bits == 52)
        if (j.op == Operator::sum)
            return sum_with_flags<F>(j);
    exact_float<F>(j);
}

template <class Integer>
void reduce_integer(const Job& j)
{
    if constexpr (sizeof(Integer) >= 4)
        if (is_pair(j.op))
            return reduce_integer_pairs<Integer>(j.low(), j.acc, j.operand, j.bytes);
    const std::size_t end =
        faulty(fault_skips_last_lane) ? j.bytes - std::min(j.bytes, sizeof(Integer)) : j.bytes;
    reduce_integer<Integer>(j.op, j.rules.variant.saturate, j.acc, j.operand, end);
}

void reduce(Type type, const Job& j)
{
    switch (type) {
    case Type::int8:
        return reduce_integer<std::int8_t>(j);
    case Type::uint8:
        return reduce_integer<std::uint8_t>(j);
    case Type::int16:
        return reduce_integer<std::int16_t>(j);
    case Type::uint16:
        return reduce_integer<std::uint16_t>(j);
    case Type::int32:
        return reduce_integer<std::int32_t>(j);
    case Type::uint32:
        return reduce_integer<std::uint32_t>(j);
    case Type::int64:
        return reduce_integer<std::int64_t>(j);
    case Type::uint64:
        return reduce_integer<std::uint64_t>(j);
    case Type::float16:
        return reduce_float<Float16>(j);
    case Type::bfloat16:
        return reduce_float<Bfloat16>(j);
    case Type::float32:
        return reduce_float<Float32>(j);
    case Type::float64:
        return reduce_float<Float64>(j);
    case Type::float8_e4m3:
        return reduce_float<Float8E4m3>(j);
    case Type::float8_e5m2:
        return reduce_float<Float8E5m2>(j);
    }
}

// Beat by beat, because every beat has draws of its own.
void reduce_with_draws(Type type, const Job& whole, std::uint32_t* states)
{
    const bool drawn =
        is_float(type) && whole.op == Operator::sum && whole.rules.rounding == Rounding::stochastic;
    if (!drawn)
        reduce(type, whole);
    for (std::size_t at = 0; at < whole.bytes; at += built_beat_bytes) {
        if (drawn) {
            Job beat = whole;
            beat.acc += at;
            beat.operand += at;
            beat.bytes = std::min<std::size_t>(built_beat_bytes, whole.bytes - at);
            beat.flags = whole.flags != nullptr ? whole.flags + at / 4 : nullptr;
            beat.states = states;
            reduce(type, beat);
        }
        std::transform(states, states + built_lanes, states, advance_draw);
    }
}

} // namespace

// NOLINTNEXTLINE(readability-non-const-parameter): written through the job
void reduce_beats(Type type, Operator op, Rounding rounding, Variant variant, std::uint8_t* acc,
                  const std::uint8_t* operand, std::size_t bytes, LaneFlags* flags,
                  std::uint32_t* lane_random)
{
    if (!in_datapath(type, op) || static_cast<unsigned>(rounding) >= rounding_count ||
        bytes % element_bytes(type, op) != 0)
        throw ModelError("reduction model: asked for " + std::string{name(op)} + " over " +
                         std::to_string(bytes) + " bytes of " + std::string{name(type)} +
                         ", which the datapath lacks");
    if (flags != nullptr)
        std::memset(flags, 0, (bytes + 3) / 4);
    const Job job{op, {rounding, variant}, acc, operand, bytes, flags, nullptr};
    if (lane_random != nullptr)
        reduce_with_draws(type, job, lane_random);
    else
        reduce(type, job);
}

namespace {

void add_flags(const BeatInput& in, BeatOutput& out)
{
    if (in.acc_flags != nullptr)
        for (std::size_t lane = 0; lane < in.bytes / 4; ++lane)
            out.flags[lane] |= in.acc_flags[lane];
}

} // namespace

void reduce_beat(const BeatInput& in, BeatOutput& out)
{
    const auto type = static_cast<Type>(in.type);
    const auto op = static_cast<Operator>(in.op);
    const Rules rules{static_cast<Rounding>(in.rounding), variant_of(in.variant)};
    const auto precision = static_cast<Precision>(in.precision);
    out.unsupported = in.type >= type_count || in.op >= operator_count || !in_datapath(type, op) ||
                      in.rounding >= rounding_count || in.precision >= precision_code_count ||
                      (precision != Precision::native && (op != Operator::sum || !keeps(precision, type)));
    std::memset(out.flags, 0, sizeof out.flags);
    if (!out.unsupported && precision != Precision::native) {
        reduce_slot_beat(in, out);
        if (!in.first)
            add_flags(in, out);
        return;
    }
    std::memset(out.acc + in.bytes, 0, sizeof out.acc - in.bytes);
    if (in.first) {
        std::memcpy(out.acc, in.operand, in.bytes);
        return;
    }
    std::memcpy(out.acc, in.acc, in.bytes);
    if (!out.unsupported) {
        const std::size_t size = element_bytes(type, op);
        const std::uint64_t whole = in.bytes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << in.bytes) - 1;
        if ((in.mask & whole) == whole) {
            reduce(type, {op, rules, out.acc, in.operand, in.bytes, out.flags, in.lane_random});
        } else {
            const std::uint64_t element = (std::uint64_t{1} << size) - 1;
            for (std::size_t at = 0; at + size <= in.bytes; at += size) {
                if (((in.mask >> at) & element) != element)
                    continue;
                LaneFlags raised = 0;
                const std::uint32_t random = draw(in.lane_random, at); // where alone it starts a lane
                reduce(type, {op, rules, out.acc + at, in.operand + at, size, &raised, &random});
                out.flags[at / 4] |= raised;
            }
        }
    }
    add_flags(in, out);
}

} // namespace sharpsim::reduction
