// SPDX-License-Identifier: Apache-2.0
#include "workload/message_matching.h"

#include <algorithm>

namespace sharpsim {

namespace {

bool takes(const MessageMatching::Receive& receive, const MessageMatching::Arrival& arrival)
{
    return receive.any || receive.from == arrival.from;
}

template <class T, class Fits>
std::optional<T> take_first(std::deque<T>& from, Fits fits)
{
    const auto it = std::find_if(from.begin(), from.end(), fits);
    if (it == from.end())
        return std::nullopt;
    const T found = *it;
    from.erase(it);
    return found;
}

} // namespace

std::optional<MessageMatching::Arrival> MessageMatching::post(std::uint32_t tag, const Receive& receive)
{
    Tag& t = tags_[tag];
    auto arrival = take_first(t.arrivals, [&](const Arrival& a) { return takes(receive, a); });
    if (!arrival)
        t.receives.push_back(receive);
    else if (t.arrivals.empty() && t.receives.empty())
        tags_.erase(tag);
    return arrival;
}

std::optional<MessageMatching::Receive> MessageMatching::arrive(std::uint32_t tag, const Arrival& arrival)
{
    Tag& t = tags_[tag];
    auto receive = take_first(t.receives, [&](const Receive& r) { return takes(r, arrival); });
    if (!receive)
        t.arrivals.push_back(arrival);
    else if (t.arrivals.empty() && t.receives.empty())
        tags_.erase(tag);
    return receive;
}

} // namespace sharpsim
