// SPDX-License-Identifier: Apache-2.0
// The crossbar of a switch: virtual output queues, the wake-ups of busy ports, and the greedy round robin.
#include "switch/switch.h"

#include <algorithm>

#include "base/error.h"

namespace sharpsim {

void Switch::enqueue(unsigned input, unsigned output, PacketRef ref)
{
    const unsigned vl = region_.packets[ref].vl;
    Queue& q = voqs_[voq(output, vl, input)];
    if (q.head == no_packet) {
        q.head = ref;
        requests(output, vl).set(input);
        in_requests_[input].set(output);
    } else {
        region_.packets[q.tail].next = ref;
    }
    q.tail = ref;
    ++presented_[input];
    if (queued_[output]++ == 0)
        waiting_out_.set(output);
    if (observer_ != nullptr)
        observer_->on_queue(output, queued_[output]);
    // The masks are kept right only for ports that somebody waits for: from now on these two are.
    const bool in_free = input_free(input);
    const bool out_free = output_free(output);
    if (in_free)
        busy_in_.clear(input);
    else
        arm(rx_out_[input]);
    if (out_free)
        busy_out_.clear(output);
    else
        arm(output);
    if (config_.scheduler == Scheduler::islip)
        arbitration_wanted_ = true;
    else if (in_free && out_free)
        serve_output(output);
}

PacketRef Switch::dequeue(unsigned input, unsigned output, unsigned vl)
{
    Queue& q = voqs_[voq(output, vl, input)];
    const PacketRef ref = q.head;
    q.head = region_.packets[ref].next;
    region_.packets[ref].next = no_packet;
    if (q.head == no_packet) {
        requests(output, vl).clear(input);
        bool other = false;
        for (unsigned v = 0; v < vls_; ++v)
            other = other || requests(output, v).test(input);
        if (!other)
            in_requests_[input].clear(output);
    }
    if (--queued_[output] == 0)
        waiting_out_.clear(output);
    if (observer_ != nullptr)
        observer_->on_queue(output, queued_[output]);
    if (--presented_[input] == 0 && config_.scheduler == Scheduler::fifo)
        next_of_fifo(input);
    return ref;
}

// The head of the input's only queue has left it: the packet behind becomes visible to the crossbar.
void Switch::next_of_fifo(unsigned input)
{
    Queue& f = fifos_[input];
    if (f.head == no_packet)
        return;
    const PacketRef ref = f.head;
    f.head = region_.packets[ref].next;
    region_.packets[ref].next = no_packet;
    fifo_next_.emplace_back(input, ref);
}

void Switch::arm(unsigned output)
{
    if (armed_[output] == 0)
        arm_at(output, std::max(clock_.edge_before(ports_[output]->tx_free()), next_edge_));
}

void Switch::arm_at(unsigned output, std::uint64_t edge)
{
    armed_[output] = 1;
    mark(Cause::wake, output, edge);
}

void Switch::wake(unsigned output)
{
    armed_[output] = 0;
    PortMask inputs = promised_[output];
    promised_[output] = PortMask{};
    if (tx_in_[output] != no_port)
        inputs.set(tx_in_[output]);
    if (output_free(output)) {
        busy_out_.clear(output);
        if (config_.scheduler == Scheduler::islip)
            arbitration_wanted_ = true;
        else
            serve_output(output);
    } else if (queued_[output] != 0) {
        arm(output);
    }
    for (unsigned w = 0; w < words_; ++w)
        for (std::uint64_t bits = inputs.word(w); bits != 0; bits &= bits - 1)
            wake_input(w * 64 + static_cast<unsigned>(__builtin_ctzll(bits)));
}

// An input that was busy, and may be free by now.
void Switch::wake_input(unsigned input)
{
    if (!in_requests_[input].any())
        return;
    if (!input_free(input)) {
        arm(rx_out_[input]);
        return;
    }
    busy_in_.clear(input);
    if (config_.scheduler == Scheduler::islip)
        arbitration_wanted_ = true;
    else
        serve_input(input);
}

// A flow-control packet may have taken the wire of an output that was idle.
bool Switch::ready_for_grant(unsigned output)
{
    if (output_free(output))
        return true;
    busy_out_.set(output);
    arm(output);
    return false;
}

bool Switch::serve_output(unsigned output)
{
    if (!ready_for_grant(output))
        return false;
    Port& port = *ports_[output];
    for (unsigned k = 0; k < vls_; ++k) {
        const unsigned vl = next_vl_[output] + k < vls_ ? next_vl_[output] + k : next_vl_[output] + k - vls_;
        const unsigned input = requests(output, vl).next(next_in_[output], busy_in_, words_);
        if (input == PortMask::none)
            continue;
        const Packet& packet = region_.packets[voqs_[voq(output, vl, input)].head];
        if (!port.can_send(vl, packet.blocks(port.block_shift()))) {
            port.wait_for_credit();
            continue;
        }
        next_in_[output] = static_cast<std::uint16_t>(input + 1 < n_ ? input + 1 : 0);
        next_vl_[output] = static_cast<std::uint8_t>(vl + 1 < vls_ ? vl + 1 : 0);
        transmit(input, output, dequeue(input, output, vl));
        return true;
    }
    return false;
}

// One packet of a pair, if its output is idle and has credit for it.
bool Switch::try_pair(unsigned input, unsigned output)
{
    if (!ready_for_grant(output))
        return false;
    Port& port = *ports_[output];
    for (unsigned vl = 0; vl < vls_; ++vl) {
        const PacketRef head = voqs_[voq(output, vl, input)].head;
        if (head == no_packet)
            continue;
        if (port.can_send(vl, region_.packets[head].blocks(port.block_shift()))) {
            transmit(input, output, dequeue(input, output, vl));
            return true;
        }
        port.wait_for_credit();
    }
    return false;
}

void Switch::serve_input(unsigned input)
{
    // One sweep round the ring: outputs without credit stay in it, so the first one need not come again.
    const unsigned start = next_out_[input];
    unsigned behind = 0; // ports of the sweep that are done
    unsigned output = in_requests_[input].next(start, busy_out_, words_);
    while (output != PortMask::none && input_free(input)) {
        const unsigned distance = output >= start ? output - start : output + n_ - start;
        if (distance < behind)
            break;
        behind = distance + 1;
        if (try_pair(input, output))
            next_out_[input] = static_cast<std::uint16_t>(output + 1 < n_ ? output + 1 : 0);
        output = in_requests_[input].next(output + 1 < n_ ? output + 1 : 0, busy_out_, words_);
    }
}

void Switch::transmit(unsigned input, unsigned output, PacketRef ref)
{
    Port& port = *ports_[output];
    Packet& packet = region_.packets[ref];
    const unsigned vl = packet.vl;
    const unsigned blocks = packet.blocks(ports_[input]->block_shift());
    const bool copy = packet.copies != 0;
    const std::uint32_t slot = packet.tag;
    // A faster output must not run out of bytes that a slower input still receives.
    const std::uint64_t length = port.wire().of(Bytes{packet.wire_bytes}).count();
    Picoseconds earliest = now();
    if (packet.tail > earliest.count() + length)
        earliest = Picoseconds{packet.tail - length};
    if (!copy)
        earliest = std::max(earliest, rx_free_[input]);
    SHARPSIM_CHECK(port.tx_free() < horizon_, now(), port.name(), "granted while it still sends");
    packet.copies = 0;
    packet.tag = 0;
    const Picoseconds tail = port.transmit(ref, earliest);
    ++totals_.sent;
    ++region_.packet_hops;
    busy_out_.set(output);
    if (observer_ != nullptr)
        observer_->on_transmit(output, tail - Picoseconds{length}, tail);

    if (copy) {
        Stored& s = stored_[slot];
        s.last_tail = std::max(s.last_tail, tail);
        if (--s.copies == 0) {
            ports_[s.input]->release(s.vl, s.blocks, s.last_tail);
            free_stored_.push_back(slot);
        }
    } else {
        ports_[input]->release(vl, blocks, tail);
        if (config_.scheduler != Scheduler::ideal) {
            rx_free_[input] = tail;
            busy_in_.set(input);
            if (armed_[output] != 0 && tx_in_[output] != input && tx_in_[output] != no_port)
                promised_[output].set(tx_in_[output]);
            tx_in_[output] = static_cast<std::uint16_t>(input);
            rx_out_[input] = static_cast<std::uint16_t>(output);
        }
    }
    while (!fifo_next_.empty()) {
        const auto next = fifo_next_.back();
        fifo_next_.pop_back();
        present(next.first, next.second);
    }
    if (queued_[output] != 0 || (!copy && in_requests_[input].any()))
        arm(output);
}

} // namespace sharpsim
