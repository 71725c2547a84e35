// SPDX-License-Identifier: Apache-2.0
// Distribution of latencies over the whole range of picoseconds: log-linear bins, 64 to an octave, in 30 KB.
// Cheap enough to stay on. Count, minimum, maximum and mean are exact; percentiles carry the error of a bin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>

#include <boost/histogram/axis/option.hpp>
#include <boost/histogram/histogram.hpp>
#include <boost/histogram/storage_adaptor.hpp>

#include "base/units.h"
#include "base/wide.h"

namespace sharpsim {

// An axis in the sense of Boost.Histogram. Below 128 each value has a bin of its own; above, each power of
// two is cut into 64 equal bins, so that a bin is at most 1/64 of its lower edge wide.
class LogLinearAxis {
public:
    static constexpr unsigned bits = 6;

    [[nodiscard]] int index(std::uint64_t value) const
    {
        // The lowest `bits` + 1 significant bits of the value, counted on through the octaves.
        const auto shift = static_cast<unsigned>(63 - bits) -
                           static_cast<unsigned>(__builtin_clzll(value | (std::uint64_t{1} << bits)));
        return static_cast<int>((shift << bits) + (value >> shift));
    }
    [[nodiscard]] int size() const { return ((63 - static_cast<int>(bits)) << bits) + (2 << bits); }
    static constexpr auto options() { return boost::histogram::axis::option::none_t{}; }
    static constexpr bool inclusive() { return true; } // every value has a bin

    [[nodiscard]] std::uint64_t value(int i) const { return edge(static_cast<std::uint64_t>(i)); }

    // Lower edge and width of a bin.
    [[nodiscard]] static std::uint64_t edge(std::uint64_t i)
    {
        return i < (2U << bits) ? i : ((i & ((1U << bits) - 1)) | (1U << bits)) << ((i >> bits) - 1);
    }
    [[nodiscard]] static std::uint64_t width(std::uint64_t i)
    {
        return i < (2U << bits) ? 1 : std::uint64_t{1} << ((i >> bits) - 1);
    }
    friend bool operator==(const LogLinearAxis&, const LogLinearAxis&) { return true; }
};

class LatencyHistogram {
public:
    void add(Picoseconds latency)
    {
        const std::uint64_t ps = latency.count();
        bins_(ps);
        sum_ += ps;
        min_ = std::min(min_, ps);
        max_ = std::max(max_, ps);
        ++count_;
    }
    void merge(const LatencyHistogram& other);

    [[nodiscard]] std::uint64_t count() const { return count_; }
    // Of an empty histogram all of these are 0.
    [[nodiscard]] Picoseconds min() const { return Picoseconds{count_ == 0 ? 0 : min_}; }
    [[nodiscard]] Picoseconds max() const { return Picoseconds{max_}; }
    [[nodiscard]] double mean() const; // ps
    // The sample of rank ceil(count * percent / 100), at least the first (nearest rank, no interpolation), as
    // the middle of its bin held within minimum and maximum: at most 1/128 (0.79 %) of the sample off, exact
    // below 128 ps, for the first and for the last rank. `percent` is 0 to 100.
    [[nodiscard]] Picoseconds percentile(double percent) const;

private:
    using Bins = boost::histogram::histogram<std::tuple<LogLinearAxis>,
                                             boost::histogram::dense_storage<std::uint64_t>>;

    Bins bins_{LogLinearAxis{}};
    Wide sum_{0};
    std::uint64_t min_{~std::uint64_t{0}};
    std::uint64_t max_{0};
    std::uint64_t count_{0};
};

} // namespace sharpsim
