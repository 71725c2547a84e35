// SPDX-License-Identifier: Apache-2.0
// The iSLIP scheduler of a switch (McKeown 1999): request, grant, accept for all ports of one clock edge.
#include "switch/switch.h"

namespace sharpsim {

// The input that an idle output grants, and on which VL; none where nobody can be served.
unsigned Switch::grant(unsigned output, unsigned& vl)
{
    if (!ready_for_grant(output))
        return PortMask::none;
    Port& port = *ports_[output];
    for (unsigned k = 0; k < vls_; ++k) {
        vl = (next_vl_[output] + k) % vls_;
        const unsigned input = requests(output, vl).next(next_in_[output], busy_in_, words_);
        if (input == PortMask::none)
            continue;
        const PacketRef head = voqs_[voq(output, vl, input)].head;
        if (port.can_send(vl, region_.packets[head].blocks(port.block_shift())))
            return input;
        port.wait_for_credit();
    }
    return PortMask::none;
}

// The idle output with packets after this one, in one sweep from 0; none at its end.
unsigned Switch::next_waiting(unsigned output) const
{
    if (output + 1 >= n_)
        return PortMask::none;
    const unsigned next = waiting_out_.next(output + 1, busy_out_, words_);
    return next != PortMask::none && next > output ? next : PortMask::none;
}

void Switch::arbitrate()
{
    std::vector<std::pair<unsigned, unsigned>>& accepted = accepted_; // per input: output + 1, VL
    bool more = true;
    for (unsigned round = 0; round < config_.islip_iterations && more; ++round) {
        accepted.assign(n_, {0, 0});
        more = false;
        unsigned output = waiting_out_.next(0, busy_out_, words_);
        while (output != PortMask::none) {
            unsigned vl = 0;
            const unsigned input = grant(output, vl);
            if (input != PortMask::none) {
                more = true;
                auto& best = accepted[input];
                const auto distance = [&](unsigned o) { return (o + n_ - next_out_[input]) % n_; };
                if (best.first == 0 || distance(output) < distance(best.first - 1))
                    best = {output + 1, vl};
            }
            output = next_waiting(output);
        }
        for (unsigned input = 0; input < n_; ++input) {
            if (accepted[input].first == 0)
                continue;
            const unsigned o = accepted[input].first - 1;
            if (round == 0) { // pointers move only past what the first round accepted
                next_in_[o] = static_cast<std::uint16_t>((input + 1) % n_);
                next_out_[input] = static_cast<std::uint16_t>((o + 1) % n_);
            }
            next_vl_[o] = static_cast<std::uint8_t>((accepted[input].second + 1) % vls_);
            transmit(input, o, dequeue(input, o, accepted[input].second));
        }
    }
    if (!more)
        return;
    // Rounds ran out: what could still be matched is tried on the next edge.
    unsigned output = waiting_out_.next(0, busy_out_, words_);
    while (output != PortMask::none) {
        unsigned vl = 0;
        if (armed_[output] == 0 && grant(output, vl) != PortMask::none)
            arm_at(output, next_edge_);
        output = next_waiting(output);
    }
}

} // namespace sharpsim
