// SPDX-License-Identifier: Apache-2.0
// Integer quantities with a unit in their type. Nothing converts by itself: `.count()` is the only way out.
#pragma once

#include <cassert>
#include <cstdint>
#include <numeric>

#include "base/wide.h"

namespace sharpsim {

template <class Tag>
class Quantity {
public:
    using Rep = std::uint64_t;
    constexpr Quantity() = default;
    constexpr explicit Quantity(Rep count) : count_{count} {}
    [[nodiscard]] constexpr Rep count() const { return count_; }

    constexpr Quantity& operator+=(Quantity b)
    {
        count_ += b.count_;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.count_ + b.count_}; }
    friend constexpr Quantity operator-(Quantity a, Quantity b)
    {
        assert(a.count_ >= b.count_);
        return Quantity{a.count_ - b.count_};
    }
    friend constexpr Quantity operator*(Quantity a, Rep k) { return Quantity{a.count_ * k}; }
    friend constexpr bool operator==(Quantity a, Quantity b) { return a.count_ == b.count_; }
    friend constexpr bool operator!=(Quantity a, Quantity b) { return a.count_ != b.count_; }
    friend constexpr bool operator<(Quantity a, Quantity b) { return a.count_ < b.count_; }
    friend constexpr bool operator<=(Quantity a, Quantity b) { return a.count_ <= b.count_; }
    friend constexpr bool operator>(Quantity a, Quantity b) { return a.count_ > b.count_; }
    friend constexpr bool operator>=(Quantity a, Quantity b) { return a.count_ >= b.count_; }

private:
    Rep count_{0};
};

using Picoseconds = Quantity<struct PicosecondsTag>;
using Cycles = Quantity<struct CyclesTag>;
using Bytes = Quantity<struct BytesTag>;
using Hertz = Quantity<struct HertzTag>;
using KbitPerSecond = Quantity<struct KbitPerSecondTag>;

constexpr Picoseconds never{~std::uint64_t{0}};

// What a link carries: bits on the wire per second, and the share of them that its code leaves to packets
// (8b/10b: 8/10; 64b/66b: 64/66; RS(544,514) with 256b/257b: 16/17).
struct LinkRate {
    KbitPerSecond line;
    std::uint32_t code_num{1};
    std::uint32_t code_den{1};

    // Data rate, rounded down to whole kb/s. For people; times are computed from the exact ratio.
    [[nodiscard]] constexpr KbitPerSecond data() const
    {
        return KbitPerSecond{line.count() * code_num / code_den};
    }
};

// Time that packet bytes take on a wire: a reduced fraction of picoseconds per byte, so that it is exact.
class WireTime {
public:
    constexpr WireTime() = default;
    constexpr explicit WireTime(LinkRate rate)
    {
        const std::uint64_t num = 8'000'000'000ULL * rate.code_den; // ps of one byte = 8e12 / (kb/s * 1000)
        const std::uint64_t den = rate.line.count() * rate.code_num;
        const std::uint64_t common = std::gcd(num, den);
        num_ = num / common;
        den_ = den / common;
    }
    // Rounds up once, over the whole packet.
    [[nodiscard]] constexpr Picoseconds of(Bytes n) const
    {
        if (den_ == 1)
            return Picoseconds{n.count() * num_};
        const auto product = static_cast<Wide>(n.count()) * num_;
        return Picoseconds{static_cast<std::uint64_t>((product + den_ - 1) / den_)};
    }

private:
    std::uint64_t num_{1};
    std::uint64_t den_{1};
};

constexpr Picoseconds wire_time(Bytes n, LinkRate rate) { return WireTime{rate}.of(n); }

// A clock is a frequency; edge n lies at ceil(n * 1e12 / f) ps, so that no period is ever rounded.
class Clock {
public:
    constexpr explicit Clock(Hertz frequency) : hz_{frequency.count()} { set_whole(period_if_whole(hz_)); }

    // A clock whose period is a whole number of picoseconds, whatever its frequency.
    [[nodiscard]] static constexpr Clock of_period(Picoseconds period)
    {
        Clock c{Hertz{1}};
        c.hz_ = ps_per_second / period.count();
        c.set_whole(period.count());
        return c;
    }

    [[nodiscard]] constexpr Hertz frequency() const { return Hertz{hz_}; }
    [[nodiscard]] constexpr Picoseconds edge(std::uint64_t n) const
    {
        if (whole_ != 0)
            return Picoseconds{n * whole_};
        const auto ps = (static_cast<Wide>(n) * ps_per_second + hz_ - 1) / hz_;
        return Picoseconds{static_cast<std::uint64_t>(ps)};
    }
    // Number of the last edge at or before t.
    [[nodiscard]] constexpr std::uint64_t edge_before(Picoseconds t) const
    {
        if (whole_ != 0) { // a division by multiplication: the estimate is at most one too small
            const auto n = static_cast<std::uint64_t>((static_cast<Wide>(t.count()) * reciprocal_) >> 64);
            return t.count() - n * whole_ >= whole_ ? n + 1 : n;
        }
        return static_cast<std::uint64_t>(static_cast<Wide>(t.count()) * hz_ / ps_per_second);
    }
    // Number of the first edge at or after t.
    [[nodiscard]] constexpr std::uint64_t edge_after(Picoseconds t) const
    {
        const std::uint64_t n = edge_before(t);
        return edge(n) == t ? n : n + 1;
    }
    [[nodiscard]] constexpr Picoseconds align_up(Picoseconds t) const { return edge(edge_after(t)); }
    [[nodiscard]] constexpr Picoseconds align_down(Picoseconds t) const { return edge(edge_before(t)); }

private:
    static constexpr std::uint64_t ps_per_second = 1'000'000'000'000ULL;
    static constexpr std::uint64_t period_if_whole(std::uint64_t hz)
    {
        return ps_per_second % hz == 0 ? ps_per_second / hz : 0;
    }
    constexpr void set_whole(std::uint64_t period)
    {
        whole_ = period;
        reciprocal_ = period > 1 ? ~std::uint64_t{0} / period : ~std::uint64_t{0};
    }
    std::uint64_t hz_;
    std::uint64_t whole_{0};      // the period in ps where it is a whole number, else 0
    std::uint64_t reciprocal_{0}; // floor((2^64 - 1) / whole_)
};

namespace literals {
constexpr Picoseconds operator""_ps(unsigned long long n) { return Picoseconds{n}; }
constexpr Picoseconds operator""_ns(unsigned long long n) { return Picoseconds{n * 1000}; }
constexpr Picoseconds operator""_us(unsigned long long n) { return Picoseconds{n * 1'000'000}; }
constexpr Picoseconds operator""_ms(unsigned long long n) { return Picoseconds{n * 1'000'000'000}; }
constexpr Bytes operator""_B(unsigned long long n) { return Bytes{n}; }
constexpr Bytes operator""_KiB(unsigned long long n) { return Bytes{n * 1024}; }
constexpr Bytes operator""_MiB(unsigned long long n) { return Bytes{n * 1024 * 1024}; }
constexpr Hertz operator""_MHz(unsigned long long n) { return Hertz{n * 1'000'000}; }
constexpr Hertz operator""_GHz(unsigned long long n) { return Hertz{n * 1'000'000'000}; }
} // namespace literals

} // namespace sharpsim
