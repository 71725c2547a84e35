// SPDX-License-Identifier: Apache-2.0
// The waveform recorder: values of the models and pins of Verilated RTL in one FST file on one picosecond
// axis.
//
// It is driven by changes and needs no calendar entry of its own: what happened at time T is written when the
// first change at a later time is announced, or at close(). So all changes of one picosecond stand under one
// time, whoever made them, and a run makes the same calendar entries with and without a recorder.
//
// Order of calls: declare() and add_rtl(), open(), then set() and before_edge(), then close() while the RTL
// instances still exist. The destructor alone closes the file without asking them for their last values.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/calendar.h"
#include "base/ids.h"
#include "base/units.h"
#include "observe/names.h"
#include "observe/observe_config.h"

namespace sharpsim {

// A default one stands for a signal that is not recorded; set() on it does nothing.
using SignalId = Id<struct SignalIdTag, std::uint32_t>;

enum class SignalKind : std::uint8_t {
    bit,    // one wire
    number, // drawn as decimal text
    level,  // a fill level: drawn as a curve
    code,   // drawn as hexadecimal text
    text,   // up to eight characters, see text_value()
};

// Eight characters, the last one in the low byte.
[[nodiscard]] std::uint64_t text_value(const char* text);

// Receives the recorder's VerilatedFstC*; calls model->trace(fst, 99). The recorder itself limits the levels.
// All models of a file share one VerilatedContext. A model with an empty name puts its pins directly into its
// scope.
using TraceRtl = std::function<void(void* verilated_fst)>;

struct RtlInstance {
    std::string scope;
    TraceRtl trace;
};

class WaveFile;

struct WaveSignal {
    std::string scope; // legal, '.' between its parts
    std::string name;
    unsigned bits{1};
    SignalKind kind{SignalKind::bit};
    std::uint64_t changes{0}; // recorded ones
};

class WaveWriter {
public:
    WaveWriter(const Calendar& calendar, const WaveConfig& config);
    ~WaveWriter();
    WaveWriter(const WaveWriter&) = delete;
    WaveWriter& operator=(const WaveWriter&) = delete;

    // `scope` is an instance path with '.' between the parts ("leaf0.port3"); names are made legal. Outside
    // wave.scope the result is the default id. 1 to 64 bits.
    SignalId declare(const std::string& scope, const std::string& name, unsigned bits, SignalKind kind);
    void add_rtl(const std::string& scope, TraceRtl trace);
    // Throws InputError if the file cannot be written.
    void open(const std::string& path);
    // Writes what happened so far and makes the file complete. Any number of times, at any time.
    void close();

    // The value from now() on. With nothing to record this is one test.
    void set(SignalId signal, std::uint64_t value)
    {
        if (__builtin_expect(recording_, 0))
            change(signal, value);
    }

    // The value from a later time on (now() at the earliest), such as the end of a transmission that has
    // begun. The latest call for a signal at that time wins.
    void set_later(SignalId signal, std::uint64_t value, Picoseconds when)
    {
        if (__builtin_expect(recording_, 0))
            change_later(signal, value, when);
    }

    // Announces that pins or state of an RTL instance change at now(): to be called before they do.
    void before_edge()
    {
        if (__builtin_expect(recording_, 0))
            advance_and_mark();
    }

    // For the falling edge of a clock, which no model needs: `fall` (clock low, eval) is called before
    // anything later than `when` is recorded. False: nobody will look; the caller lowers its clock itself,
    // now. A fall that was taken is called in any case, at the latest when recording ends.
    [[nodiscard]] bool schedule_fall(Picoseconds when, std::function<void()> fall);

    [[nodiscard]] bool recording() const { return recording_; }
    // Set if wave.max_size ended the recording: the last time in the file.
    [[nodiscard]] std::optional<Picoseconds> truncated_at() const { return truncated_at_; }
    [[nodiscard]] const std::string& path() const { return path_; }
    // In the order of the file, that is by scope.
    [[nodiscard]] const std::vector<WaveSignal>& signals() const { return signals_; }
    [[nodiscard]] const std::vector<RtlInstance>& rtl_instances() const { return rtl_; }
    [[nodiscard]] const WaveConfig& config() const { return config_; }
    // The instances that could be recorded, selected or not, each once.
    [[nodiscard]] const std::vector<std::string>& offered() const { return offered_; }

private:
    struct Variable {
        std::uint64_t value{0};
        std::uint32_t place{0}; // in signals_
    };
    struct Fall {
        Picoseconds when;
        std::uint64_t number; // order of scheduling, among equal times
        std::function<void()> call;
    };

    static bool later_fall(const Fall& a, const Fall& b);
    void change(SignalId signal, std::uint64_t value);
    void change_later(SignalId signal, std::uint64_t value, Picoseconds when);
    void advance_and_mark();
    void advance(Picoseconds now);
    void settle_before(Picoseconds time);
    void mark(Picoseconds time);
    void offer(const std::string& scope);
    void dump(Picoseconds time);
    void stop();

    const Calendar& calendar_;
    WaveConfig config_;
    bool recording_{false}; // values are wanted, inside the window or before it
    bool started_{false};   // the state at `from` is in the file
    bool pending_{false};   // something changed at pending_time_ and is not in the file
    Picoseconds pending_time_;
    Picoseconds last_dump_;
    std::optional<Picoseconds> truncated_at_;
    std::string path_;
    std::vector<WaveSignal> signals_;
    std::vector<Variable> variables_; // by SignalId; 0 is the signal that is not recorded
    std::vector<RtlInstance> rtl_;
    std::vector<std::string> offered_;
    std::unordered_set<std::string> offered_names_;
    std::vector<Fall> falls_; // a heap, earliest on top
    std::uint64_t fall_count_{0};
    ScopeNames scope_names_;
    std::unique_ptr<WaveFile> file_; // everything of Verilator's
};

} // namespace sharpsim
