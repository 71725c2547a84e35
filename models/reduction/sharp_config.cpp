// SPDX-License-Identifier: Apache-2.0
#include "reduction/sharp_config.h"

namespace sharpsim {

using namespace literals;

void declare(KeyTable& keys, SharpConfig& c)
{
    keys.flag("sharp.enable", c.enable, {"build an aggregation tree over the ranks", "product default"});
    keys.choice("sharp.profile", c.profile,
                {{"switch-ib2", reduction::Profile::switch_ib2},
                 {"quantum", reduction::Profile::quantum},
                 {"quantum2", reduction::Profile::quantum2},
                 {"quantum-x800", reduction::Profile::quantum_x800},
                 {"future", reduction::Profile::future}},
                {"chip generation: which types and operators it reduces",
                 "SHARP manuals and NCCL plugin; reduction/capabilities.h"});
    keys.size("sharp.payload_per_ost", c.payload_per_ost, {64_B, 4064_B},
              {"largest payload of one operation; longer messages are cut",
               "SHARP 2.6.1 manual: 256 B on Switch-IB 2; logs of Quantum and later show 1024 B"});
    keys.integer("sharp.osts_per_group", c.osts_per_group, {1U, 1024U},
                 {"operations that a group has in flight", "SHARP_COLL_OSTS_PER_GROUP; logs show 8"});
    keys.integer("sharp.osts", c.osts, {1U, 65536U},
                 {"operations that one aggregation node can hold",
                  "inferred from quotas of 153 and 23 in logs: 767 to 769"});
    keys.integer("sharp.radix", c.radix, {2U, 252U},
                 {"largest number of children of an aggregation node", "sharp_am MAX_TREE_RADIX 252"});
    keys.integer("sharp.tree_index", c.tree_index, {0U, 1022U},
                 {"which of equally good roots the tree takes", "product choice"});
    keys.integer("sharp.parse", c.parse, {0U, 100000U},
                 {"cycles of alu.clock from a request's tail to its first beat at an ALU: header, group and "
                  "OST lookup",
                  "assumption", true});
    keys.integer("sharp.turnaround", c.turnaround, {0U, 100000U},
                 {"cycles of alu.clock from the last write-back to the message that leaves the node",
                  "assumption", true});
    keys.choice(
        "sharp.result", c.result,
        {{"multicast", ResultPath::multicast}, {"tree", ResultPath::tree}, {"both", ResultPath::both}},
        {"how results come down: UD multicast from the root, RC along the tree, or both",
         "SHARP_COLL_ENABLE_MCAST_TARGET and _GROUP_IS_TARGET"});
    keys.rate("sharp.port_rate", c.port_rate, {KbitPerSecond{0}, KbitPerSecond{2'400'000'000}},
              {"data rate of an aggregation node's internal port; 0Gb/s takes the fabric's",
               "a user's iblinkinfo shows port 41 of an MQM8700 at the chip's port rate", true});
}

} // namespace sharpsim
