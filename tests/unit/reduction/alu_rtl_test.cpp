// SPDX-License-Identifier: Apache-2.0
// The RTL against published vectors, against the model and against the oracle; its handshake and its timing.
#include "reduction/alu_rtl.h"

#include <gtest/gtest.h>

#include <cstring>
#include <deque>
#include <string>
#include <vector>

#include "base/random.h"
#include "oracle/fold.h"
#include "reduction/alu_variant.h"
#include "reduction/capabilities.h"
#include "unit/reduction/rtl_bench.h"
#include "unit/reduction/slot_stimulus.h"
#include "unit/reduction/vector_file.h"

namespace {

using namespace sharpsim::reduction;
using namespace sharpsim::test;
using sharpsim::RandomStream;

struct Format {
    Type type;
    const char* name;
    const char* sums;
    std::size_t sum_lines;
    const char* selections; // null: there are none
    std::size_t selection_lines;
};

class RtlVectors : public ::testing::TestWithParam<Format> {
protected:
    // Fills beats with lines, one element each, and compares what comes out with the line's result and flags.
    // Flags are of a lane, so only one of the elements in it is used, each in turn.
    template <std::size_t Words>
    void run(const VectorLines<Words, std::uint64_t>& lines, Operator op, std::size_t result,
             std::size_t flags)
    {
        const std::size_t size = element_bytes(GetParam().type);
        const std::size_t step = size == 8 ? 8 : 4;
        const std::size_t used = beat / step;
        const auto place = [size, step](std::size_t k) { return step * k + size * (k % (step / size)); };
        Bench bench;
        std::deque<Beat> sent;
        std::size_t checked = 0;
        for (std::size_t first = 0; first < lines.size() || !sent.empty(); first += used) {
            if (first < lines.size()) {
                sent.push_back(make_beat(GetParam().type, op));
                for (std::size_t k = 0; k < used && first + k < lines.size(); ++k) {
                    std::memcpy(sent.back().acc + place(k), &lines[first + k][0], size);
                    std::memcpy(sent.back().operand + place(k), &lines[first + k][1], size);
                }
            }
            const AluOut out = bench.edge(first < lines.size() ? &sent.back() : nullptr);
            if (!out.valid)
                continue;
            const Answer a = bench.take(out);
            for (std::size_t k = 0; k < used && checked < lines.size(); ++k, ++checked) {
                std::uint64_t value = 0;
                std::memcpy(&value, a.acc + place(k), size);
                ASSERT_EQ(value, lines[checked][result])
                    << std::hex << lines[checked][0] << " " << lines[checked][1] << std::dec << " at " << k;
                ASSERT_EQ(a.flags[step * k / 4], lines[checked][flags])
                    << std::hex << lines[checked][0] << " " << lines[checked][1] << std::dec << " at " << k;
            }
            sent.pop_front();
        }
        EXPECT_EQ(checked, lines.size());
    }
};

TEST_P(RtlVectors, SumWithFlags)
{
    const auto lines = read_vectors<4, std::uint64_t>(GetParam().sums);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().sum_lines);
    run(*lines, Operator::sum, 2, 3);
}

class RtlSelectionVectors : public RtlVectors {};

TEST_P(RtlSelectionVectors, MinimumAndMaximumNumberWithFlags)
{
    const auto lines = read_vectors<7, std::uint64_t>(GetParam().selections);
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    ASSERT_EQ(lines->size(), GetParam().selection_lines);
    run(*lines, Operator::min, 3, 6);
    run(*lines, Operator::max, 5, 6);
}

const Format f16{Type::float16, "f16", "f16_add.l1.rne.txt.gz", 20000, "f16_minmax.ieee2019.txt.gz", 20000};
const Format bf16{Type::bfloat16, "bf16", "bf16_add.exact.rne.txt.gz", 20000, "bf16_minmax.ieee2019.txt.gz",
                  20000};
const Format f32{Type::float32, "f32", "f32_add.l1.rne.txt.gz", 20000, "f32_minmax.ieee2019.txt.gz", 20000};
const Format f64{Type::float64, "f64", "f64_add.l1.rne.txt.gz", 20000, nullptr, 0};
const Format e4m3{
    Type::float8_e4m3, "e4m3", "e4m3_add.exhaustive.txt.gz", 65536, "e4m3_minmax.ieee2019.txt.gz", 65536};
const Format e5m2{Type::float8_e5m2, "e5m2", "e5m2_add.exhaustive.txt.gz", 65536, nullptr, 0};
const auto name_of = [](const auto& i) { return std::string{i.param.name}; };

INSTANTIATE_TEST_SUITE_P(Formats, RtlVectors, ::testing::Values(f16, bf16, f32, f64, e4m3, e5m2), name_of);
INSTANTIATE_TEST_SUITE_P(Formats, RtlSelectionVectors, ::testing::Values(f16, bf16, f32, e4m3), name_of);

