// SPDX-License-Identifier: Apache-2.0
#include "workload/watchdog.h"

namespace sharpsim {

using namespace literals;

void declare(KeyTable& keys, WatchdogConfig& c)
{
    keys.duration("sim.watchdog", c.limit, {1_us, 1'000'000_ms},
                  {"a run in which nothing moves and no rank computes for so long is given up as stalled",
                   "product choice"});
}

} // namespace sharpsim
