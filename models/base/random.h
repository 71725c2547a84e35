// SPDX-License-Identifier: Apache-2.0
// Counter-based random streams: value = hash(seed, stream path, index). No state is shared, so neither
// observation nor the order of calls nor the number of workers can shift a stream.
#pragma once

#include <cmath>
#include <cstdint>
#include <string_view>

#include "base/wide.h"

namespace sharpsim {

// Finalizer of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014).
constexpr std::uint64_t mix64(std::uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    x ^= x >> 31;
    return x;
}

constexpr std::uint64_t hash_combine(std::uint64_t a, std::uint64_t b)
{
    return mix64(a ^ (b * 0x9e3779b97f4a7c15ULL + 0x632be59bd9b4e019ULL));
}

constexpr std::uint64_t hash_text(std::string_view text)
{
    std::uint64_t h = 0xcbf29ce484222325ULL; // FNV-1a, then mixed
    for (const char c : text)
        h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    return mix64(h);
}

class RandomStream {
public:
    constexpr RandomStream(std::uint64_t seed, std::string_view path) :
        key_{hash_combine(mix64(seed + 0x9e3779b97f4a7c15ULL), hash_text(path))}
    {
    }
    constexpr RandomStream(std::uint64_t seed, std::string_view path, std::uint64_t instance) :
        key_{hash_combine(RandomStream{seed, path}.key_, instance)}
    {
    }

    // The value at an index; the same for every caller, any time.
    [[nodiscard]] constexpr std::uint64_t at(std::uint64_t index) const
    {
        return mix64(key_ + (index + 1) * 0x9e3779b97f4a7c15ULL);
    }
    // Draws in sequence.
    constexpr std::uint64_t next() { return at(index_++); }
    // Uniform in [0, n), n > 0, n < 2^32. Bias below 2^-32.
    constexpr std::uint64_t below(std::uint64_t n)
    {
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * n) >> 64);
    }
    // Uniform in (0, 1].
    constexpr double unit() { return static_cast<double>((next() >> 11) + 1) * 0x1.0p-53; }
    double exponential(double mean) { return -mean * std::log(unit()); }

private:
    std::uint64_t key_;
    std::uint64_t index_{0};
};

} // namespace sharpsim
