// SPDX-License-Identifier: Apache-2.0
#include "collectives/rank_port.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"

namespace sharpsim {

RankPort::RankPort(Hca& hca, RankId rank, const std::vector<RankPort*>& ports) :
    hca_{hca}, rank_{rank}, ports_{ports}
{
    hca_.set_client(this);
}

void RankPort::set_sharp(QpNumber to_leaf, QpNumber ud)
{
    has_sharp_ = true;
    to_leaf_ = to_leaf;
    ud_ = ud;
}

QpNumber RankPort::connect(RankId to)
{
    const auto known = qp_of_.find(to);
    if (known != qp_of_.end())
        return known->second;
    RankPort& peer = *ports_.at(to.value());
    TransportPort& here = hca_.transport();
    TransportPort& there = peer.hca_.transport();
    const QpNumber own = here.create_rc();
    const QpNumber other = there.create_rc();
    here.connect(own, there.lid(), other);
    there.connect(other, here.lid(), own);
    qp_of_.emplace(to, own);
    peer_of_.emplace(own, to);
    peer.qp_of_.emplace(rank_, other);
    peer.peer_of_.emplace(other, rank_);
    return own;
}

void RankPort::send(RankId to, Message&& message, std::uint64_t work, bool signalled)
{
    hca_.post_send(connect(to), std::move(message), work, signalled);
}

void RankPort::sharp_request(Message&& message)
{
    SHARPSIM_CHECK(has_sharp_, now(), hca_.name(), "no aggregation node is connected");
    hca_.post_send(to_leaf_, std::move(message), 0, false);
}

void RankPort::after_reduction(std::size_t bytes, std::uint64_t token)
{
    reducing_until_ = std::max(reducing_until_, now()) + hca_.reduce_time(bytes);
    hca_.after(reducing_until_ - now(), token);
}

void RankPort::on_receive(QpNumber qp, Lid source, Message&& message)
{
    if (message.has_sharp) {
        SHARPSIM_CHECK(has_sharp_ && (qp == to_leaf_ || qp == ud_), now(), hca_.name(),
                       "SHARP message from LID " + std::to_string(source.value()) + " on queue pair " +
                           std::to_string(qp.value()));
        handler_->on_sharp_result(std::move(message));
        return;
    }
    const auto peer = peer_of_.find(qp);
    SHARPSIM_CHECK(peer != peer_of_.end(), now(), hca_.name(),
                   "message from LID " + std::to_string(source.value()) + " on queue pair " +
                       std::to_string(qp.value()) + ", which belongs to no rank");
    handler_->on_message(peer->second, std::move(message));
}

void RankPort::on_completion(QpNumber, std::uint64_t work) { handler_->on_completion(work); }

void RankPort::on_timer(std::uint64_t token) { handler_->on_timer(token); }

} // namespace sharpsim
