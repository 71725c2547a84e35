// SPDX-License-Identifier: Apache-2.0
#include "hca/hca.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/error.h"

namespace sharpsim {

namespace {
// Subs of Stage::host.
constexpr std::uint32_t post_sub = 0;
constexpr std::uint32_t arrival_sub = 1;
constexpr std::uint32_t timer_sub = 2;

// In the transport's work number: software wants to see the completion.
constexpr std::uint64_t signalled_bit = std::uint64_t{1} << 63;

// Of two timers, as a heap wants it.
const auto later = [](const auto& a, const auto& b) {
    return std::make_pair(b.due, b.order) < std::make_pair(a.due, a.order);
};
} // namespace

Hca::Hca(const sc_core::sc_module_name& nm, Region& region, const HcaConfig& config, Lid lid,
         const LinkConfig& link, const CableData& cable) :
    sc_core::sc_module{nm},
    region_{region},
    config_{config},
    reduce_{LinkRate{config.reduce_bandwidth}},
    target_{region.calendar.add_actor(*this)},
    post_alarm_{region.calendar, Stage::host, target_, post_sub},
    arrival_alarm_{region.calendar, Stage::host, target_, arrival_sub},
    timer_alarm_{region.calendar, Stage::host, target_, timer_sub},
    transport_{region, *this, "1", std::string{name()} + ".port1", lid, link, cable}
{
}

HostClient& Hca::client() const
{
    SHARPSIM_CHECK(client_ != nullptr, now(), name(), "no software on this host");
    return *client_;
}

void Hca::post_send(QpNumber qp, Message message, std::uint64_t work, bool signalled)
{
    SHARPSIM_CHECK((work & signalled_bit) == 0, now(), name(), "work number " + std::to_string(work));
    region_.calendar.enter_from_outside();
    const std::size_t bytes = message.payload.size() + (message.has_sharp ? sharp_header_bytes : 0);
    const bool fetched = bytes > config_.inline_limit.count();
    Picoseconds due = now() + config_.post + config_.pcie;
    if (fetched)
        due += config_.fetch;
    last_post_ = std::max(due, last_post_);
    posts_.push_back({last_post_, qp, std::move(message), signalled ? work | signalled_bit : work});
    post_alarm_.want(posts_.front().due);
}

void Hca::after(Picoseconds delay, std::uint64_t token)
{
    region_.calendar.enter_from_outside();
    timers_.push_back({now() + delay, timer_order_++, token});
    std::push_heap(timers_.begin(), timers_.end(), later);
    timer_alarm_.want(timers_.front().due);
}

void Hca::on_event(Stage, std::uint32_t, std::uint32_t sub, std::uint32_t)
{
    if (sub == post_sub)
        run_posts();
    else if (sub == arrival_sub)
        run_arrivals();
    else
        run_timers();
}

void Hca::run_posts()
{
    post_alarm_.fired();
    while (!posts_.empty() && posts_.front().due <= now()) {
        Post post = posts_.pop_front();
        transport_.post_send(post.qp, std::move(post.message), post.work);
    }
    if (!posts_.empty())
        post_alarm_.want(posts_.front().due);
}

void Hca::run_arrivals()
{
    arrival_alarm_.fired();
    while (!arrivals_.empty() && arrivals_.front().due <= now()) {
        Incoming in = arrivals_.pop_front();
        if (in.completion)
            client().on_completion(in.qp, in.work);
        else
            client().on_receive(in.qp, in.source, std::move(in.message));
    }
    if (!arrivals_.empty())
        arrival_alarm_.want(arrivals_.front().due);
}

void Hca::run_timers()
{
    timer_alarm_.fired();
    while (!timers_.empty() && timers_.front().due <= now()) {
        std::pop_heap(timers_.begin(), timers_.end(), later);
        const std::uint64_t token = timers_.back().token;
        timers_.pop_back();
        client().on_timer(token);
    }
    if (!timers_.empty())
        timer_alarm_.want(timers_.front().due);
}

void Hca::on_message(QpNumber qp, Lid source, Message&& message)
{
    arrive({Picoseconds{}, false, qp, source, std::move(message), 0});
}

void Hca::on_sent(QpNumber qp, std::uint64_t work)
{
    if ((work & signalled_bit) != 0)
        arrive({Picoseconds{}, true, qp, Lid{}, Message{}, work & ~signalled_bit});
}

// Messages and completions take the same way, so that their order is kept.
void Hca::arrive(Incoming incoming)
{
    incoming.due = now() + config_.receive + config_.poll;
    arrivals_.push_back(std::move(incoming));
    arrival_alarm_.want(arrivals_.front().due);
}

} // namespace sharpsim
