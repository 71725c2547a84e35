// SPDX-License-Identifier: Apache-2.0
// The digest of one seed is one number, whatever drives the calendar; and it moves with what matters.
// SystemC has one kernel per process, so digests of several runs are compared across forked children.
#include <functional>

#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "support/rig.h"

namespace sharpsim::test {
namespace {

struct Experiment {
    SwitchConfig sw;
    LinkConfig link;
    CableData cable{ndr_4x, 25_ns};
    CalendarKind kind{CalendarKind::wheel};
    bool strict{false};
    std::uint64_t seed{1};
    unsigned ports{12};
};

std::string digest_of(const Experiment& s)
{
    int ends[2];
    if (pipe(ends) != 0)
        return "no pipe";
    const pid_t child = fork();
    if (child == 0) {
        TrafficConfig traffic;
        traffic.load = 0.8;
        traffic.duration = 20_us;
        TrafficRig rig{s.ports, s.sw, s.link, s.cable, traffic, s.seed, s.kind, s.strict};
        rig.host.run();
        const std::string text = rig.region.digest.text();
        const bool conserved =
            rig.totals().injected == rig.totals().delivered && rig.region.packets.alive() == 0;
        _exit(conserved && write(ends[1], text.data(), text.size()) == 32 ? 0 : 1);
    }
    close(ends[1]);
    char text[33] = {};
    const ssize_t n = read(ends[0], text, 32);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    return status == 0 && n == 32 ? text : "failed";
}

TEST(SwitchDigest, SameForWheelHeapAndStrictKernelAndEveryScheduler)
{
    for (const Scheduler scheduler :
         {Scheduler::round_robin, Scheduler::islip, Scheduler::fifo, Scheduler::ideal}) {
        Experiment s;
        s.sw.scheduler = scheduler;
        const std::string wheel = digest_of(s);
        ASSERT_NE(wheel, "failed");
        EXPECT_EQ(wheel, digest_of(s));
        s.kind = CalendarKind::heap;
        EXPECT_EQ(wheel, digest_of(s));
        s.strict = true;
        EXPECT_EQ(wheel, digest_of(s));
    }
}

TEST(SwitchDigest, MovesWithEverythingThatMatters)
{
    const std::string base = digest_of(Experiment{});
    const auto differs = [&](const char* what, const std::function<void(Experiment&)>& change) {
        Experiment s;
        change(s);
        const std::string d = digest_of(s);
        EXPECT_NE(d, "failed") << what;
        EXPECT_NE(d, base) << what;
    };
    differs("1 m of cable", [](Experiment& s) { s.cable.delay = 30_ns; });
    differs("a virtual lane", [](Experiment& s) { s.link.vls = 2; });
    differs("watermark", [](Experiment& s) { s.link.fc_watermark = 2048_B; });
    differs("period", [](Experiment& s) { s.link.fc_period = 2_us; });
    differs("flow-control size", [](Experiment& s) { s.link.fc_size = 16_B; });
    differs("block", [](Experiment& s) { s.link.block = 128_B; });
    differs("fec_tx", [](Experiment& s) { s.link.fec_tx = 11_ns; });
    differs("fec_rx", [](Experiment& s) { s.link.fec_rx = 61_ns; });
    differs("pipeline", [](Experiment& s) { s.sw.pipeline = 101; });
    differs("clock", [](Experiment& s) { s.sw.clock = 1100_MHz; });
    differs("scheduler", [](Experiment& s) { s.sw.scheduler = Scheduler::islip; });
    differs("switching", [](Experiment& s) { s.sw.switching = Switching::store_and_forward; });
    differs("slot", [](Experiment& s) { s.sw.slot = 10240_ps; });
    differs("seed", [](Experiment& s) { s.seed = 2; });
}

TEST(SwitchDigest, IterationsOfIslipMoveIt)
{
    Experiment s;
    s.sw.scheduler = Scheduler::islip;
    const std::string four = digest_of(s);
    s.sw.islip_iterations = 1;
    EXPECT_NE(four, digest_of(s));
}

TEST(SwitchIdle, MakesNoCalendarEntries)
{
    ProbeRig rig{36, SwitchConfig{}, LinkConfig{}, CableData{ndr_4x, 25_ns}};
    rig.host.run(10_ms);
    EXPECT_EQ(rig.region.calendar.pushed(), 0U);
}

} // namespace
} // namespace sharpsim::test
