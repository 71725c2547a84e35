// SPDX-License-Identifier: Apache-2.0
#include "hca/hca_config.h"

namespace sharpsim {

using namespace literals;

void declare(KeyTable& keys, HcaConfig& c)
{
    keys.duration("hca.post", c.post, {0_ps, 100_us},
                  {"software builds a work request and rings the write-combined doorbell",
                   "Zambre et al., ICPP 2019: 175.42 ns (ThunderX2, ConnectX); to be verified", true});
    keys.duration("hca.pcie", c.pcie, {0_ps, 100_us},
                  {"the doorbell, with a work request in line, crosses PCIe",
                   "Zambre et al., ICPP 2019: 137.49 ns; to be verified", true});
    keys.duration("hca.fetch", c.fetch, {0_ps, 100_us},
                  {"DMA read of a payload that is not in line: to its first byte",
                   "assumption: two PCIe crossings of 137 ns and 90 ns of memory", true});
    keys.size("hca.inline", c.inline_limit, {0_B, 4096_B},
              {"largest message whose payload travels with the doorbell",
               "perftest: 236 B for SEND over RC on mlx5 devices", true});
    keys.duration("hca.receive", c.receive, {0_ps, 100_us},
                  {"DMA write of an arrived message and its completion to host memory",
                   "Zambre et al., ICPP 2019: RC-to-MEM(8B) 240.96 ns; to be verified", true});
    keys.duration("hca.poll", c.poll, {0_ps, 100_us},
                  {"polling software sees the completion",
                   "Zambre et al., ICPP 2019: LLP_prog 61.63 ns; to be verified", true});
    keys.rate("hca.reduce_bandwidth", c.reduce_bandwidth,
              {KbitPerSecond{1'000'000}, KbitPerSecond{10'000'000'000}},
              {"rate at which the host reduces an arrived buffer into its own",
               "assumption: one core, 10 GB/s", true});
}

} // namespace sharpsim
