// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include "base/error.h"
#include "failure.h"
#include "runs.h"

namespace sharpsim::tb {

namespace {

constexpr std::uint64_t recorded_before_failure = 64; // cycles

std::string hex64(std::uint64_t v) { return hex(v, 8); }

} // namespace

std::unique_ptr<Target> make_target(const Options& options, const WaveWindow& wave)
{
    return options.model ? make_model_target(options.plusargs) : make_rtl_target(options.plusargs, wave);
}

std::string Scoreboard::judge(const Taken& taken, const Result& result)
{
    const Beat& beat = taken.beat;
    const bool missing = beat.defined() && result.data.unsupported;
    std::string wrong =
        compare(taken, result, missing ? expect_unsupported(beat) : expect_beat(beat, taken.states));
    if (!wrong.empty() || taken.lost)
        return wrong;
    const auto eat = [this](std::uint8_t byte) { digest_ = (digest_ ^ byte) * 0x100000001B3; };
    for (const std::uint8_t byte : result.data.acc)
        eat(byte);
    for (const std::uint8_t flags : result.data.flags)
        eat(flags);
    if (missing) {
        Missing& m = not_built_[{beat.type, beat.op}];
        ++m.beats;
        m.roundings.insert(beat.rounding);
        m.precisions.insert(beat.precision);
    } else if (!beat.defined()) {
        ++refused_;
    } else {
        ++compared_;
        elements_ += beat_bytes / beat.element_bytes();
    }
    return "";
}

void Scoreboard::print() const
{
    std::uint64_t missing = 0;
    for (const auto& [codes, m] : not_built_) {
        missing += m.beats;
        std::cout << "not built: " << reduction::name(static_cast<Type>(codes.first)) << " "
                  << reduction::name(static_cast<Operator>(codes.second)) << ", " << m.beats
                  << " beats, roundings";
        for (const std::uint8_t r : m.roundings)
            std::cout << " " << rounding_name(static_cast<Rounding>(r));
        std::cout << ", precisions";
        for (const std::uint8_t p : m.precisions)
            std::cout << " " << precision_name(static_cast<Precision>(p));
        std::cout << "\n";
    }
    std::cout << "beats compared " << compared_ << " (" << elements_ << " elements), rightly refused "
              << refused_ << ", not built " << missing << "\nresults " << hex64(digest_) << "\n";
}

int conclude(const Options& options, const Scoreboard& score)
{
    score.print();
    if (!options.wave.empty())
        std::cout << "waveform: gtkwave " << options.wave << " " << write_marker_file(options.wave, 0)
                  << "\n";
    if (options.require_all && !score.all_built()) {
        std::cout << "FAILED: --require-all, and not all is built" << std::endl;
        return 1;
    }
    std::cout << "PASSED" << std::endl;
    return 0;
}

void report_failure(const Mismatch& mismatch, const Options& shortest, const Options& safe,
                    const Again& again)
{
    std::cout << "seed " << shortest.seed << ", target " << shortest.target() << ": " << describe(mismatch)
              << std::flush;
    WaveWindow wave;
    if (!shortest.model) {
        wave.path = shortest.wave.empty() ? "tb_reduction_alu-" + std::to_string(shortest.seed) + ".fst"
                                          : shortest.wave;
        const bool whole = !shortest.wave.empty() || mismatch.cycle < recorded_before_failure;
        wave.first_cycle = whole ? 0 : mismatch.cycle - recorded_before_failure;
    }
    Mismatch seen = mismatch;
    const auto fails = [&again, &wave, &seen](const Options& options) {
        try {
            again(options, wave);
        } catch (const Mismatch& m) {
            seen = m;
            return true;
        }
        return false;
    };
    const auto repeat = [&fails, &seen, &shortest, &safe, number = mismatch.taken.number] {
        if (fails(shortest) && seen.taken.number == number)
            return shortest;
        if (!fails(safe))
            std::cout << "  the failure did not repeat: the target is not deterministic\n";
        return safe;
    };
    Options shown = safe;
    try {
        shown = repeat();
        if (!wave.path.empty()) {
            const std::string save = write_marker_file(wave.path, seen.cycle);
            std::cout << "  waveform: gtkwave " << wave.path << " " << save << " (marker at "
                      << seen.cycle * cycle_ps << " ps)\n";
        }
    } catch (const InputError& e) {
        wave.path.clear();
        shown = repeat();
        std::cout << "  no waveform: " << e.what() << "\n";
    }
    std::cout << "reproduce: " << command_line(shown) << std::endl;
}

} // namespace sharpsim::tb
