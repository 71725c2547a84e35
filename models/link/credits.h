// SPDX-License-Identifier: Apache-2.0
// Arithmetic of InfiniBand's absolute credits, per VL. Counters are 12 bits; at most 2048 blocks are ever
// granted (IBA volume 1, 7.9.4; rules as collected in the model reference).
#pragma once

#include <cstdint>

namespace sharpsim {

constexpr unsigned credit_modulo = 4096;
constexpr unsigned credit_mask = credit_modulo - 1;
constexpr unsigned credit_window = 2048;

struct CreditSender {
    std::uint16_t fctbs{0}; // blocks sent
    std::uint16_t fccl{0};  // limit granted by the far end

    // The whole packet must fit before its first byte leaves.
    [[nodiscard]] bool can_send(unsigned blocks) const
    {
        return ((fccl - (fctbs + blocks)) & credit_mask) <= credit_window;
    }
    void send(unsigned blocks) { fctbs = static_cast<std::uint16_t>((fctbs + blocks) & credit_mask); }
    [[nodiscard]] unsigned available() const
    {
        const unsigned free = (static_cast<unsigned>(fccl) - fctbs) & credit_mask;
        return free <= credit_window ? free : 0;
    }
};

struct CreditReceiver {
    std::uint16_t abr{0};   // adjusted blocks received
    std::uint16_t limit{0}; // FCCL: what may be sent up to, counting blocks freed until now
    std::uint32_t used{0};  // blocks in the buffer

    void receive(unsigned blocks)
    {
        abr = static_cast<std::uint16_t>((abr + blocks) & credit_mask);
        used += blocks;
    }
    void release(unsigned blocks)
    {
        used -= blocks;
        limit = static_cast<std::uint16_t>((limit + blocks) & credit_mask);
    }
    // The far end says how much it has sent: blocks that never arrived are free again. Returns how many.
    unsigned resynchronise(unsigned fctbs)
    {
        const unsigned lost = (fctbs - abr) & credit_mask;
        abr = static_cast<std::uint16_t>(fctbs & credit_mask);
        limit = static_cast<std::uint16_t>((limit + lost) & credit_mask);
        return lost;
    }
};

} // namespace sharpsim
