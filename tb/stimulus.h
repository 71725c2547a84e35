// SPDX-License-Identifier: Apache-2.0
// Random beats. The n-th one depends on the seed and on what is asked for, never on stalls or on how many
// follow.
#pragma once

#include <cstdint>
#include <vector>

#include "oracle/beat.h"
#include "random.h"

namespace sharpsim::tb {

// What the random beats are drawn from.
struct Choice {
    std::vector<Type> types{};
    std::vector<Operator> ops{};
    std::vector<Rounding> roundings{};
    std::vector<Precision> precisions{Precision::native}; // where a sum has none of them, there is no beat
    std::vector<std::uint8_t> variants{0};
    bool meaningless{false}; // now and then codes without a meaning
};

// Type and operator have a result in one of the precisions.
bool has_result(const Choice& choice, Type type, Operator op);

// Before a beat.
enum class Event : std::uint8_t { none, reset, seed };

class Stimulus {
public:
    Stimulus(std::uint64_t seed, std::uint64_t stream, const Choice& choice);
    Beat next();
    Event next_event();
    States next_states(); // for the random draws; some lanes 0

private:
    void draw_codes(Beat& beat);
    void draw_precision(Beat& beat);
    void draw_mask(Beat& beat);
    void draw_data(Beat& beat);
    void draw_slots(Beat& beat);
    std::uint64_t draw_slot(const Beat& beat, std::uint64_t near);
    template <class T>
    T pick(const std::vector<T>& from)
    {
        return from[random_.below(from.size())];
    }

    Random random_;
    Random events_;
    Choice choice_;
    std::vector<std::pair<Type, Operator>> defined_;
};

} // namespace sharpsim::tb
