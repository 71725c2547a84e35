// SPDX-License-Identifier: Apache-2.0
// The list of directed cases: each in all elements of a beat at once, and with the operands exchanged.
#include <iostream>

#include "directed_list.h"
#include "runs.h"

namespace sharpsim::tb {

namespace {

Beat beat_of(const DirectedCase& c, bool exchanged)
{
    Beat beat;
    beat.type = static_cast<std::uint8_t>(c.type);
    beat.op = static_cast<std::uint8_t>(c.op);
    beat.rounding = static_cast<std::uint8_t>(c.rounding);
    beat.variant = c.variant;
    beat.head = true;
    beat.tail = true;
    for (unsigned at = 0; at < beat_bytes; at += beat.element_bytes()) {
        set_element(beat.acc.data(), beat.task(), at, exchanged ? c.b : c.a);
        set_element(beat.operand.data(), beat.task(), at, exchanged ? c.a : c.b);
    }
    return beat;
}

std::string differs_from_list(const DirectedCase& c, const Taken& taken, const Result& result)
{
    if (result.data.unsupported)
        return "";
    const Beat& beat = taken.beat;
    for (unsigned at = 0; at < beat_bytes; at += beat.element_bytes()) {
        const Element e = element_at(result.data.acc.data(), beat.task(), at);
        if (e.value != c.result.value || e.index != c.result.index || result.data.flags[at / 4] != c.flags)
            return std::string{"the oracle agrees, but the list has another result for '"} + c.reason + "'";
    }
    return "";
}

void run_list(const Options& o, const WaveWindow& wave, Scoreboard& score)
{
    const std::unique_ptr<Target> target = make_target(o, wave);
    Bench bench{*target, o.seed, o.stalls, [&score](const Taken& t, const Result& r) {
                    const std::string wrong = score.judge(t, r);
                    return wrong.empty() ? differs_from_list(directed_list()[t.number / 2], t, r) : wrong;
                }};
    for (const DirectedCase& c : directed_list())
        for (const bool exchanged : {false, true})
            bench.push(beat_of(c, exchanged));
    bench.drain();
}

} // namespace

int run_directed(const Options& o)
{
    Scoreboard score;
    std::cout << "tb_reduction_alu: " << directed_list().size() << " directed cases in all elements, target "
              << o.target() << "\n";
    try {
        run_list(o, {o.wave, 0}, score);
    } catch (const Mismatch& m) {
        std::cout << "case '" << directed_list()[m.taken.number / 2].reason << "', ";
        report_failure(m, o, o, [](const Options& again, const WaveWindow& wave) {
            Scoreboard unseen;
            run_list(again, wave, unseen);
        });
        return 1;
    }
    return conclude(o, score);
}

} // namespace sharpsim::tb
