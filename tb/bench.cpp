// SPDX-License-Identifier: Apache-2.0
#include "bench.h"

#include <cstring>
#include <utility>

namespace sharpsim::tb {

namespace {

constexpr std::uint64_t cycles_of_a_pace = 64;
constexpr std::uint64_t patience = 5000; // cycles without a result; no stall pattern comes near

bool same(const Result& a, const Result& b)
{
    return a.first == b.first && a.last == b.last && a.head == b.head && a.tail == b.tail && a.tag == b.tag &&
           a.data.unsupported == b.data.unsupported && a.data.acc == b.data.acc &&
           a.data.flags == b.data.flags;
}

} // namespace

Bench::Bench(Target& target, std::uint64_t seed, bool stalls, Judge judge) :
    target_{target}, judge_{std::move(judge)}, random_{seed, 1000}, stalls_{stalls}
{
}

void Bench::fail(const std::string& what, const Result* result)
{
    Mismatch m;
    m.what = what;
    if (!waiting_.empty())
        m.taken = waiting_.front();
    m.has_result = result != nullptr && !waiting_.empty();
    if (result != nullptr)
        m.result = *result;
    m.cycle = cycle_;
    m.beats_taken = number_;
    // Two cycles more, so that a waveform ends after the failure.
    reduction::AluIn idle;
    idle.out_ready = false;
    target_.cycle(idle);
    target_.cycle(idle);
    throw Mismatch(m);
}

void Bench::change_pace()
{
    const unsigned percents[] = {100, 100, 75, 50, 10};
    valid_percent_ = percents[random_.below(5)];
    ready_percent_ = percents[random_.below(5)];
}

// A result is judged when it appears, and has to stay until it is taken.
void Bench::look(const reduction::AluOut& out)
{
    if (!out.valid) {
        if (shown_)
            fail("a result disappeared before it was taken", nullptr);
        return;
    }
    Result now;
    now.first = out.first;
    now.last = out.last;
    now.head = out.head;
    now.tail = out.tail;
    now.tag = out.tag;
    now.data.unsupported = out.unsupported;
    std::memcpy(now.data.acc.data(), out.acc, now.data.acc.size());
    target_.read_flags(now.data.flags);
    if (waiting_.empty())
        fail("a result that belongs to no beat", &now);
    if (shown_) {
        if (!same(now, result_))
            fail("the result changed while it waited", &now);
        return;
    }
    shown_ = true;
    result_ = now;
    last_progress_ = cycle_;
    const std::string wrong = judge_(waiting_.front(), result_);
    if (!wrong.empty())
        fail(wrong, &now);
}

bool Bench::clock(const Beat* beat, bool lost, bool hold)
{
    if (cycle_ % cycles_of_a_pace == 0)
        change_pace();
    // Always drawn, so that cycles are alike whatever is offered.
    const bool want_valid = random_.percent(valid_percent_) || !stalls_;
    const bool want_ready = random_.percent(ready_percent_) || !stalls_;

    reduction::AluIn in;
    in.valid = beat != nullptr && want_valid;
    in.out_ready = want_ready && !hold;
    if (in.valid) {
        in.type = beat->type;
        in.op = beat->op;
        in.rounding = beat->rounding;
        in.precision = beat->precision;
        in.variant = beat->variant;
        in.first = beat->first;
        in.last = beat->last;
        in.head = beat->head;
        in.tail = beat->tail;
        in.tag = beat->tag;
        in.mask = beat->mask;
        in.operand = beat->operand.data();
        in.acc = beat->acc.data();
        in.acc_flags = beat->acc_flags.data();
    }
    stalled_ += shown_ && !in.out_ready ? 1 : 0;
    const reduction::AluOut& out = target_.cycle(in);
    if (shown_ && in.out_ready) {
        shown_ = false;
        waiting_.pop_front();
    }
    const bool taken = in.valid && out.in_ready;
    if (taken) {
        waiting_.push_back({*beat, number_, lost, draws_.states()});
        draws_.advance();
        if (!lost)
            ++number_;
    }
    look(out);
    if (waiting_.empty())
        last_progress_ = cycle_;
    else if (cycle_ - last_progress_ > patience)
        fail("no result came for " + std::to_string(patience) + " cycles", nullptr);
    ++cycle_;
    return taken;
}

void Bench::push(const Beat& beat)
{
    const std::uint64_t begin = cycle_;
    while (!clock(&beat, false, false))
        if (cycle_ - begin > patience)
            fail("no beat was taken for " + std::to_string(patience) + " cycles", nullptr);
}

void Bench::drain()
{
    while (!waiting_.empty())
        clock(nullptr, false, false);
}

void Bench::seed(const States& states)
{
    drain();
    target_.seed(states);
    draws_.load(states);
}

void Bench::reset(const std::function<Beat()>& more)
{
    for (std::uint64_t least = 1 + random_.below(8);
         least > 0 || (!waiting_.empty() && !waiting_.front().lost); least -= least > 0 ? 1 : 0) {
        const Beat beat = more();
        clock(&beat, true, !waiting_.empty() && waiting_.front().lost);
    }
    target_.reset();
    waiting_.clear();
    shown_ = false;
    draws_.reset();
    clock(nullptr, false, false); // nothing may come out
}

std::string compare(const Taken& taken, const Result& result, const BeatResult& expected)
{
    const Beat& beat = taken.beat;
    if (result.tag != beat.tag || result.first != beat.first || result.last != beat.last ||
        result.head != beat.head || result.tail != beat.tail)
        return "the marks differ from those of the beat";
    if (result.data.unsupported != expected.unsupported)
        return result.data.unsupported ? "refused as unsupported" : "not refused as unsupported";
    if (result.data.acc != expected.acc)
        return "a value differs";
    if (result.data.flags != expected.flags)
        return "flags differ";
    return "";
}

} // namespace sharpsim::tb
