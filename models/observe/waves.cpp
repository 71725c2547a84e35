// SPDX-License-Identifier: Apache-2.0
#include "observe/waves.h"

#include <algorithm>

#include "base/error.h"
#include "observe/wave_file.h"

namespace sharpsim {

std::uint64_t text_value(const char* text)
{
    std::uint64_t value = 0;
    for (unsigned n = 0; n < 8 && *text != '\0'; ++n)
        value = (value << 8) | static_cast<unsigned char>(*text++);
    return value;
}

WaveWriter::WaveWriter(const Calendar& calendar, const WaveConfig& config) :
    calendar_{calendar}, config_{config}, variables_(1)
{
    check(config);
}

WaveWriter::~WaveWriter() = default;

SignalId WaveWriter::declare(const std::string& scope, const std::string& name, unsigned bits,
                             SignalKind kind)
{
    SHARPSIM_CHECK(path_.empty(), calendar_.now(), scope, "signal " + name + " declared after open()");
    SHARPSIM_CHECK(bits >= 1 && bits <= 64 && (kind != SignalKind::bit || bits == 1), calendar_.now(), scope,
                   "signal " + name + " has " + std::to_string(bits) + " bits");
    offer(scope);
    if (!selects(config_, scope))
        return SignalId{};
    WaveSignal signal{scope_names_.scope(scope), {}, bits, kind, 0};
    const bool is_new = scope_names_.signal(signal.scope, name, signal.name);
    SHARPSIM_CHECK(is_new, calendar_.now(), scope, "signal " + name + " declared twice");
    variables_.push_back({0, static_cast<std::uint32_t>(signals_.size())});
    signals_.push_back(std::move(signal));
    recording_ = true;
    return SignalId{static_cast<std::uint32_t>(variables_.size() - 1)};
}

void WaveWriter::add_rtl(const std::string& scope, TraceRtl trace)
{
    SHARPSIM_CHECK(path_.empty(), calendar_.now(), scope, "RTL instance added after open()");
    offer(scope);
    if (!selects(config_, scope))
        return;
    rtl_.push_back({scope_names_.scope(scope), std::move(trace)});
    recording_ = true;
}

void WaveWriter::offer(const std::string& scope)
{
    if (offered_names_.insert(scope).second)
        offered_.push_back(scope);
}

void WaveWriter::open(const std::string& path)
{
    SHARPSIM_CHECK(path_.empty(), calendar_.now(), path, "already opened as " + path_);
    std::vector<std::uint32_t> sorted(signals_.size());
    for (std::uint32_t i = 0; i < sorted.size(); ++i)
        sorted[i] = i;
    std::stable_sort(sorted.begin(), sorted.end(), [this](std::uint32_t a, std::uint32_t b) {
        return natural_less(signals_[a].scope, signals_[b].scope);
    });
    std::stable_sort(rtl_.begin(), rtl_.end(), [](const RtlInstance& a, const RtlInstance& b) {
        return natural_less(a.scope, b.scope);
    });
    std::vector<WaveSignal> in_order(signals_.size());
    std::vector<std::uint64_t> values(signals_.size());
    for (std::uint32_t i = 0; i < sorted.size(); ++i) {
        Variable& variable =
            variables_[sorted[i] + 1]; // declared in this order, after the one that is not recorded
        variable.place = i;
        values[i] = variable.value;
        in_order[i] = std::move(signals_[sorted[i]]);
    }
    signals_ = std::move(in_order);
    file_ = std::make_unique<WaveFile>(path, signals_, std::move(values), rtl_, config_.rtl_levels,
                                       config_.max_size);
    path_ = path;
    recording_ = true;
}

void WaveWriter::change(SignalId signal, std::uint64_t value)
{
    Variable& variable = variables_[signal.value()];
    if (signal.value() == 0 || variable.value == value)
        return;
    const Picoseconds now = calendar_.now();
    advance(now);
    variable.value = value;
    if (!recording_ || !file_)
        return;
    file_->change(variable.place, value);
    signals_[variable.place].changes += started_ ? 1 : 0;
    mark(now);
}

void WaveWriter::change_later(SignalId signal, std::uint64_t value, Picoseconds when)
{
    if (when <= calendar_.now() || !file_ || when < config_.from) {
        change(signal, value);
        return;
    }
    if (signal.value() == 0)
        return;
    falls_.push_back({when, fall_count_++, [this, signal, value] {
                          Variable& variable = variables_[signal.value()];
                          if (variable.value == value || !recording_)
                              return;
                          variable.value = value;
                          file_->change(variable.place, value);
                          signals_[variable.place].changes += started_ ? 1 : 0;
                      }});
    std::push_heap(falls_.begin(), falls_.end(), later_fall);
}

void WaveWriter::advance_and_mark()
{
    if (!file_)
        return;
    const Picoseconds now = calendar_.now();
    advance(now);
    if (!recording_)
        return;
    file_->rtl_changed();
    mark(now);
}

bool WaveWriter::schedule_fall(Picoseconds when, std::function<void()> fall)
{
    // A clock that is low again before the window is of no interest.
    if (!recording_ || !file_ || when < config_.from)
        return false;
    SHARPSIM_CHECK(when > calendar_.now(), calendar_.now(), path_, "falling edge in the past");
    falls_.push_back({when, fall_count_++, std::move(fall)});
    std::push_heap(falls_.begin(), falls_.end(), later_fall);
    return true;
}

// A heap of the standard library has its largest element on top: the earliest fall is the largest.
bool WaveWriter::later_fall(const Fall& a, const Fall& b)
{
    return b.when < a.when || (b.when == a.when && b.number < a.number);
}

// All before `now` goes into the file. Falls at `now` itself are done too: they belong to the same time.
void WaveWriter::advance(Picoseconds now)
{
    while (recording_ && !falls_.empty() && falls_.front().when <= now) {
        settle_before(falls_.front().when);
        if (!recording_)
            return;
        std::pop_heap(falls_.begin(), falls_.end(), later_fall);
        const Fall fall = std::move(falls_.back());
        falls_.pop_back();
        fall.call();
        file_->rtl_changed();
        mark(fall.when);
    }
    if (recording_)
        settle_before(now);
}

void WaveWriter::settle_before(Picoseconds time)
{
    if (!file_)
        return;
    if (!started_ && config_.from < time)
        dump(config_.from); // nothing changed since the values of this time
    if (recording_ && pending_ && pending_time_ < time)
        dump(pending_time_);
    if (recording_ && config_.to < time) {
        if (last_dump_ < config_.to)
            dump(config_.to); // so that the file reaches to the end of its window
        stop();
    }
}

// Before the window nothing is pending: its first record is the complete state.
void WaveWriter::mark(Picoseconds time)
{
    pending_ = started_;
    pending_time_ = time;
}

void WaveWriter::dump(Picoseconds time)
{
    file_->dump(time);
    started_ = true;
    pending_ = false;
    last_dump_ = time;
    if (file_->full()) {
        truncated_at_ = time;
        stop();
    }
}

void WaveWriter::close()
{
    if (!recording_)
        return;
    if (!file_) {
        recording_ = false;
        return;
    }
    const Picoseconds now = calendar_.now();
    advance(now);
    if (recording_ && !started_ && config_.from <= now)
        dump(config_.from);
    if (recording_ && pending_)
        dump(pending_time_);
    if (recording_ && started_ && last_dump_ < now)
        dump(now);
    if (recording_)
        stop();
}

// The falls that were taken and lie after the end: their clocks must not stay high.
void WaveWriter::stop()
{
    recording_ = false;
    file_->close();
    std::sort_heap(falls_.begin(), falls_.end(), later_fall);
    std::vector<Fall> left;
    left.swap(falls_);
    for (auto fall = left.rbegin(); fall != left.rend(); ++fall)
        fall->call();
}

} // namespace sharpsim
