// SPDX-License-Identifier: Apache-2.0
// Numbers that name things. Each is a type of its own, so that a port cannot be taken for a virtual lane.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace sharpsim {

template <class Tag, class Rep_>
class Id {
public:
    using Rep = Rep_;
    constexpr Id() = default;
    constexpr explicit Id(Rep value) : value_{value} {}
    [[nodiscard]] constexpr Rep value() const { return value_; }
    friend constexpr bool operator==(Id a, Id b) { return a.value_ == b.value_; }
    friend constexpr bool operator!=(Id a, Id b) { return a.value_ != b.value_; }
    friend constexpr bool operator<(Id a, Id b) { return a.value_ < b.value_; }

private:
    Rep value_{0};
};

using PortId = Id<struct PortIdTag, std::uint16_t>; // as printed on the box: 1..N; 0 is the management port
using VlId = Id<struct VlIdTag, std::uint8_t>;      // 0..14 data, 15 management
using Lid = Id<struct LidTag, std::uint16_t>;       // 1..0xBFFF unicast, 0xC000..0xFFFE multicast
using TreeId = Id<struct TreeIdTag, std::uint16_t>;
using GroupId = Id<struct GroupIdTag, std::uint32_t>;   // 24 bits on the wire
using QpNumber = Id<struct QpNumberTag, std::uint32_t>; // 24 bits on the wire
using RankId = Id<struct RankIdTag, std::uint32_t>;

constexpr Lid first_multicast_lid{0xC000};
constexpr bool is_multicast(Lid lid) { return lid.value() >= 0xC000 && lid.value() != 0xFFFF; }

} // namespace sharpsim

template <class Tag, class Rep>
struct std::hash<sharpsim::Id<Tag, Rep>> {
    std::size_t operator()(sharpsim::Id<Tag, Rep> id) const noexcept { return std::hash<Rep>{}(id.value()); }
};
