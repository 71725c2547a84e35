// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "runs.h"

namespace sharpsim::tb {

namespace {

constexpr unsigned pairs = 1U << 16;

// Pair n has its operands in the two bytes of n; `turn` moves the pairs to other places of the beat.
Beat beat_of(unsigned first_pair, unsigned turn)
{
    Beat beat;
    for (unsigned at = 0; at < beat_bytes; ++at) {
        const unsigned n = first_pair + (at + turn) % beat_bytes;
        beat.acc[at] = static_cast<std::uint8_t>(n >> 8);
        beat.operand[at] = static_cast<std::uint8_t>(n);
    }
    beat.tag = static_cast<std::uint16_t>(first_pair / beat_bytes);
    beat.head = true;
    beat.tail = true;
    return beat;
}

// Returns the number of combinations.
unsigned run_pairs(const Options& o, const WaveWindow& wave, Scoreboard& score)
{
    const std::unique_ptr<Target> target = make_target(o, wave);
    Bench bench{*target, o.seed, false,
                [&score](const Taken& t, const Result& r) { return score.judge(t, r); }};
    unsigned combinations = 0;
    for (const Operator op : o.choice.ops) {
        if (!is_defined(*o.exhaustive, op))
            continue;
        for (const Rounding rounding : o.choice.roundings)
            for (const std::uint8_t variant : o.choice.variants) {
                ++combinations;
                // Each begins with the same draws, whatever else is chosen.
                bench.seed(Stimulus{o.seed, 1, o.choice}.next_states());
                const unsigned turn = 5 * static_cast<unsigned>(op) + static_cast<unsigned>(rounding);
                for (unsigned pair = 0; pair < pairs; pair += beat_bytes) {
                    Beat beat = beat_of(pair, turn);
                    beat.type = static_cast<std::uint8_t>(*o.exhaustive);
                    beat.op = static_cast<std::uint8_t>(op);
                    beat.rounding = static_cast<std::uint8_t>(rounding);
                    beat.variant = variant;
                    bench.push(beat);
                }
                bench.drain();
            }
    }
    return combinations;
}

} // namespace

int run_exhaustive(const Options& o)
{
    Scoreboard score;
    unsigned combinations = 0;
    try {
        combinations = run_pairs(o, {o.wave, 0}, score);
    } catch (const Mismatch& m) {
        Options one = o;
        one.choice.ops = {static_cast<Operator>(m.taken.beat.op)};
        one.choice.roundings = {static_cast<Rounding>(m.taken.beat.rounding)};
        one.choice.variants = {m.taken.beat.variant};
        Mismatch in_one = m; // as the shorter run counts
        try {
            Scoreboard unseen;
            run_pairs(one, {}, unseen);
        } catch (const Mismatch& again) {
            in_one = again;
        }
        report_failure(in_one, one, o, [](const Options& again, const WaveWindow& wave) {
            Scoreboard unseen;
            run_pairs(again, wave, unseen);
        });
        return 1;
    }
    std::cout << "tb_reduction_alu: all " << pairs << " pairs of " << reduction::name(*o.exhaustive)
              << ", target " << o.target() << ": " << combinations
              << " combinations of operator, rounding and variant\n";
    if (combinations == 0) {
        std::cout << "FAILED: this type has none of these operators" << std::endl;
        return 1;
    }
    return conclude(o, score);
}

} // namespace sharpsim::tb
