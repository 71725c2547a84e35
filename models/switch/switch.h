// SPDX-License-Identifier: Apache-2.0
// One switch ASIC: a receive buffer per port and VL, forwarding by LFT and MFT, virtual output queues, a
// crossbar scheduler, and an arbiter per output that spends whole-packet credit. The aggregation node hangs
// on one of its ports.
//
// What wakes it, what it does, whom it wakes: one calendar entry for each clock edge on which it has
// something to do. On that edge, in this order:
//   wake       an output is about to be free: it takes the next packet, then its last input looks for an
//   output arrive     a head is through the lookup: granted at once where both sides are idle, else queued
//   arbitrate  (iSLIP) all requests of the edge are matched together
// A grant is decided on a clock edge and its head leaves when the wire is free, at most one cycle later:
// decisions look one cycle ahead, so that a link runs without gaps.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <vector>

#include <systemc>

#include "link/port.h"
#include "packet/region.h"
#include "switch/port_mask.h"
#include "switch/switch_config.h"

namespace sharpsim {

// Told what a waveform or a report wants to see. Absent by default.
class SwitchObserver {
public:
    virtual void on_queue(unsigned output, unsigned packets) = 0;
    virtual void on_transmit(unsigned output, Picoseconds start, Picoseconds end) = 0;
    virtual void on_credit(unsigned output, unsigned vl) = 0;

protected:
    SwitchObserver() = default;
    SwitchObserver(const SwitchObserver&) = default;
    SwitchObserver& operator=(const SwitchObserver&) = default;
    ~SwitchObserver() = default;
};

class Switch : public sc_core::sc_module, private Actor, private PortClient {
public:
    static constexpr std::uint8_t no_path = 255; // of an LFT entry

    struct Totals {
        std::uint64_t received{0};
        std::uint64_t copies{0}; // made by multicast, beyond the one received
        std::uint64_t sent{0};
        std::uint64_t dropped{0};
        std::uint64_t queued{0};
    };

    // `cables` has one entry a port; the ports without a cable stay unbound.
    Switch(const sc_core::sc_module_name& nm, Region& region, const SwitchConfig& config,
           const LinkConfig& link, const std::vector<CableData>& cables);
    // As above, with a link configuration for every port.
    Switch(const sc_core::sc_module_name& nm, Region& region, const SwitchConfig& config,
           const std::vector<LinkConfig>& links, const std::vector<CableData>& cables);

    // Ports are counted from 0 here; the number on the box is one more.
    [[nodiscard]] Port& port(unsigned index) { return *ports_[index]; }
    [[nodiscard]] const Port& port(unsigned index) const { return *ports_[index]; }
    [[nodiscard]] unsigned port_count() const { return static_cast<unsigned>(ports_.size()); }

    // Linear forwarding table: port number (1..N) by destination LID; no_path drops.
    void set_lft(std::vector<std::uint8_t> table);
    // Multicast forwarding table: the ports (0-based) of one multicast LID.
    void set_mft(Lid mlid, const PortMask& ports);

    [[nodiscard]] Totals totals() const;
    [[nodiscard]] unsigned queued(unsigned output) const { return queued_[output]; }
    void set_observer(SwitchObserver* observer) { observer_ = observer; }
    // One line for every output that has packets and cannot send them, with the reason.
    void describe_blocked(std::ostream& os) const;

private:
    static constexpr std::uint16_t no_port = 0xFFFF;
    struct Queue {
        PacketRef head{no_packet};
        PacketRef tail{no_packet};
    };
    struct Stored { // a multicast packet in the buffer, until its last copy has left
        unsigned input;
        unsigned vl;
        unsigned blocks;
        unsigned copies;
        Picoseconds last_tail;
    };

    void end_of_elaboration() override;
    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void on_packet(unsigned port, PacketRef packet, Picoseconds head, Picoseconds tail) override;
    void on_credit(unsigned port, unsigned vl) override;

