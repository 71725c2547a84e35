// SPDX-License-Identifier: Apache-2.0
// A small configuration with one key of each kind.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

#include "base/keys.h"
#include "base/units.h"

namespace sharpsim::test {

enum class Scheduler : std::uint8_t { round_robin, islip, fifo, ideal };

struct SampleConfig {
    KbitPerSecond rate{425'000'000};
    double cable{3.0};
    Picoseconds fec{100'000};
    Bytes buffer{131072};
    Hertz clock{1'200'000'000};
    Scheduler scheduler{Scheduler::islip};
    unsigned ports{64};
    std::uint64_t seed{1};
    double load{0.9};
    bool on{false};
    std::string file;
    std::string type{"float32"};
};

inline void declare(KeyTable& t, SampleConfig& c)
{
    using namespace literals;
    t.rate("link.rate", c.rate, {KbitPerSecond{2'500'000}, KbitPerSecond{2'550'000'000}},
           {"line rate", "assumption", true});
    t.length("link.cable", c.cable, {0.0, 10000.0}, {"cable length", "assumption", true});
    t.duration("link.fec_delay", c.fec, {0_ps, 1_us}, {"delay of the FEC decoder", "assumption"});
    t.size("switch.buffer", c.buffer, {64_B, 64_MiB}, {"input buffer of one VL", "assumption"});
    t.frequency("switch.clock", c.clock, {1_MHz, 10_GHz}, {"core clock", "assumption"});
    t.choice("switch.scheduler", c.scheduler,
             {{"round-robin", Scheduler::round_robin},
              {"islip", Scheduler::islip},
              {"fifo", Scheduler::fifo},
              {"ideal", Scheduler::ideal}},
             {"crossbar scheduler", "assumption", true});
    t.integer("switch.ports", c.ports, {2, 128}, {"external ports", "assumption"});
    t.integer("run.seed", c.seed, {0, ~std::uint64_t{0}}, {"seed of all random streams", "assumption"});
    t.real("workload.load", c.load, {0.0, 1.0}, {"offered load", "assumption"});
    t.flag("wave.on", c.on, {"write a waveform", "assumption"});
    t.text("workload.file", c.file, {"trace to run", "assumption"});
    t.checked("workload.type", c.type,
              [](const std::string& text) {
                  if (text.rfind("float", 0) != 0)
                      throw std::invalid_argument("allowed are float16, float32");
              },
              "float16, float32", {"element type", "assumption"});
}

} // namespace sharpsim::test
