// SPDX-License-Identifier: Apache-2.0
// The FST file behind the waveform recorder: hierarchy, values and size. Internal to this folder.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/units.h"
#include "observe/waves.h"

class VerilatedFstC;

namespace sharpsim {

class WaveFile {
public:
    // `signals` and `rtl` are sorted by scope and outlive this object; `values` is in the order of `signals`.
    WaveFile(const std::string& path, const std::vector<WaveSignal>& signals,
             std::vector<std::uint64_t> values, const std::vector<RtlInstance>& rtl, unsigned rtl_levels,
             Bytes max_size);
    ~WaveFile();
    WaveFile(const WaveFile&) = delete;
    WaveFile& operator=(const WaveFile&) = delete;

    void change(std::uint32_t place, std::uint64_t value)
    {
        values_[place] = value;
        if (!dirty_[place]) {
            dirty_[place] = true;
            dirty_list_.push_back(place);
        }
    }
    void rtl_changed() { rtl_dirty_ = true; }

    // Writes the complete state the first time, then changes. Each time must be later than the one before.
    void dump(Picoseconds time);
    // The next dump could exceed the limit.
    [[nodiscard]] bool full() const { return full_; }
    void close();

private:
    struct Callbacks; // what Verilator calls back
    struct Piece;     // a part of the hierarchy: a run of signals in one scope, or an RTL instance

    void build(const std::vector<RtlInstance>& rtl, unsigned rtl_levels);
    void grant(std::uint64_t file_size);

    std::string path_;
    const std::vector<WaveSignal>& signals_;
    std::vector<std::uint64_t> values_;
    std::vector<std::uint32_t> codes_; // Verilator's number of each signal
    std::vector<bool> dirty_;
    std::vector<std::uint32_t> dirty_list_;
    std::vector<std::unique_ptr<Piece>> pieces_;
    std::uint32_t end_code_{0}; // of the signal that closes a hierarchy with limited levels; 0: there is none
    bool rtl_dirty_{false};
    bool first_{true};
    bool full_{false};
    std::uint64_t max_size_;
    std::uint64_t words_{0};     // 32-bit words of all signals
    std::uint64_t rtl_words_{0}; // of these, in RTL
    std::uint64_t fixed_{0};     // bytes that close() may add for names, and one more complete state
    std::uint64_t bound_{0};     // bytes that dumps since the last flush can at most have added
    std::uint64_t allowed_{0};   // what bound_ may reach before the file is flushed and measured
    std::unique_ptr<VerilatedFstC> fst_;
};

} // namespace sharpsim
