// SPDX-License-Identifier: Apache-2.0
#include "packet/packet.h"

#include <algorithm>

namespace sharpsim {

void PacketPool::grow()
{
    const std::size_t old = packets_.size();
    packets_.resize(old == 0 ? 1024 : old * 2);
    for (std::size_t i = packets_.size(); i-- > old;) {
        packets_[i].next = free_;
        packets_[i].birth = unborn;
        free_ = static_cast<PacketRef>(i);
    }
}

std::uint64_t PacketPool::oldest_birth() const
{
    std::uint64_t oldest = unborn;
    for (const Packet& p : packets_)
        oldest = std::min(oldest, p.birth);
    return oldest;
}

BodyRef PacketPool::take_body()
{
    BodyRef b{};
    if (free_bodies_.empty()) {
        b = static_cast<BodyRef>(bodies_.size());
        bodies_.emplace_back();
    } else {
        b = free_bodies_.back();
        free_bodies_.pop_back();
        bodies_[b] = PacketBody{};
    }
    bodies_[b].references = 1;
    return b;
}

void PacketPool::release_body(BodyRef b)
{
    PacketBody& body = bodies_[b];
    if (--body.references == 0) {
        body.payload = Payload{};
        free_bodies_.push_back(b);
    }
}

} // namespace sharpsim
