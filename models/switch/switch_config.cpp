// SPDX-License-Identifier: Apache-2.0
#include "switch/switch_config.h"

namespace sharpsim {

using namespace literals;

void declare(KeyTable& keys, SwitchConfig& c)
{
    keys.frequency("switch.clock", c.clock, {100_MHz, 5_GHz},
                   {"core clock; every lookup and grant happens on one of its edges",
                    "assumption; 66.5 Gpps over 64 ports (Quantum-2 resellers) is 1.04 packets a ns and port",
                    true});
    keys.integer("switch.pipeline", c.pipeline, {1U, 10000U},
                 {"core cycles from a packet's head at the port to its grant in an idle switch",
                  "assumption; vendor port-to-port figures are 90-150 ns with PHY", true});
    keys.choice("switch.scheduler", c.scheduler,
                {{"round-robin", Scheduler::round_robin},
                 {"islip", Scheduler::islip},
                 {"fifo", Scheduler::fifo},
                 {"ideal", Scheduler::ideal}},
                {"crossbar scheduler: greedy round robin, iSLIP, one FIFO per input, ideal output queueing",
                 "iSLIP: McKeown 1999; fifo: Karol, Hluchyj, Morgan 1987; the silicon's is not published",
                 true});
    keys.integer(
        "switch.islip_iterations", c.islip_iterations, {1U, 16U},
        {"request-grant-accept rounds of one clock edge", "McKeown 1999: about log2(ports) converge", true});
    keys.choice(
        "switch.switching", c.switching,
        {{"cut-through", Switching::cut_through}, {"store-and-forward", Switching::store_and_forward}},
        {"when a packet may leave: with its head (virtual cut-through), or when its tail is in",
         "IBA switches cut through with whole-packet credit", true});
    keys.duration("switch.slot", c.slot, {0_ps, 10_us},
                  {"decisions fall on multiples of this instead of clock edges; 0ps is off",
                   "for comparison with slotted theory", true});
}

} // namespace sharpsim
