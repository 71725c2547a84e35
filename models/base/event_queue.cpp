// SPDX-License-Identifier: Apache-2.0
#include "base/event_queue.h"

#include <cstring>

namespace sharpsim {

WheelQueue::WheelQueue() : heads_(bucket_count, none)
{
    std::memset(summary_, 0, sizeof summary_);
    std::memset(words_, 0, sizeof words_);
    open_.reserve(256);
}

std::uint32_t WheelQueue::grow()
{
    const auto first = static_cast<std::uint32_t>(chunks_.size());
    const std::size_t more = chunks_.empty() ? 256 : chunks_.size();
    chunks_.resize(chunks_.size() + more);
    for (std::size_t i = chunks_.size() - 1; i > first; --i) {
        chunks_[i].next = free_;
        free_ = static_cast<std::uint32_t>(i);
    }
    return first;
}

// The first non-empty ring bucket, as an absolute number; all ones where the ring is empty.
std::uint64_t WheelQueue::next_ring_bucket() const
{
    constexpr std::size_t word_count = bucket_count / 64;
    const std::size_t start = open_end_ & (bucket_count - 1);
    const auto absolute = [&](std::size_t slot) { return open_end_ + ((slot - start) & (bucket_count - 1)); };
    const std::size_t word = start >> 6;
    const std::uint64_t head = words_[word] >> (start & 63);
    if (head != 0)
        return absolute(start + static_cast<std::size_t>(__builtin_ctzll(head)));
    // Whole words after it, by way of the summary; then the ring wraps, the start word's low part last.
    for (std::size_t step = 0; step <= word_count / 64; ++step) {
        const std::size_t from = step == 0 ? word + 1 : ((word >> 6) + step) * 64;
        const std::size_t line = (from >> 6) % (word_count / 64);
        std::uint64_t bits = summary_[line];
        if (step == 0) {
            if ((from & 63) == 0)
                continue; // the next line starts exactly there: handled by step 1
            bits &= ~std::uint64_t{0} << (from & 63);
        }
        if (bits != 0) {
            const std::size_t w = line * 64 + static_cast<std::size_t>(__builtin_ctzll(bits));
            return absolute(w * 64 + static_cast<std::size_t>(__builtin_ctzll(words_[w])));
        }
    }
    return ~std::uint64_t{0};
}

// The first bucket that holds anything; all ones where nothing is pending outside the open one.
std::uint64_t WheelQueue::next_bucket() const
{
    const std::uint64_t far = far_.empty() ? ~std::uint64_t{0} : far_.top().time >> bucket_shift;
    return std::min(next_ring_bucket(), far);
}

const Entry& WheelQueue::closed_top() const
{
    const std::uint64_t bucket = next_ring_bucket();
    const Entry* best = far_.empty() ? nullptr : &far_.top();
    if (bucket != ~std::uint64_t{0})
        for (std::uint32_t c = heads_[bucket & (bucket_count - 1)]; c != none; c = chunks_[c].next)
            for (std::uint32_t i = 0; i < chunks_[c].used; ++i)
                if (best == nullptr || before(chunks_[c].entries[i], *best))
                    best = &chunks_[c].entries[i];
    return *best;
}

bool WheelQueue::open_before(std::uint64_t limit)
{
    if (size_ == 0)
        return false;
    const std::uint64_t bucket = next_bucket();
    if (bucket << bucket_shift >= limit)
        return false;
    open(bucket);
    return open_.front().time < limit;
}

void WheelQueue::open(std::uint64_t bucket)
{
    open_end_ = bucket + 1;
    open_.clear();
    open_head_ = 0;
    const std::size_t slot = bucket & (bucket_count - 1);
    std::uint32_t c = heads_[slot];
    if (c != none) { // of this bucket: no other one of the ring shares the slot
        heads_[slot] = none;
        words_[slot >> 6] &= ~(std::uint64_t{1} << (slot & 63));
        if (words_[slot >> 6] == 0)
            summary_[slot >> 12] &= ~(std::uint64_t{1} << ((slot >> 6) & 63));
        while (c != none) {
            Chunk& chunk = chunks_[c];
            for (std::uint32_t k = 0; k < chunk.used; ++k)
                open_.push_back(chunk.entries[k]);
            const std::uint32_t next = chunk.next;
            chunk.next = free_;
            free_ = c;
            c = next;
        }
    }
    while (!far_.empty() && far_.top().time >> bucket_shift == bucket)
        open_.push_back(far_.pop());
    if (open_.size() <=
        48) { // clock edges put dozens of entries on one time; insertion still beats std::sort
        for (std::size_t i = 1; i < open_.size(); ++i) {
            const Entry e = open_[i];
            std::size_t j = i;
            for (; j > 0 && before(e, open_[j - 1]); --j)
                open_[j] = open_[j - 1];
            open_[j] = e;
        }
    } else {
        std::sort(open_.begin(), open_.end(), [](const Entry& a, const Entry& b) { return before(a, b); });
    }
}

} // namespace sharpsim
