// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/keys.h"
#include "base/units.h"

namespace sharpsim {

struct LinkConfig {
    Bytes mtu{4096};
    unsigned vls{1};
    Bytes block{64};
    Bytes buffer{65536}; // per VL
    Picoseconds fc_period{3'000'000};
    Bytes fc_watermark{5120};
    Bytes fc_size{8};
    Picoseconds fec_tx{10'000};
    Picoseconds fec_rx{60'000};
    Picoseconds propagation{5'000}; // per metre
    std::uint64_t fc_drop_first{0};
    std::uint64_t fc_drop_count{0};

    [[nodiscard]] unsigned block_shift() const;
    [[nodiscard]] unsigned buffer_blocks() const;
};

void declare(KeyTable& keys, LinkConfig& config);
// Rules between keys; throws InputError.
void check(const LinkConfig& config);

} // namespace sharpsim
