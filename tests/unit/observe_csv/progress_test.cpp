// SPDX-License-Identifier: Apache-2.0
#include "observe/progress.h"

#include <sstream>

#include <gtest/gtest.h>

#include "observe/interrupt.h"

#include <csignal>

namespace {

using namespace sharpsim;

TEST(Progress, LinesAppearAtTheirIntervalOnly)
{
    std::ostringstream out;
    {
        Progress progress{out, std::chrono::seconds{0}};
        progress.tick(Picoseconds{1'500'000}, 1000, 42, Picoseconds{2'000});
    }
    EXPECT_EQ(out.str().rfind("progress: 1.5 us simulated, 42 packets in flight, the oldest for 2 ns", 0), 0U)
        << out.str();
    EXPECT_EQ(out.str().back(), '\n');

    std::ostringstream quiet;
    {
        Progress progress{quiet, std::chrono::hours{1}};
        progress.tick(Picoseconds{1}, 1, 1, {});
    }
    EXPECT_EQ(quiet.str(), "");

    std::ostream none{nullptr};
    Progress progress{none, std::chrono::seconds{0}};
    progress.tick(Picoseconds{1}, 1, 1, {}); // nothing to print to
}

struct Target {
    volatile std::sig_atomic_t stops{0};
    void stop() { stops = stops + 1; }
};

TEST(Interrupt, FirstSignalStopsTheTarget)
{
    for (const int signal : {SIGINT, SIGTERM}) {
        Target target;
        const InterruptScope scope{target};
        EXPECT_FALSE(InterruptScope::requested());
        std::raise(signal);
        EXPECT_TRUE(InterruptScope::requested());
        EXPECT_EQ(target.stops, 1);
    }
}

TEST(InterruptDeathTest, SecondSignalEndsTheProcess)
{
    EXPECT_EXIT(
        {
            Target target;
            const InterruptScope scope{target};
            std::raise(SIGINT);
            std::raise(SIGINT);
        },
        ::testing::ExitedWithCode(130), "");
}

} // namespace
