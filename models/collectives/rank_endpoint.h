// SPDX-License-Identifier: Apache-2.0
// One rank's way into the network as collectives and workloads see it: messages to other ranks, requests to
// the rank's leaf aggregation node, and the host's time. rank_port.h puts it on an HCA.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/ids.h"
#include "base/units.h"
#include "transport/message.h"

namespace sharpsim {

class RankHandler {
public:
    virtual void on_message(RankId from, Message&& message) = 0; // from one rank they come in sending order
    virtual void on_sharp_result(Message&& message) = 0;         // may come twice, by both ways down the tree
    virtual void on_completion(std::uint64_t work) = 0;          // of a signalled send
    virtual void on_timer(std::uint64_t token) = 0;

protected:
    RankHandler() = default;
    RankHandler(const RankHandler&) = default;
    RankHandler& operator=(const RankHandler&) = default;
    ~RankHandler() = default;
};

class RankEndpoint {
public:
    virtual void set_handler(RankHandler* handler) = 0;
    [[nodiscard]] virtual Picoseconds now() const = 0;
    // Signalled: on_completion(work) follows when the message is delivered and acknowledged.
    virtual void send(RankId to, Message&& message, std::uint64_t work, bool signalled) = 0;
    virtual void sharp_request(Message&& message) = 0;
    // on_timer(token) after some time; any number may be pending.
    virtual void after(Picoseconds delay, std::uint64_t token) = 0;
    // on_timer(token) when the host's cores have reduced `bytes` bytes. One reduction after another, in the
    // order of the calls.
    virtual void after_reduction(std::size_t bytes, std::uint64_t token) = 0;

protected:
    RankEndpoint() = default;
    RankEndpoint(const RankEndpoint&) = default;
    RankEndpoint& operator=(const RankEndpoint&) = default;
    ~RankEndpoint() = default;
};

} // namespace sharpsim
