// SPDX-License-Identifier: Apache-2.0
// Parts of the models, each alone. For comparing two builds on one machine, and for finding which part a
// change hit.
#include <benchmark/benchmark.h>

#include <cstring>
#include <vector>

#include "base/digest.h"
#include "base/event_queue.h"
#include "base/histogram.h"
#include "base/random.h"
#include "oracle/fold.h"
#include "oracle/payload_pattern.h"
#include "packet/crc.h"
#include "packet/packet.h"
#include "reduction/alu_model.h"

namespace {

using namespace sharpsim;
using reduction::Operator;
using reduction::Type;

// Hold model: one entry out, one in, a steady number pending. The delays are those of a switch of 512-byte
// packets at 400 Gb/s: wire times, cables, pipeline, and a few far ones.
std::uint64_t delay_of(RandomStream& random)
{
    const std::uint64_t x = random.below(100);
    if (x < 35)
        return 10'240;
    if (x < 50)
        return 1'000;
    if (x < 70)
        return 200'000;
    if (x < 90)
        return 25'000;
    if (x < 98)
        return 1 + random.below(200'000);
    return 1'000'000;
}

template <class Queue>
void hold(benchmark::State& state)
{
    Queue queue;
    RandomStream random{1, "hold"};
    std::vector<std::uint64_t> delays(4096);
    for (std::uint64_t& d : delays)
        d = delay_of(random);
    std::uint32_t next = 0;
    const auto push = [&](std::uint64_t now, std::uint32_t key) {
        queue.push({now + delays[next++ % delays.size()], key, 0});
    };
    for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(state.range(0)); ++i)
        push(0, i << 4);
    for (auto _ : state) {
        static_cast<void>(queue.ready(~std::uint64_t{0}));
        const Entry e = queue.pop();
        push(e.time, e.key);
    }
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK_TEMPLATE(hold, WheelQueue)->Arg(64)->Arg(1024)->Arg(16384);
BENCHMARK_TEMPLATE(hold, HeapQueue)->Arg(64)->Arg(1024)->Arg(16384);

void digest_add(benchmark::State& state)
{
    Digest digest;
    std::uint64_t i = 0;
    for (auto _ : state) {
        digest.add(i, i * 7, ~i);
        ++i;
    }
    benchmark::DoNotOptimize(digest.text());
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(digest_add);

void histogram_add(benchmark::State& state)
{
    LatencyHistogram histogram;
    RandomStream random{1, "histogram"};
    std::vector<std::uint64_t> values(4096);
    for (std::uint64_t& v : values)
        v = 200'000 + random.below(1'000'000);
    std::size_t i = 0;
    for (auto _ : state)
        histogram.add(Picoseconds{values[i++ % values.size()]});
    benchmark::DoNotOptimize(histogram.count());
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(histogram_add);

void icrc_of_frame(benchmark::State& state)
{
    const auto bytes = static_cast<std::size_t>(state.range(0));
    std::vector<std::uint8_t> frame(bytes, 0x5a);
    frame[1] = 0x02; // LNH: no GRH
    for (auto _ : state) {
        benchmark::DoNotOptimize(icrc(frame.data(), bytes));
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(icrc_of_frame)->Arg(64)->Arg(256)->Arg(1024)->Arg(4096);

std::vector<std::uint8_t> values_of(Type type, std::size_t bytes, std::uint32_t rank)
{
    std::vector<std::uint8_t> out(bytes);
    oracle::fill(1, rank, 0, type, 0, bytes / reduction::element_bytes(type), out.data());
    return out;
}

constexpr std::int64_t small = 1024;
constexpr std::int64_t large = 16 << 20;

// acc = acc op operand. Sums add a vector and its negative in turn, so that floats keep their magnitudes.
void reduce(benchmark::State& state, Type type, Operator op, bool with_flags = false)
{
    const auto bytes = static_cast<std::size_t>(state.range(0));
    std::vector<std::uint8_t> acc = values_of(type, bytes, 0);
    const std::vector<std::uint8_t> operand = values_of(type, bytes, 1);
    std::vector<std::uint8_t> negative = operand;
    if (reduction::is_float(type))
        for (std::size_t i = reduction::element_bytes(type) - 1; i < bytes;
             i += reduction::element_bytes(type))
            negative[i] ^= 0x80;
    std::vector<reduction::LaneFlags> flags(with_flags ? bytes / 4 : 0);
    bool turn = false;
    for (auto _ : state) {
        turn = !turn;
        reduction::reduce_beats(type, op, reduction::Rounding::nearest_even, reduction::Variant{}, acc.data(),
                                turn ? operand.data() : negative.data(), bytes,
                                with_flags ? flags.data() : nullptr);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(reduce, float32_sum, Type::float32, Operator::sum)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, float32_sum_flags, Type::float32, Operator::sum, true)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, float64_sum, Type::float64, Operator::sum)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, float32_max, Type::float32, Operator::max)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, float16_sum, Type::float16, Operator::sum)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, float16_max, Type::float16, Operator::max)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, bfloat16_sum, Type::bfloat16, Operator::sum)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, bfloat16_max, Type::bfloat16, Operator::max)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, int32_sum, Type::int32, Operator::sum)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(reduce, uint32_max, Type::uint32, Operator::max)->Arg(small)->Arg(large);

// What moving the same bytes costs.
void copy(benchmark::State& state)
{
    const auto bytes = static_cast<std::size_t>(state.range(0));
    const std::vector<std::uint8_t> from = values_of(Type::float32, bytes, 0);
    std::vector<std::uint8_t> to(bytes);
    for (auto _ : state) {
        std::memcpy(to.data(), from.data(), bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK(copy)->Name("memcpy")->Arg(small)->Arg(large);

void oracle_fill(benchmark::State& state, Type type)
{
    const auto bytes = static_cast<std::size_t>(state.range(0));
    std::vector<std::uint8_t> out(bytes);
    std::uint32_t rank = 0;
    for (auto _ : state) {
        oracle::fill(1, rank++, 0, type, 0, bytes / reduction::element_bytes(type), out.data());
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(oracle_fill, float32, Type::float32)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(oracle_fill, bfloat16, Type::bfloat16)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(oracle_fill, int32, Type::int32)->Arg(small)->Arg(large);

void oracle_fold(benchmark::State& state, Type type)
{
    const auto bytes = static_cast<std::size_t>(state.range(0));
    std::vector<std::uint8_t> acc = values_of(type, bytes, 0);
    const std::vector<std::uint8_t> operand = values_of(type, bytes, 1);
    for (auto _ : state) {
        oracle::fold(type, Operator::max, acc.data(), operand.data(), bytes);
        benchmark::ClobberMemory();
    }
    state.SetBytesProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(oracle_fold, float32_max, Type::float32)->Arg(small)->Arg(large);
BENCHMARK_CAPTURE(oracle_fold, bfloat16_max, Type::bfloat16)->Arg(small)->Arg(large);

// First in, first out over so many packets, as queues do.
void packet_pool(benchmark::State& state)
{
    PacketPool pool;
    std::vector<PacketRef> alive(static_cast<std::size_t>(state.range(0)));
    for (PacketRef& p : alive)
        p = pool.take();
    std::size_t i = 0;
    for (auto _ : state) {
        pool.give_back(alive[i]);
        alive[i] = pool.take();
        i = (i + 1) % alive.size();
    }
    benchmark::DoNotOptimize(pool.alive());
    state.SetItemsProcessed(state.iterations());
}
BENCHMARK(packet_pool)->Arg(64)->Arg(4096);

} // namespace
