// SPDX-License-Identifier: Apache-2.0
// A set of ports of one switch, up to 256, as bits. Searches start anywhere and wrap: the round-robin
// pointer.
#pragma once

#include <array>
#include <cstdint>

namespace sharpsim {

class PortMask {
public:
    static constexpr unsigned max_ports = 256;
    static constexpr unsigned none = ~0U;

    void set(unsigned i) { words_[i >> 6] |= std::uint64_t{1} << (i & 63); }
    void clear(unsigned i) { words_[i >> 6] &= ~(std::uint64_t{1} << (i & 63)); }
    [[nodiscard]] bool test(unsigned i) const { return ((words_[i >> 6] >> (i & 63)) & 1) != 0; }
    [[nodiscard]] bool any() const { return (words_[0] | words_[1] | words_[2] | words_[3]) != 0; }

    // First member at or after `start`, wrapping, that is not in `except`; none if there is no such.
    // `words` is how many words the switch uses.
    [[nodiscard]] unsigned next(unsigned start, const PortMask& except, unsigned words) const
    {
        const unsigned first = start >> 6;
        const std::uint64_t from = ~std::uint64_t{0} << (start & 63);
        std::uint64_t w = words_[first] & ~except.words_[first];
        if ((w & from) != 0)
            return first * 64 + static_cast<unsigned>(__builtin_ctzll(w & from));
        for (unsigned step = 1; step < words; ++step) {
            const unsigned k = first + step < words ? first + step : first + step - words;
            const std::uint64_t v = words_[k] & ~except.words_[k];
            if (v != 0)
                return k * 64 + static_cast<unsigned>(__builtin_ctzll(v));
        }
        w &= ~from;
        return w != 0 ? first * 64 + static_cast<unsigned>(__builtin_ctzll(w)) : none;
    }
    [[nodiscard]] unsigned next(unsigned start, unsigned words) const
    {
        return next(start, PortMask{}, words);
    }

    PortMask& operator&=(const PortMask& o)
    {
        for (unsigned k = 0; k < 4; ++k)
            words_[k] &= o.words_[k];
        return *this;
    }
    [[nodiscard]] std::uint64_t word(unsigned k) const { return words_[k]; }

private:
    std::array<std::uint64_t, max_ports / 64> words_{};
};

} // namespace sharpsim