TEST(Rtl, AgreesWithModelAndOracleOnRandomBeatsOfAllTypes)
{
    Bench bench;
    RandomStream random{1, "rtl-random"};
    std::deque<Beat> sent;
    unsigned compared = 0;
    constexpr unsigned beats = 3 * type_count * 100;
    for (unsigned i = 0; i < beats + built_alu.depth; ++i) {
        if (i < beats) {
            sent.push_back(
                make_beat(static_cast<Type>(i % type_count), static_cast<Operator>(i / type_count % 3)));
            randomise(sent.back(), random);
            sent.back().in.tag = static_cast<std::uint16_t>(random.next());
        }
        const AluOut out = bench.edge(i < beats ? &sent.back() : nullptr);
        if (!out.valid)
            continue;
        const Answer a = bench.take(out);
        const Beat& b = sent.front();
        ASSERT_NO_FATAL_FAILURE(expect_model(b, a));
        std::uint8_t expected[beat];
        std::memcpy(expected, b.acc, beat);
        sharpsim::oracle::fold(static_cast<Type>(b.in.type), static_cast<Operator>(b.in.op), expected,
                               b.operand, beat);
        ASSERT_EQ(std::memcmp(expected, a.acc, beat), 0) << "beat " << compared;
        sent.pop_front();
        ++compared;
    }
    EXPECT_EQ(compared, beats);
}

// Every pin random: codes without meaning, masks, first, flags, gaps at the input and stalls at the output.
TEST(Rtl, AgreesWithTheModelWhateverThePinsSayAndHoweverItStalls)
{
    Bench bench;
    RandomStream random{2, "rtl-pins"};
    std::deque<Beat> sent;
    unsigned accepted = 0;
    unsigned compared = 0;
    Beat next{};
    bool offered = false;
    bool was_valid = false;
    Answer held{};
    bench.seed(random);
    while (compared < 6000) {
        if (!offered && random.below(4) != 0) {
            next = Beat{};
            randomise(next, random);
            next.in.type = static_cast<std::uint8_t>(random.below(16));
            next.in.op = static_cast<std::uint8_t>(random.below(3) == 0 ? random.below(16) : random.below(3));
            next.in.rounding = static_cast<std::uint8_t>(random.below(2) == 0 ? random.below(8) : 0);
            next.in.variant = static_cast<std::uint8_t>(random.below(2) == 0 ? random.below(8) : 0);
            next.in.precision = static_cast<std::uint8_t>(random.below(16) == 0 ? random.below(8) : 0);
            next.in.first = random.below(4) == 0;
            next.in.last = random.below(2) == 0;
            if (const auto precision = static_cast<Precision>(next.in.precision);
                next.in.precision < precision_code_count && precision != Precision::native &&
                next.in.type < type_count && keeps(precision, static_cast<Type>(next.in.type)))
                randomise_slots(next, random);
            next.in.head = random.below(2) == 0;
            next.in.tail = random.below(2) == 0;
            next.in.tag = static_cast<std::uint16_t>(random.next());
            next.in.mask = random.below(2) == 0 ? ~std::uint64_t{0} : random.next() | random.next();
            for (auto& f : next.acc_flags)
                f = static_cast<LaneFlags>(random.next() & random.next() & 31);
            offered = true;
        }
        const bool ready = random.below(3) != 0;
        const AluOut out = bench.edge(offered ? &next : nullptr, ready);
        ASSERT_EQ(out.in_ready, ready || !was_valid);
        if (was_valid && ready) { // the held result went at this edge
            ASSERT_FALSE(sent.empty());
            ASSERT_NO_FATAL_FAILURE(expect_model(sent.front(), held));
            sent.pop_front();
            ++compared;
        }
        if (offered && out.in_ready) {
            sent.push_back(next);
            offered = false;
            ++accepted;
        }
        if (out.valid) {
            const Answer a = bench.take(out);
            if (was_valid && !ready) {
                ASSERT_EQ(std::memcmp(a.acc, held.acc, sizeof a.acc), 0) << "a stalled result changed";
                ASSERT_EQ(a.out.tag, held.out.tag);
            }
            held = a;
        } else {
            ASSERT_FALSE(was_valid && !ready) << "a stalled result vanished";
        }
        was_valid = out.valid;
    }
    EXPECT_GE(accepted, compared);
}

