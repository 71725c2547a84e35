// SPDX-License-Identifier: Apache-2.0
// Two priority queues behind one interface: a time-bucket wheel with a heap for the far future (fast), and a
// plain 4-ary heap (the reference). Both order by one 128-bit key and give the same sequence.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/wide.h"

namespace sharpsim {

struct Entry {
    std::uint64_t time;    // ps
    std::uint32_t key;     // stage << 28 | target << 4 | sub
    std::uint32_t payload; // not part of the order: equal time and key do not occur
};

inline bool before(const Entry& a, const Entry& b)
{
    return ((static_cast<Wide>(a.time) << 32) | a.key) < ((static_cast<Wide>(b.time) << 32) | b.key);
}

class HeapQueue {
public:
    void push(const Entry& e)
    {
        std::size_t i = heap_.size();
        heap_.push_back(e);
        while (i > 0) {
            const std::size_t parent = (i - 1) / 4;
            if (!before(e, heap_[parent]))
                break;
            heap_[i] = heap_[parent];
            i = parent;
        }
        heap_[i] = e;
    }
    [[nodiscard]] bool empty() const { return heap_.empty(); }
    [[nodiscard]] const Entry& top() const { return heap_.front(); }
    // True where the next entry lies strictly before the limit.
    [[nodiscard]] bool ready(std::uint64_t limit) const
    {
        return !heap_.empty() && heap_.front().time < limit;
    }
    Entry pop()
    {
        const Entry out = heap_.front();
        const Entry last = heap_.back();
        heap_.pop_back();
        if (!heap_.empty())
            sift_down(last);
        return out;
    }
    [[nodiscard]] std::size_t size() const { return heap_.size(); }

private:
    void sift_down(const Entry& e)
    {
        const std::size_t n = heap_.size();
        std::size_t i = 0;
        for (;;) {
            const std::size_t first = 4 * i + 1;
            if (first >= n)
                break;
            std::size_t best = first;
            const std::size_t last = std::min(first + 4, n);
            for (std::size_t c = first + 1; c < last; ++c)
                if (before(heap_[c], heap_[best]))
                    best = c;
            if (!before(heap_[best], e))
                break;
            heap_[i] = heap_[best];
            i = best;
        }
        heap_[i] = e;
    }
    std::vector<Entry> heap_;
};

// Buckets of 2^bucket_shift ps in a ring. The bucket being read is copied out, sorted, and read from the
// front; entries pushed at or before it are inserted in order. Beyond the ring lies a heap. Looking at the
// next entry opens no bucket: a bucket opened long before its time would turn every push in between into an
// ordered insertion.
class WheelQueue {
public:
    static constexpr unsigned bucket_shift = 7;                       // 128 ps
    static constexpr std::size_t bucket_count = std::size_t{1} << 14; // 2.1 us

    WheelQueue();
    void push(const Entry& e)
    {
        const std::uint64_t bucket = e.time >> bucket_shift;
        if (bucket < open_end_)
            insert_open(e);
        else if (bucket - open_end_ < bucket_count)
            append(bucket, e);
        else
            far_.push(e);
        ++size_;
    }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] const Entry& top() const
    {
        return open_head_ != open_.size() ? open_[open_head_] : closed_top();
    }
    // True where the next entry lies strictly before the limit; its bucket is then open.
    [[nodiscard]] bool ready(std::uint64_t limit)
    {
        return open_head_ != open_.size() ? open_[open_head_].time < limit : open_before(limit);
    }
    Entry pop()
    {
        if (__builtin_expect(open_head_ == open_.size(), 0))
            open(next_bucket());
        --size_;
        return open_[open_head_++];
    }
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};
    struct Chunk {
        Entry entries[3];
        std::uint32_t next;
        std::uint32_t used;
        std::uint64_t unused;
    };
    static_assert(sizeof(Chunk) == 64);

    void append(std::uint64_t bucket, const Entry& e)
    {
        const std::size_t slot = bucket & (bucket_count - 1);
        std::uint32_t head = heads_[slot];
        if (head == none || chunks_[head].used == 3) {
            const std::uint32_t fresh = take_chunk();
            chunks_[fresh].next = head;
            chunks_[fresh].used = 0;
            heads_[slot] = fresh;
            if (head == none) {
                words_[slot >> 6] |= std::uint64_t{1} << (slot & 63);
                summary_[slot >> 12] |= std::uint64_t{1} << ((slot >> 6) & 63);
            }
            head = fresh;
        }
        Chunk& c = chunks_[head];
        c.entries[c.used++] = e;
    }
    std::uint32_t take_chunk()
    {
        if (free_ == none)
            return grow();
        const std::uint32_t c = free_;
        free_ = chunks_[c].next;
        return c;
    }
    void insert_open(const Entry& e)
    {
        if (open_head_ == open_.size()) {
            open_.clear();
            open_head_ = 0;
        }
        open_.push_back(e);
        std::size_t i = open_.size() - 1;
        while (i > open_head_ && before(e, open_[i - 1])) {
            open_[i] = open_[i - 1];
            --i;
        }
        open_[i] = e;
    }
    std::uint32_t grow();
    void open(std::uint64_t bucket);
    bool open_before(std::uint64_t limit);
    [[nodiscard]] const Entry& closed_top() const;
    [[nodiscard]] std::uint64_t next_bucket() const;
    [[nodiscard]] std::uint64_t next_ring_bucket() const;

    std::uint64_t open_end_{0}; // the first bucket that is not open; the ring holds bucket_count from here on
    std::size_t open_head_{0};
    std::size_t size_{0};
    std::uint32_t free_{none};
    std::vector<Entry> open_;
    std::vector<Chunk> chunks_;
    std::vector<std::uint32_t> heads_;
    std::uint64_t summary_[bucket_count / 4096];
    std::uint64_t words_[bucket_count / 64];
    HeapQueue far_;
};

} // namespace sharpsim