    void arrive(unsigned input, PacketRef packet);
    void arrive_unicast(unsigned input, unsigned output, PacketRef packet);
    void arrive_multicast(unsigned input, PacketRef packet);
    void present(unsigned input, PacketRef packet);
    void drop(unsigned input, PacketRef packet);
    void wake(unsigned output);
    void wake_input(unsigned input);
    void enqueue(unsigned input, unsigned output, PacketRef packet);
    PacketRef dequeue(unsigned input, unsigned output, unsigned vl);
    bool ready_for_grant(unsigned output);
    bool serve_output(unsigned output);
    void serve_input(unsigned input);
    bool try_pair(unsigned input, unsigned output);
    void transmit(unsigned input, unsigned output, PacketRef packet);
    void arm(unsigned output);
    void arm_at(unsigned output, std::uint64_t edge);
    enum class Cause : unsigned { wake, arrival };
    void mark(Cause cause, unsigned port, std::uint64_t edge);
    void on_edge(std::uint32_t slot);
    void take_arrival(unsigned input);
    void arbitrate();
    [[nodiscard]] unsigned next_waiting(unsigned output) const;
    unsigned grant(unsigned output, unsigned& vl);
    void next_of_fifo(unsigned input);

    [[nodiscard]] Picoseconds now() const { return region_.calendar.now(); }
    [[nodiscard]] bool output_free(unsigned o) const { return ports_[o]->tx_free() < horizon_; }
    [[nodiscard]] bool input_free(unsigned i) const { return rx_free_[i] < horizon_; }
    void set_horizon();
    [[nodiscard]] std::size_t voq(unsigned output, unsigned vl, unsigned input) const
    {
        return (static_cast<std::size_t>(output) * vls_ + vl) * n_ + input;
    }
    [[nodiscard]] PortMask& requests(unsigned output, unsigned vl) { return requests_[output * vls_ + vl]; }

    Region& region_;
    SwitchConfig config_;
    Clock clock_;
    unsigned n_;
    unsigned words_;
    unsigned vls_{1};
    std::uint32_t target_;
    Picoseconds horizon_{0};     // the edge after the present one: what is free before it can be granted now
    std::uint64_t next_edge_{0}; // its number
    bool arbitration_wanted_{false};
    PortMask busy_in_;
    PortMask busy_out_;
    PortMask waiting_out_; // outputs with queued packets
    // What is due on the edges ahead: for each, the outputs to wake and the inputs with an arrival, as bits.
    // Edges further away than the ring reaches have calendar entries of their own.
    static constexpr std::uint64_t slot_count = 1024;
    std::vector<std::uint64_t> slots_; // [edge mod slot_count][cause][word]
    std::vector<Queue> arriving_;      // per input, in order of arrival
    std::vector<std::unique_ptr<Port>> ports_;
    std::vector<std::uint8_t> lft_;
    std::vector<PortMask> mft_;
    std::vector<Queue> voqs_;
    std::vector<PortMask> requests_;    // per (output, VL): inputs with a packet
    std::vector<PortMask> in_requests_; // per input: outputs it has packets for
    std::vector<Picoseconds> rx_free_;
    std::vector<std::uint64_t> last_edge_; // number of the last lookup of each input
    std::vector<std::uint32_t> queued_;
    std::vector<std::uint16_t> tx_in_;   // input of the last unicast packet of each output
    std::vector<PortMask> promised_;     // per output: earlier inputs to which a wake-up has been promised
    std::vector<std::uint16_t> rx_out_;  // output of the last unicast packet of each input
    std::vector<std::uint16_t> next_in_; // round-robin pointers
    std::vector<std::uint16_t> next_out_;
    std::vector<std::uint8_t> next_vl_;
    std::vector<std::uint8_t> armed_;
    std::vector<Queue> fifos_; // Scheduler::fifo
    std::vector<std::uint32_t> presented_;
    std::vector<Stored> stored_;
    std::vector<std::uint32_t> free_stored_;
    std::vector<std::pair<unsigned, PacketRef>> fifo_next_; // become visible once the present grant is booked
    std::vector<std::pair<unsigned, unsigned>> accepted_;   // Scheduler::islip, of one round
    Totals totals_;
    SwitchObserver* observer_{nullptr};
};

} // namespace sharpsim
