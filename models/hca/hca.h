// SPDX-License-Identifier: Apache-2.0
// One HCA with its host: software posts work, a doorbell crosses PCIe, the payload is fetched, and packets leave;
// what arrives is written to host memory and seen by the polling software a PCIe crossing later. Latencies are
// constants of hca_config.h; the order of posts and of arrivals is kept.
#pragma once

#include <deque>
#include <string>

#include <systemc>

#include "hca/hca_config.h"
#include "transport/transport_port.h"

namespace sharpsim {

// The software on top: a rank's collectives.
class HostClient {
public:
    virtual void on_receive(QpNumber qp, Lid source, Message&& message) = 0; // seen by software
    virtual void on_completion(QpNumber qp, std::uint64_t work) = 0;         // send completion seen by software
    virtual void on_timer(std::uint64_t token) = 0;                          // see Hca::after()

protected:
    HostClient() = default;
    HostClient(const HostClient&) = default;
    HostClient& operator=(const HostClient&) = default;
    ~HostClient() = default;
};

class Hca : public sc_core::sc_module, private Actor, private TransportClient {
public:
    Hca(const sc_core::sc_module_name& nm, Region& region, const HcaConfig& config, Lid lid, const LinkConfig& link,
        const CableData& cable);

    void set_client(HostClient* client) { client_ = client; }
    [[nodiscard]] TransportPort& transport() { return transport_; }
    [[nodiscard]] const TransportPort& transport() const { return transport_; }
    [[nodiscard]] Port& port() { return transport_.port(); }

    // Posts from software, now. Signalled: on_completion() follows; otherwise the completion is dropped.
    void post_send(QpNumber qp, Message message, std::uint64_t work, bool signalled);
    // Calls on_timer(token) after some time (a computation, a copy). Any number may be pending.
    void after(Picoseconds delay, std::uint64_t token);
    // Time that the host's cores take to reduce `bytes` bytes into another buffer.
    [[nodiscard]] Picoseconds reduce_time(std::size_t bytes) const;
    [[nodiscard]] Picoseconds now() const { return region_.calendar.now(); }

private:
    void end_of_elaboration() override { transport_.begin(); }
    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;
    void on_message(QpNumber qp, Lid source, Message&& message) override;
    void on_sent(QpNumber qp, std::uint64_t work) override;

    struct Post {
        Picoseconds due;
        QpNumber qp;
        Message message;
        std::uint64_t work;
    };
    struct Arrival {
        Picoseconds due;
        bool completion;
        QpNumber qp;
        Lid source;
        Message message;
        std::uint64_t work;
    };
    struct Timer {
        Picoseconds due;
        std::uint64_t order;
        std::uint64_t token;
    };

    Region& region_;
    HcaConfig config_;
    HostClient* client_{nullptr};
    std::uint32_t target_;
    std::deque<Post> posts_;
    std::deque<Arrival> arrivals_;
    std::vector<Timer> timers_; // heap by (due, order)
    std::uint64_t timer_order_{0};
    Picoseconds timer_armed_{never};
    TransportPort transport_;
};

} // namespace sharpsim
