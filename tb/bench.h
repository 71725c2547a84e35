// SPDX-License-Identifier: Apache-2.0
// Drives the pins with stalls on both sides, and hands each result to a judge beside the beat that it belongs
// to.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>

#include "oracle/beat.h"
#include "random.h"
#include "target.h"

namespace sharpsim::tb {

// A beat that was taken, with the random draws that it met.
struct Taken {
    Beat beat;
    std::uint64_t number{0};
    bool lost{false}; // on purpose: the reset is to come before its result is handed over
    States states{};
};

struct Result {
    bool first{false};
    bool last{false};
    bool head{false};
    bool tail{false};
    std::uint16_t tag{0};
    BeatResult data;
};

// Thrown at the first difference.
struct Mismatch {
    std::string what;
    Taken taken;
    bool has_result{true};
    Result result;
    std::uint64_t cycle{0};
    std::uint64_t beats_taken{0};
};

class Bench {
public:
    // Returns what is wrong, empty if nothing is.
    using Judge = std::function<std::string(const Taken&, const Result&)>;

    Bench(Target& target, std::uint64_t seed, bool stalls, Judge judge);

    void push(const Beat& beat); // until it is taken
    void drain();
    // Drains, then loads the states of the random draws.
    void seed(const States& states);
    // Hands over all results so far while further beats of `more` enter the pipeline, and loses those.
    void reset(const std::function<Beat()>& more);

    [[nodiscard]] std::uint64_t cycles() const { return cycle_; }
    [[nodiscard]] std::uint64_t stalled() const { return stalled_; }

private:
    bool clock(const Beat* beat, bool lost, bool hold);
    void look(const reduction::AluOut& out);
    [[noreturn]] void fail(const std::string& what, const Result* result);
    void change_pace();

    Target& target_;
    Judge judge_;
    Random random_;
    bool stalls_;
    unsigned valid_percent_{100};
    unsigned ready_percent_{100};
    std::deque<Taken> waiting_;
    bool shown_{false}; // the result of the first one that waits is at the pins
    Result result_;
    Draws draws_;
    std::uint64_t number_{0};
    std::uint64_t cycle_{0};
    std::uint64_t stalled_{0};
    std::uint64_t last_progress_{0};
};

// The difference from what the oracle says; an empty text is none.
std::string compare(const Taken& taken, const Result& result, const BeatResult& expected);

} // namespace sharpsim::tb
