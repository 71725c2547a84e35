// SPDX-License-Identifier: Apache-2.0
#include "topology/link_kinds.h"

#include <array>

namespace sharpsim::topology {

namespace {

struct WidthRow {
    const char* name;
    unsigned lanes;
};
constexpr std::array<WidthRow, 5> width_rows{{{"1x", 1}, {"2x", 2}, {"4x", 4}, {"8x", 8}, {"12x", 12}}};

struct SpeedRow {
    const char* name;
    std::uint64_t lane_kbps;
    std::uint32_t code_num;
    std::uint32_t code_den;
};
constexpr std::array<SpeedRow, 9> speed_rows{{
    {"SDR", 2'500'000, 8, 10},
    {"DDR", 5'000'000, 8, 10},
    {"QDR", 10'000'000, 8, 10},
    {"FDR10", 10'312'500, 64, 66},
    {"FDR", 14'062'500, 64, 66},
    {"EDR", 25'781'250, 64, 66},
    {"HDR", 53'125'000, 16, 17},
    {"NDR", 106'250'000, 16, 17},
    {"XDR", 212'500'000, 16, 17},
}};

const WidthRow& row(LinkWidth width) { return width_rows[static_cast<std::size_t>(width)]; }
const SpeedRow& row(LinkSpeed speed) { return speed_rows[static_cast<std::size_t>(speed)]; }

} // namespace

unsigned lanes(LinkWidth width) { return row(width).lanes; }
std::string_view name(LinkWidth width) { return row(width).name; }
std::string_view name(LinkSpeed speed) { return row(speed).name; }

std::string rate_name(LinkWidth width, LinkSpeed speed)
{
    return std::string{name(width)} + std::string{name(speed)};
}

std::optional<LinkWidth> parse_width(std::string_view text)
{
    for (std::size_t i = 0; i < width_rows.size(); ++i)
        if (text == width_rows[i].name)
            return static_cast<LinkWidth>(i);
    return std::nullopt;
}

std::optional<LinkWidth> width_of_lanes(std::uint64_t count)
{
    for (std::size_t i = 0; i < width_rows.size(); ++i)
        if (count == width_rows[i].lanes)
            return static_cast<LinkWidth>(i);
    return std::nullopt;
}

std::optional<LinkSpeed> parse_speed(std::string_view text)
{
    for (std::size_t i = 0; i < speed_rows.size(); ++i)
        if (text == speed_rows[i].name)
            return static_cast<LinkSpeed>(i);
    return std::nullopt;
}

LinkRate link_rate(LinkWidth width, LinkSpeed speed)
{
    const SpeedRow& s = row(speed);
    return LinkRate{KbitPerSecond{s.lane_kbps * lanes(width)}, s.code_num, s.code_den};
}

} // namespace sharpsim::topology
