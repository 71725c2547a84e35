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
#include "unit/reduction/vector_file.h"

namespace {

using namespace sharpsim::reduction;
using sharpsim::RandomStream;
using sharpsim::test::read_vectors;

constexpr std::size_t beat = built_beat_bytes;

struct Beat {
    AluIn in;
    std::uint8_t operand[beat];
    std::uint8_t acc[beat];
    LaneFlags acc_flags[built_lanes];
};

struct Answer {
    std::uint8_t acc[beat];
    LaneFlags flags[built_lanes];
    AluOut out;
    std::uint64_t cycle; // of the edge at which the result is handed over
};

struct Bench {
    AluRtl rtl{"alu", std::make_shared<AluRtlContext>()};
    std::uint64_t now{0}; // number of the next rising edge

    // One edge. Returns what is there after it.
    AluOut edge(const Beat* b, bool out_ready = true)
    {
        AluIn in;
        if (b != nullptr) {
            in = b->in;
            in.valid = true;
            in.operand = b->operand;
            in.acc = b->acc;
            in.acc_flags = b->acc_flags;
        }
        in.out_ready = out_ready;
        ++now;
        return rtl.cycle(in);
    }
    Answer take(const AluOut& out) const
    {
        Answer a;
        std::memcpy(a.acc, out.acc, beat);
        rtl.read_flags(a.flags);
        a.out = out;
        a.cycle = now;
        return a;
    }
};

Beat make_beat(Type type, Operator op)
{
    Beat b{};
    b.in.type = static_cast<std::uint8_t>(type);
    b.in.op = static_cast<std::uint8_t>(op);
    return b;
}

void expect_model(const Beat& b, const Answer& a)
{
    BeatInput in;
    in.type = b.in.type;
    in.op = b.in.op;
    in.rounding = b.in.rounding;
    in.precision = b.in.precision;
    in.first = b.in.first;
    in.mask = b.in.mask;
    in.operand = b.operand;
    in.acc = b.acc;
    in.acc_flags = b.acc_flags;
    in.bytes = beat;
    BeatOutput expected;
    reduce_beat(in, expected);
    ASSERT_EQ(a.out.tag, b.in.tag);
    ASSERT_EQ(a.out.first, b.in.first);
    ASSERT_EQ(a.out.last, b.in.last);
    ASSERT_EQ(a.out.head, b.in.head);
    ASSERT_EQ(a.out.tail, b.in.tail);
    ASSERT_EQ(a.out.unsupported, expected.unsupported) << int{b.in.type} << " " << int{b.in.op};
    for (std::size_t lane = 0; lane < built_lanes; ++lane) {
        std::uint32_t word[4];
        std::memcpy(&word[0], b.acc + 4 * lane, 4);
        std::memcpy(&word[1], b.operand + 4 * lane, 4);
        std::memcpy(&word[2], expected.acc + 4 * lane, 4);
        std::memcpy(&word[3], a.acc + 4 * lane, 4);
        ASSERT_EQ(word[2], word[3]) << "type " << int{b.in.type} << " op " << int{b.in.op} << " lane " << lane
                                    << std::hex << " acc " << word[0] << " operand " << word[1];
        ASSERT_EQ(int{expected.flags[lane]}, int{a.flags[lane]})
            << "type " << int{b.in.type} << " op " << int{b.in.op} << " lane " << lane << std::hex << " acc "
            << word[0] << " operand " << word[1];
    }
}

// Random bits; every second element lies close to its partner, so that cancellation, ties and equality occur.
void randomise(Beat& b, RandomStream& random)
{
    for (std::size_t i = 0; i < beat; i += 8) {
        const std::uint64_t x = random.next();
        std::uint64_t y = random.next();
        if (i % 16 == 8)
            y = x ^ (y & random.next() & 0x83FF83FF83FF83FFU);
        std::memcpy(b.acc + i, &x, 8);
        std::memcpy(b.operand + i, &y, 8);
    }
}

struct Format {
    Type type;
    const char* file;
};

class RtlVectors : public ::testing::TestWithParam<Format> {
protected:
    // Fills beats with lines, one element each, and compares what comes out with the line's result and flags.
    template <std::size_t Words>
    void run(const sharpsim::test::VectorLines<Words>& lines, Operator op, std::size_t result,
             std::size_t flags)
    {
        ASSERT_EQ(lines.size(), 20000U);
        const std::size_t size = element_bytes(GetParam().type);
        // 16-bit formats: flags are of a lane, so only one of its two elements is used, low and high in turn.
        const std::size_t used = beat / 4;
        Bench bench;
        std::deque<Beat> sent;
        std::size_t checked = 0;
        for (std::size_t first = 0; first < lines.size() || !sent.empty(); first += used) {
            if (first < lines.size()) {
                sent.push_back(make_beat(GetParam().type, op));
                for (std::size_t k = 0; k < used && first + k < lines.size(); ++k) {
                    const std::size_t at = 4 * k + (size == 2 && k % 2 == 1 ? 2 : 0);
                    std::memcpy(sent.back().acc + at, &lines[first + k][0], size);
                    std::memcpy(sent.back().operand + at, &lines[first + k][1], size);
                }
            }
            const AluOut out = bench.edge(first < lines.size() ? &sent.back() : nullptr);
            if (!out.valid)
                continue;
            const Answer a = bench.take(out);
            for (std::size_t k = 0; k < used && checked < lines.size(); ++k, ++checked) {
                const std::size_t at = 4 * k + (size == 2 && k % 2 == 1 ? 2 : 0);
                std::uint32_t value = 0;
                std::memcpy(&value, a.acc + at, size);
                ASSERT_EQ(value, lines[checked][result])
                    << std::hex << lines[checked][0] << " " << lines[checked][1] << std::dec << " lane " << k;
                ASSERT_EQ(a.flags[k], lines[checked][flags])
                    << std::hex << lines[checked][0] << " " << lines[checked][1] << std::dec << " lane " << k;
            }
            sent.pop_front();
        }
        EXPECT_EQ(checked, lines.size());
    }
};

TEST_P(RtlVectors, SumWithFlags)
{
    const auto lines =
        read_vectors<4>(std::string{GetParam().file} +
                        (GetParam().type == Type::bfloat16 ? "_add.exact.rne.txt.gz" : "_add.l1.rne.txt.gz"));
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    run(*lines, Operator::sum, 2, 3);
}

TEST_P(RtlVectors, MinimumAndMaximumNumberWithFlags)
{
    const auto lines = read_vectors<7>(std::string{GetParam().file} + "_minmax.ieee2019.txt.gz");
    if (!lines)
        GTEST_SKIP() << "no test vectors here";
    run(*lines, Operator::min, 3, 6);
    run(*lines, Operator::max, 5, 6);
}

INSTANTIATE_TEST_SUITE_P(Formats, RtlVectors,
                         ::testing::Values(Format{Type::float16, "f16"}, Format{Type::bfloat16, "bf16"},
                                           Format{Type::float32, "f32"}),
                         [](const auto& i) { return std::string{i.param.file}; });

TEST(Rtl, AgreesWithModelAndOracleOnRandomBeatsOfAllTypesAndOperators)
{
    Bench bench;
    RandomStream random{1, "rtl-random"};
    std::deque<Beat> sent;
    unsigned compared = 0;
    constexpr unsigned beats = 15 * 200;
    for (unsigned i = 0; i < beats + built_alu.depth; ++i) {
        if (i < beats) {
            constexpr Type types[] = {Type::int32, Type::uint32, Type::float16, Type::bfloat16,
                                      Type::float32};
            sent.push_back(make_beat(types[i % 5], static_cast<Operator>(i / 5 % 3)));
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
    while (compared < 6000) {
        if (!offered && random.below(4) != 0) {
            constexpr std::uint8_t types[] = {4, 5, 8, 9, 10, 4, 9, 10};
            next = Beat{};
            randomise(next, random);
            next.in.type =
                static_cast<std::uint8_t>(random.below(8) == 0 ? random.below(16) : types[random.below(8)]);
            next.in.op = static_cast<std::uint8_t>(random.below(8) == 0 ? random.below(16) : random.below(3));
            next.in.rounding = static_cast<std::uint8_t>(random.below(16) == 0 ? random.below(8) : 0);
            next.in.precision = static_cast<std::uint8_t>(random.below(16) == 0 ? random.below(8) : 0);
            next.in.first = random.below(4) == 0;
            next.in.last = random.below(2) == 0;
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
                ASSERT_EQ(std::memcmp(a.acc, held.acc, beat), 0) << "a stalled result changed";
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
    const Beat b = make_beat(Type::int32, Operator::sum);
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
