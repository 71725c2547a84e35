// SPDX-License-Identifier: Apache-2.0
// A queue in one power-of-two array that grows by doubling: an empty one takes no memory, a running one
// allocates nothing.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace sharpsim {

template <class T>
class Ring {
public:
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] std::size_t size() const { return count_; }
    [[nodiscard]] T& operator[](std::size_t i) { return slots_[(head_ + i) & (slots_.size() - 1)]; }
    [[nodiscard]] const T& operator[](std::size_t i) const
    {
        return slots_[(head_ + i) & (slots_.size() - 1)];
    }
    [[nodiscard]] T& front() { return (*this)[0]; }
    [[nodiscard]] T& back() { return (*this)[count_ - 1]; }

    void push_back(T value)
    {
        if (count_ == slots_.size())
            grow();
        (*this)[count_] = std::move(value);
        ++count_;
    }
    T pop_front()
    {
        T value = std::exchange(front(), T{});
        head_ = (head_ + 1) & (slots_.size() - 1);
        --count_;
        return value;
    }

private:
    void grow()
    {
        std::vector<T> more(slots_.empty() ? 4 : slots_.size() * 2);
        for (std::size_t i = 0; i < count_; ++i)
            more[i] = std::move((*this)[i]);
        slots_ = std::move(more);
        head_ = 0;
    }
    std::vector<T> slots_;
    std::size_t head_{0};
    std::size_t count_{0};
};

} // namespace sharpsim
