// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "runs.h"

namespace sharpsim::tb {

namespace {

struct Counts {
    std::uint64_t resets{0};
    std::uint64_t seeds{0};
    std::uint64_t cycles{0};
    std::uint64_t stalled{0};
};

void run_beats(const Options& o, const WaveWindow& wave, Scoreboard& score, Counts& counts)
{
    const std::unique_ptr<Target> target = make_target(o, wave);
    Bench bench{*target, o.seed, o.stalls,
                [&score](const Taken& t, const Result& r) { return score.judge(t, r); }};
    Stimulus stimulus{o.seed, 1, o.choice};
    for (std::uint64_t n = 0; n < o.count; ++n) {
        const Beat beat = stimulus.next();
        switch (stimulus.next_event()) {
        case Event::reset: {
            // How many of these are lost depends on the stalls, so they have a stream of their own.
            Stimulus lost{o.seed, 100 + n, o.choice};
            bench.reset([&lost] { return lost.next(); });
            ++counts.resets;
            break;
        }
        case Event::seed:
            bench.seed(stimulus.next_states());
            ++counts.seeds;
            break;
        case Event::none:
            break;
        }
        bench.push(beat);
    }
    bench.drain();
    counts.cycles = bench.cycles();
    counts.stalled = bench.stalled();
}

} // namespace

int run_random(const Options& o)
{
    Scoreboard score;
    Counts counts;
    std::cout << "tb_reduction_alu: seed " << o.seed << ", " << o.count << " beats of " << 8 * beat_bytes
              << " bits, target " << o.target() << "," << selection_words(o.choice) << "\n";
    try {
        run_beats(o, {o.wave, 0}, score, counts);
    } catch (const Mismatch& m) {
        Options shortest = o;
        shortest.count = m.taken.number + 1;
        Options safe = o;
        safe.count = m.beats_taken > shortest.count ? m.beats_taken : shortest.count;
        report_failure(m, shortest, safe, [](const Options& again, const WaveWindow& wave) {
            Scoreboard unseen;
            Counts ignored;
            run_beats(again, wave, unseen, ignored);
        });
        return 1;
    }
    std::cout << "cycles " << counts.cycles << ", results stalled in " << counts.stalled << ", resets "
              << counts.resets << ", seeds loaded " << counts.seeds << "\n";
    return conclude(o, score);
}

} // namespace sharpsim::tb
