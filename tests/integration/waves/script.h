// SPDX-License-Identifier: Apache-2.0
// Runs functions at given times of a calendar, each time in the stages wanted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/calendar.h"

#include <gtest/gtest.h>

namespace sharpsim::test {

class Script : public Actor {
public:
    explicit Script(Calendar& calendar) : calendar_{calendar}, target_{calendar.add_actor(*this, 4096)} {}

    void at(std::uint64_t time, std::function<void()> step, Stage stage = Stage::host)
    {
        calendar_.push(Picoseconds{time}, stage, target_ + next_ / 16 % 4096, next_ % 16,
                       static_cast<std::uint32_t>(steps_.size()));
        ++next_;
        steps_.push_back(std::move(step));
    }
    void run() { calendar_.run(never); }
    void on_event(Stage, std::uint32_t, std::uint32_t, std::uint32_t payload) override { steps_[payload](); }

private:
    Calendar& calendar_;
    std::uint32_t target_;
    std::uint32_t next_{0};
    std::vector<std::function<void()>> steps_;
};

// A file name of its own for each test.
inline std::string wave_path()
{
    return ::testing::TempDir() + "sharpsim_" +
           ::testing::UnitTest::GetInstance()->current_test_info()->name() + ".fst";
}

} // namespace sharpsim::test
