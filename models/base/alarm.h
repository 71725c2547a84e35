// SPDX-License-Identifier: Apache-2.0
// Wake-ups of one (stage, target, sub) of the calendar, for whoever keeps a queue of its own and wants to be
// called at its earliest time. One entry is enough however long the queue is; an earlier wish adds an entry,
// and the later one, which stays in the calendar, may then find nothing due. No key is ever used twice at one
// time.
#pragma once

#include <vector>

#include "base/calendar.h"

namespace sharpsim {

class Alarm {
public:
    Alarm(Calendar& calendar, Stage stage, std::uint32_t target, std::uint32_t sub) :
        calendar_{calendar}, stage_{stage}, target_{target}, sub_{sub}
    {
    }
    // Wakes at `time` or before. Where this time's entry has already run, one picosecond later.
    void want(Picoseconds time)
    {
        if (time == ran_)
            time += Picoseconds{1};
        if (!armed_.empty() && armed_.back() <= time)
            return;
        armed_.push_back(time);
        calendar_.push(time, stage_, target_, sub_, 0);
    }
    // Call first when the entry has come.
    void fired()
    {
        armed_.pop_back();
        ran_ = calendar_.now();
    }

private:
    Calendar& calendar_;
    Stage stage_;
    std::uint32_t target_;
    std::uint32_t sub_;
    Picoseconds ran_{never};
    std::vector<Picoseconds> armed_; // in the calendar, the earliest last
};

} // namespace sharpsim
