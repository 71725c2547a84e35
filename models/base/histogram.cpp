// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <cmath>

#include <boost/histogram/unsafe_access.hpp>

#include "base/error.h"

namespace sharpsim {

void LatencyHistogram::merge(const LatencyHistogram& other)
{
    bins_ += other.bins_;
    sum_ += other.sum_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
    count_ += other.count_;
}

double LatencyHistogram::mean() const
{
    return count_ == 0 ? 0.0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

Picoseconds LatencyHistogram::percentile(double percent) const
{
    SHARPSIM_CHECK(percent >= 0.0 && percent <= 100.0, Picoseconds{0}, "histogram",
                   std::to_string(percent) + " %");
    if (count_ == 0)
        return Picoseconds{0};
    // 99.9 % of 1000 is rank 999, not the 1000 that a product rounded up would give.
    const double exact = percent * static_cast<double>(count_) / 100.0;
    const auto rank =
        std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::ceil(exact - exact * 1e-12)), 1, count_);
    if (rank == 1)
        return min();
    if (rank == count_)
        return max();
    const auto& bins = boost::histogram::unsafe_access::storage(bins_);
    std::uint64_t i = 0;
    for (std::uint64_t seen = bins[0]; seen < rank; seen += bins[i])
        ++i;
    return Picoseconds{std::clamp(LogLinearAxis::edge(i) + LogLinearAxis::width(i) / 2, min_, max_)};
}

} // namespace sharpsim