// Sums whose accumulators stand in slots: types, precisions and steps of an operation in any sequence, with
// sums of the element type in between, which leave no slot on the pins.
TEST(Rtl, AgreesWithTheModelInEveryPrecision)
{
    Bench bench;
    RandomStream random{3, "rtl-slots"};
    bench.seed(random);
    std::deque<Beat> sent;
    unsigned compared = 0;
    constexpr unsigned beats = 12000;
    for (unsigned i = 0; i < beats + built_alu.depth; ++i) {
        Beat b = make_beat(Type::float16, Operator::sum);
        do {
            b.in.type = static_cast<std::uint8_t>(random.below(type_count));
            b.in.precision = static_cast<std::uint8_t>(random.below(precision_code_count));
        } while (!keeps(static_cast<Precision>(b.in.precision), static_cast<Type>(b.in.type)));
        randomise(b, random);
        if (b.in.precision != 0)
            randomise_slots(b, random);
        b.in.rounding = static_cast<std::uint8_t>(random.below(rounding_count));
        b.in.variant = static_cast<std::uint8_t>(random.below(2) == 0 ? random.below(8) : 0);
        b.in.first = random.below(4) == 0;
        b.in.last = random.below(2) == 0;
        b.in.mask = random.below(2) == 0 ? ~std::uint64_t{0} : random.next() | random.next() | random.next();
        b.in.tag = static_cast<std::uint16_t>(i);
        for (auto& f : b.acc_flags)
            f = static_cast<LaneFlags>(random.next() & random.next() & random.next() & 31);
        if (i < beats)
            sent.push_back(b);
        const AluOut out = bench.edge(i < beats ? &sent.back() : nullptr);
        if (!out.valid)
            continue;
        ASSERT_NO_FATAL_FAILURE(expect_model(sent.front(), bench.take(out)));
        sent.pop_front();
        ++compared;
    }
    EXPECT_EQ(compared, beats);
}

TEST(Rtl, OneBeatAnEdgeAndTheStatedDepth)
{
    static_assert(built_alu.depth == 6 && built_alu.interval == 1 && built_alu.beat_bits == 512);
    Bench bench;
    Beat b = make_beat(Type::float32, Operator::sum);
    std::vector<std::uint64_t> handed_over;
    for (unsigned i = 0; i < 100; ++i) {
        b.in.tag = static_cast<std::uint16_t>(i);
        const std::uint64_t edge = bench.now;
        const AluOut out = bench.edge(i < 90 ? &b : nullptr);
        EXPECT_TRUE(out.in_ready);
        if (out.valid) {
            // Taken at edge `tag`, seen after edge tag + 5, written at edge tag + 6.
            EXPECT_EQ(edge + 1, out.tag + 6U);
            handed_over.push_back(edge + 1);
        }
    }
    ASSERT_EQ(handed_over.size(), 90U);
    EXPECT_EQ(handed_over.front(), 6U);
    EXPECT_EQ(handed_over.back(), 95U);
}

TEST(Rtl, ResetEmptiesThePipeline)
{
    Bench bench;
    Beat b = make_beat(Type::int32, Operator::sum);
    for (int i = 0; i < 3; ++i)
        bench.edge(&b);
    bench.rtl.reset();
    for (int i = 0; i < 10; ++i)
        EXPECT_FALSE(bench.edge(nullptr).valid);
}

// Published bugs of other floating-point units (signs of zero, cancellation, NaN).
TEST(Rtl, KnownBugsOfOthers)
{
    struct Case {
        Operator op;
        std::uint32_t a, b, y;
        LaneFlags flags;
    };
    const std::vector<Case> cases{
        {Operator::sum, 0x80000000, 0x80000000, 0x80000000, 0},
        {Operator::sum, 0xBF800000, 0x3F800000, 0x00000000, 0},
        {Operator::sum, 0x80800000, 0x00800000, 0x00000000, 0},
        {Operator::sum, 0x00800000, 0x80855555, 0x80055555, 0},
        {Operator::sum, 0x284D52DF, 0xFB418A35, 0xFB418A35, flag_inexact},
        {Operator::sum, 0x7F800000, 0xFF800000, 0x7FC00000, flag_invalid},
        {Operator::sum, 0x7F800001, 0x3F800000, 0x7FC00000, flag_invalid},
        {Operator::sum, 0x7F7FFFFF, 0x7F7FFFFF, 0x7F800000, flag_overflow | flag_inexact},
        {Operator::max, 0x7F800001, 0x3F800000, 0x3F800000, flag_invalid},
        {Operator::min, 0x4EBBB94F, 0x7FC00000, 0x4EBBB94F, 0},
        {Operator::max, 0xC3480000, 0xC33E0000, 0xC33E0000, 0},
        {Operator::min, 0x00000000, 0x80000000, 0x80000000, 0},
        {Operator::max, 0x80000000, 0x00000000, 0x00000000, 0},
        {Operator::min, 0x7FC00001, 0xFFFFFFFF, 0x7FC00000, 0},
    };
    Bench bench;
    for (const Case& c : cases)
        for (std::size_t lane = 0; lane < built_lanes; ++lane) {
            Beat b = make_beat(Type::float32, c.op);
            std::memcpy(b.acc + 4 * lane, &c.a, 4);
            std::memcpy(b.operand + 4 * lane, &c.b, 4);
            AluOut out = bench.edge(&b);
            while (!out.valid)
                out = bench.edge(nullptr);
            const Answer a = bench.take(out);
            std::uint32_t y;
            std::memcpy(&y, a.acc + 4 * lane, 4);
            ASSERT_EQ(y, c.y) << std::hex << c.a << " " << c.b << " lane " << lane;
            ASSERT_EQ(a.flags[lane], c.flags) << std::hex << c.a << " " << c.b;
            bench.edge(nullptr);
        }
}

} // namespace
