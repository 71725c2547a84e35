// SPDX-License-Identifier: Apache-2.0
#include "collectives/ring_allreduce.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "reduction/alu_model.h"

namespace sharpsim {

RingAllreduce::RingAllreduce(const Setup& setup, RankId rank, const ReductionCall& call,
                             RankEndpoint& endpoint, std::uint64_t timer) :
    setup_{setup},
    rank_{rank},
    call_{call},
    endpoint_{endpoint},
    timer_{timer},
    layout_{setup.ranks, call, setup.segment_bytes}
{
}

std::uint32_t RingAllreduce::chunk_of(std::uint32_t step) const
{
    const std::uint32_t p = setup_.ranks;
    return (rank_.value() + 2 * p - 1 - step) % p; // step <= 2p - 3
}

void RingAllreduce::start()
{
    const std::uint32_t own = rank_.value();
    for (std::uint64_t s = 0; s < layout_.segments(own); ++s) {
        const RingLayout::Segment part = layout_.segment(own, s);
        Payload payload = setup_.source.part(rank_, call_, part.first, part.count);
        if (setup_.ranks == 1) {
            finish(own, s, payload);
            continue;
        }
        Message message;
        message.payload = std::move(payload);
        message.tag = RingTag{call_.collective, 0, s}.bits();
        endpoint_.send(RankId{(own + 1) % setup_.ranks}, std::move(message), 0, false);
    }
}

void RingAllreduce::on_message(RankId from, Message&& message)
{
    const RingTag tag = RingTag::of(message.tag);
    const std::uint32_t p = setup_.ranks;
    const auto text = [&] {
        return "collective " + std::to_string(call_.collective) + ", ring step " + std::to_string(tag.step) +
               ", segment " + std::to_string(tag.segment) + ", " + std::to_string(message.payload.size()) +
               " B from rank " + std::to_string(from.value());
    };
    SHARPSIM_CHECK(from.value() == (rank_.value() + p - 1) % p && tag.step <= 2 * p - 3 &&
                       tag.segment < layout_.segments(chunk_of(tag.step)) &&
                       message.payload.size() == layout_.segment(chunk_of(tag.step), tag.segment).count *
                                                     reduction::element_bytes(call_.type, call_.op),
                   endpoint_.now(), "rank " + std::to_string(rank_.value()), text());
    if (tag.step > p - 2) {
        finish(chunk_of(tag.step), tag.segment, message.payload);
        pass_on(tag, std::move(message.payload));
    } else if (message.payload.size() == 0) {
        reduce({tag, std::move(message.payload)}); // takes no time
    } else {
        endpoint_.after_reduction(message.payload.size(), timer_);
        reducing_.push_back({tag, std::move(message.payload)});
    }
}

void RingAllreduce::on_reduced()
{
    Incoming incoming = std::move(reducing_.front());
    reducing_.pop_front();
    reduce(std::move(incoming));
}

// What has arrived is the sender's buffer: the sum goes into a new one.
void RingAllreduce::reduce(Incoming&& incoming)
{
    const std::uint32_t chunk = chunk_of(incoming.tag.step);
    const RingLayout::Segment part = layout_.segment(chunk, incoming.tag.segment);
    Payload sum = setup_.source.part(rank_, call_, part.first, part.count);
    if (sum.has_bytes())
        reduction::reduce_beats(call_.type, call_.op, reduction::Rounding::nearest_even, reduction::Variant{},
                                sum.data(), std::as_const(incoming.payload).data(), sum.size(), nullptr);
    if (incoming.tag.step == setup_.ranks - 2)
        finish(chunk, incoming.tag.segment, sum);
    pass_on(incoming.tag, std::move(sum));
}

void RingAllreduce::pass_on(const RingTag& arrived, Payload payload)
{
    if (arrived.step == 2 * setup_.ranks - 3)
        return;
    Message message;
    message.payload = std::move(payload);
    message.tag = RingTag{arrived.collective, arrived.step + 1, arrived.segment}.bits();
    endpoint_.send(RankId{(rank_.value() + 1) % setup_.ranks}, std::move(message), 0, false);
}

void RingAllreduce::finish(std::uint32_t chunk, std::uint64_t segment, const Payload& payload)
{
    hash_ += setup_.oracle.check(rank_, setup_.ranks, call_, chunk, layout_.segment(chunk, segment).first,
                                 payload);
    ++complete_;
}

} // namespace sharpsim
