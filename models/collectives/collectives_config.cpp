// SPDX-License-Identifier: Apache-2.0
#include "collectives/collectives_config.h"

namespace sharpsim {

using namespace literals;

void declare(KeyTable& keys, CollectivesConfig& c)
{
    keys.choice("workload.path", c.path,
                {{"auto", PathKey::automatic}, {"sharp", PathKey::sharp}, {"ring", PathKey::ring}},
                {"how collectives run: on the aggregation tree, as a ring of the hosts, or the better of "
                 "both by size",
                 "product choice"});
    keys.size("collective.sharp_max", c.sharp_max, {0_B, 2147483648_B},
              {"auto: largest vector that goes over the aggregation tree",
               "HCOLL_BCOL_P2P_ALLREDUCE_SHARP_MAX = 4096 in published scripts"});
    keys.integer(
        "collective.sharp_min_ranks", c.sharp_min_ranks, {1U, 65535U},
        {"auto: smallest group that uses the aggregation tree", "HCOLL_SHARP_NP = 4 in published scripts"});
    keys.size(
        "collective.ring_segment", c.ring_segment, {0_B, 2147483648_B},
        {"the ring cuts its chunks into segments of this size and overlaps them; 0B: one message a chunk",
         "assumption"});
    keys.flag(
        "collective.record_orders", c.record_orders,
        {"write orders.csv: the order in which each aggregation node took the operands of each operation",
         "-"});
}

} // namespace sharpsim
