// SPDX-License-Identifier: Apache-2.0
// Width and speed of an InfiniBand link as fabric tools print them ("4xNDR"), and what they carry.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/units.h"

namespace sharpsim::topology {

enum class LinkWidth : std::uint8_t { x1, x2, x4, x8, x12 };
enum class LinkSpeed : std::uint8_t { sdr, ddr, qdr, fdr10, fdr, edr, hdr, ndr, xdr };

unsigned lanes(LinkWidth width);
std::string_view name(LinkWidth width);                  // "4x"
std::string_view name(LinkSpeed speed);                  // "NDR"
std::string rate_name(LinkWidth width, LinkSpeed speed); // "4xNDR"

std::optional<LinkWidth> parse_width(std::string_view text); // "4x"
std::optional<LinkWidth> width_of_lanes(std::uint64_t lanes);
std::optional<LinkSpeed> parse_speed(std::string_view text); // "NDR", upper case

// Bits on the wire, and the share of them that the code leaves to packets: 8b/10b up to QDR, 64b/66b up to
// EDR, RS(544,514) with 256b/257b from HDR on (514/544 * 256/257 = 16/17). RS(528,514) of EDR costs no more
// than 64b/66b. The XDR lane (212.5 Gb/s) is derived from the 850 Gb/s of a 4x link.
LinkRate link_rate(LinkWidth width, LinkSpeed speed);

} // namespace sharpsim::topology
