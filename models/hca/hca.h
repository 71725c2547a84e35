// SPDX-License-Identifier: Apache-2.0
// One HCA with its host: software posts work, a doorbell crosses PCIe, the payload is fetched, and packets
// leave; what arrives is written to host memory and seen by the polling software a PCIe crossing later.
// Latencies are constants of hca_config.h; the order of posts and of arrivals is kept. Posts overlap: what
// the processor itself spends between two posts is the software's to model, see after().
//
// What wakes it, what it does, whom it wakes (Stage::host):
//   posts     a doorbell has arrived and its payload is here: to the transport
//   arrivals  software sees a message or a completion
//   timers    what after() asked for
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "base/alarm.h"
#include "base/ring.h"
#include "hca/hca_config.h"
#include "transport/transport_port.h"

namespace sharpsim {

// The software on top: a rank's collectives.
class HostClient {
public:
    virtual void on_receive(QpNumber qp, Lid source, Message&& message) = 0; // seen by software
    virtual void on_completion(QpNumber qp, std::uint64_t work) = 0; // send completion seen by software
    virtual void on_timer(std::uint64_t token) = 0;                  // see Hca::after()

protected:
    HostClient() = default;
    HostClient(const HostClient&) = default;
    HostClient& operator=(const HostClient&) = default;
    ~HostClient() = default;
};

class Hca : public sc_core::sc_module, private Actor, private TransportClient {
public:
    Hca(const sc_core::sc_module_name& nm, Region& region, const HcaConfig& config, Lid lid,
        const LinkConfig& link, const CableData& cable);

    void set_client(HostClient* client) { client_ = client; }
    // For queue pairs, and for what no software is in the way of.
    [[nodiscard]] TransportPort& transport() { return transport_; }
    [[nodiscard]] const TransportPort& transport() const { return transport_; }
    [[nodiscard]] Port& port() { return transport_.port(); }

    // Posts from software, now. Signalled: on_completion() follows; otherwise the completion is dropped.
    // `work` is below 2^63.
    void post_send(QpNumber qp, Message message, std::uint64_t work, bool signalled);
    // Calls on_timer(token) after some time (a computation, a copy). Any number may be pending; those of one
    // time come in the order of the calls.
    void after(Picoseconds delay, std::uint64_t token);
    // Time that the host's cores take to reduce `bytes` bytes into another buffer.
    [[nodiscard]] Picoseconds reduce_time(std::size_t bytes) const { return reduce_.of(Bytes{bytes}); }
    [[nodiscard]] Picoseconds now() const { return region_.calendar.now(); }
    // Posts on their way to the transport, and arrivals on their way to software: for stall reports.
    [[nodiscard]] std::size_t posts_under_way() const { return posts_.size(); }
    [[nodiscard]] std::size_t arrivals_under_way() const { return arrivals_.size(); }

private:
    struct Post {
        Picoseconds due;
        QpNumber qp;
        Message message;
        std::uint64_t work{0};
    };
    struct Incoming {
        Picoseconds due;
        bool completion{false};
        QpNumber qp;
        Lid source;
        Message message;
        std::uint64_t work{0};
    };
    struct Timer {
        Picoseconds due;
        std::uint64_t order;
        std::uint64_t token;
    };

    void end_of_elaboration() override { transport_.begin(); }
    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void on_message(QpNumber qp, Lid source, Message&& message) override;
    void on_sent(QpNumber qp, std::uint64_t work) override;
    void run_posts();
    void run_arrivals();
    void run_timers();
    void arrive(Incoming incoming);
    [[nodiscard]] HostClient& client() const;

    Region& region_;
    HcaConfig config_;
    WireTime reduce_;
    HostClient* client_{nullptr};
    std::uint32_t target_;
    Alarm post_alarm_;
    Alarm arrival_alarm_;
    Alarm timer_alarm_;
    Picoseconds last_post_{0}; // due time of the latest
    Ring<Post> posts_;
    Ring<Incoming> arrivals_;
    std::vector<Timer> timers_; // heap, the earliest (due, order) at the front
    std::uint64_t timer_order_{0};
    TransportPort transport_;
};

} // namespace sharpsim
