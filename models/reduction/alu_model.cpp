// SPDX-License-Identifier: Apache-2.0
#include "reduction/alu_model.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>

#include "base/error.h"
#include "reduction/alu_fast.h"
#include "reduction/capabilities.h"
#include "reduction/float_format.h"

namespace sharpsim::reduction {

#ifdef SHARPSIM_MODEL_FAULTS
int model_fault = 0;
#endif

namespace {

template <class Bits>
Bits load(const std::uint8_t* from)
{
    Bits b;
    std::memcpy(&b, from, sizeof b);
    return b;
}

template <class Bits>
void store(std::uint8_t* to, Bits b)
{
    std::memcpy(to, &b, sizeof b);
}

template <class Bits, class Step>
void each(std::uint8_t* __restrict acc, const std::uint8_t* __restrict operand, std::size_t bytes, Step step)
{
    for (std::size_t i = 0; i + sizeof(Bits) <= bytes; i += sizeof(Bits))
        store<Bits>(acc + i, step(load<Bits>(acc + i), load<Bits>(operand + i)));
}

template <class F>
void fast_float(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    using Bits = typename F::Bits;
    if (op == Operator::sum)
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return fast_add<F>(a, b); });
    else if (op == Operator::min)
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return fast_select<F, true>(a, b); });
    else
        each<Bits>(acc, operand, bytes, [](Bits a, Bits b) { return fast_select<F, false>(a, b); });
}

// Bytes of the last element when that lane is not to be computed.
std::size_t skipped(std::size_t bytes, std::size_t element)
{
    return faulty(fault_skips_last_lane) ? bytes - std::min(bytes, element) : bytes;
}

template <class F>
void exact_float(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes,
                 LaneFlags* flags)
{
    using Bits = typename F::Bits;
    const std::size_t end = skipped(bytes, sizeof(Bits));
    for (std::size_t i = 0; i < end; i += sizeof(Bits)) {
        LaneFlags raised = 0;
        const auto r = static_cast<Bits>(apply<F>(op, load<Bits>(acc + i), load<Bits>(operand + i), raised));
        store<Bits>(acc + i, r);
        if (flags != nullptr)
            flags[i / 4] |= raised;
    }
}

template <class F>
void reduce_float(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes,
                  LaneFlags* flags)
{
    if (flags == nullptr && !any_fault())
        fast_float<F>(op, acc, operand, bytes);
    else
        exact_float<F>(op, acc, operand, bytes, flags);
}

template <class Integer>
Integer saturated(std::uint32_t a, std::uint32_t b)
{
    const std::int64_t s = static_cast<std::int64_t>(static_cast<Integer>(a)) + static_cast<Integer>(b);
    return static_cast<Integer>(std::clamp<std::int64_t>(s, std::numeric_limits<Integer>::min(),
                                                         std::numeric_limits<Integer>::max()));
}

template <class Integer>
void faulty_integer_sum(std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    for (std::size_t i = 0; i < skipped(bytes, 4); i += 4) {
        const auto a = load<std::uint32_t>(acc + i);
        const auto b = load<std::uint32_t>(operand + i);
        std::uint32_t r = a + b;
        if (faulty(fault_carry_dropped_in_lane_15) && i / 4 % 16 == 15)
            r = ((a & 0xFFFF0000U) + (b & 0xFFFF0000U)) | ((a + b) & 0xFFFFU);
        if (faulty(fault_integers_saturate))
            r = static_cast<std::uint32_t>(saturated<Integer>(a, b));
        store(acc + i, r);
    }
}

template <class Integer>
void reduce_integer(Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes)
{
    if (op == Operator::sum && any_fault())
        faulty_integer_sum<Integer>(acc, operand, bytes);
    else if (op == Operator::sum) // unsigned arithmetic wraps, and the bits are those of the signed sum
        each<std::uint32_t>(acc, operand, bytes, [](std::uint32_t a, std::uint32_t b) { return a + b; });
    else if (op == Operator::min)
        each<Integer>(acc, operand, skipped(bytes, 4), [](Integer a, Integer b) { return std::min(a, b); });
    else
        each<Integer>(acc, operand, skipped(bytes, 4), [](Integer a, Integer b) { return std::max(a, b); });
}

void reduce(Type type, Operator op, std::uint8_t* acc, const std::uint8_t* operand, std::size_t bytes,
            LaneFlags* flags)
{
    switch (type) {
    case Type::int32:
        return reduce_integer<std::int32_t>(op, acc, operand, bytes);
    case Type::uint32:
        return reduce_integer<std::uint32_t>(op, acc, operand, bytes);
    case Type::float16:
        return reduce_float<Float16>(op, acc, operand, bytes, flags);
    case Type::bfloat16:
        return reduce_float<Bfloat16>(op, acc, operand, bytes, flags);
    default:
        return reduce_float<Float32>(op, acc, operand, bytes, flags);
    }
}

} // namespace

void reduce_beats(Type type, Operator op, Rounding rounding, Variant /*variant*/, std::uint8_t* acc,
                  const std::uint8_t* operand, std::size_t bytes, LaneFlags* flags,
                  std::uint32_t* /*lane_random*/)
{
    if (!in_datapath(type, op) || !in_datapath(rounding, Precision::native) ||
        bytes % element_bytes(type) != 0)
        throw ModelError("reduction model: asked for " + std::string{name(op)} + " over " +
                         std::to_string(bytes) + " bytes of " + std::string{name(type)} +
                         ", which the datapath lacks");
    if (flags != nullptr)
        std::memset(flags, 0, (bytes + 3) / 4);
    reduce(type, op, acc, operand, bytes, flags);
}

void reduce_beat(const BeatInput& in, BeatOutput& out)
{
    const auto type = static_cast<Type>(in.type);
    const auto op = static_cast<Operator>(in.op);
    out.unsupported = in.type >= type_count || in.op >= operator_count || !in_datapath(type, op) ||
                      !in_datapath(static_cast<Rounding>(in.rounding), static_cast<Precision>(in.precision));
    std::memset(out.flags, 0, sizeof out.flags);
    if (in.first) {
        std::memcpy(out.acc, in.operand, in.bytes);
        return;
    }
    std::memcpy(out.acc, in.acc, in.bytes);
    if (!out.unsupported) {
        const std::size_t size = element_bytes(type);
        const std::uint64_t whole = in.bytes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << in.bytes) - 1;
        if ((in.mask & whole) == whole) {
            reduce(type, op, out.acc, in.operand, in.bytes, out.flags);
        } else {
            const std::uint64_t element = (std::uint64_t{1} << size) - 1;
            for (std::size_t at = 0; at < in.bytes; at += size) {
                LaneFlags raised = 0;
                if (((in.mask >> at) & element) == element)
                    reduce(type, op, out.acc + at, in.operand + at, size, &raised);
                out.flags[at / 4] |= raised;
            }
        }
    }
    if (in.acc_flags != nullptr)
        for (std::size_t lane = 0; lane < in.bytes / 4; ++lane)
            out.flags[lane] |= in.acc_flags[lane];
}

} // namespace sharpsim::reduction
