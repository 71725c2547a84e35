// SPDX-License-Identifier: Apache-2.0
// The calendar that drives all models of a region: a priority queue of 16-byte entries and its own now().
// It knows nothing of SystemC; base/kernel/kernel_host.h drains it inside one SC_METHOD.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/event_queue.h"
#include "base/units.h"

namespace sharpsim {

// Order of entries that fall on the same picosecond. At most 16.
enum class Stage : std::uint8_t {
    credit, // a flow-control packet arrives
    fc_due, // freed blocks want a flow-control packet, or its period has come
    wake,   // a clock edge on which a switch has something to do: outputs about to be free, heads through the
            // lookup
    arrive, // a head is through the lookup of a switch, on an edge too far ahead for the switch to keep
            // itself
    engine, // the reduction engine finishes or accepts
    transport, // acknowledgements, timers of queue pairs
    host,      // HCA, SHARP client, rank programs
    source,    // traffic generators
    rtl,       // one clock edge of a Verilated model
};

// Something that entries are addressed to. An entry's index is target * 16 + sub: `sub` (0..15) is the
// actor's own, and is part of the order. Two entries with the same time, stage and index are a fault of the
// model.
class Actor {
public:
    virtual void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) = 0;

protected:
    Actor() = default;
    Actor(const Actor&) = default;
    Actor& operator=(const Actor&) = default;
    ~Actor() = default;
};

// What the calendar asks of whoever hosts it.
class CalendarHost {
public:
    virtual void earlier_entry() = 0;                         // pushed from outside, before the armed wake-up
    [[nodiscard]] virtual Picoseconds kernel_now() const = 0; // sc_time_stamp()

protected:
    CalendarHost() = default;
    CalendarHost(const CalendarHost&) = default;
    CalendarHost& operator=(const CalendarHost&) = default;
    ~CalendarHost() = default;
};

enum class CalendarKind : std::uint8_t { wheel, heap };

class Calendar {
public:
    explicit Calendar(CalendarKind kind = CalendarKind::wheel) : heap_kind_{kind == CalendarKind::heap} {}

    // Reserves `count` consecutive targets for an actor; returns the first.
    std::uint32_t add_actor(Actor& actor, std::uint32_t count = 1);

    [[nodiscard]] Picoseconds now() const { return Picoseconds{now_}; }

    void push(Picoseconds time, Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload)
    {
        if (__builtin_expect((time.count() < now_) | (sub > 15), 0))
            fail_push(time, stage, target, sub);
        const Entry e{time.count(), (static_cast<std::uint32_t>(stage) << 28) | (target << 4) | sub, payload};
        ++pushed_;
        if (heap_kind_)
            heap_.push(e);
        else
            wheel_.push(e);
        if (__builtin_expect(!draining_ && host_ != nullptr, 0)) {
            // The kernel's clock may be past the last entry, and never goes back.
            if (time < host_->kernel_now())
                fail_push(time, stage, target, sub);
            host_->earlier_entry();
        }
    }

    // Runs every entry strictly before `limit`. Returns early after touch_kernel() or leave().
    void run(Picoseconds limit);

    [[nodiscard]] bool empty() const { return heap_kind_ ? heap_.empty() : wheel_.empty(); }
    [[nodiscard]] Picoseconds next_time() const { return empty() ? never : Picoseconds{top().time}; }
    [[nodiscard]] std::uint64_t pushed() const { return pushed_; }
    [[nodiscard]] std::uint64_t popped() const { return popped_; }

    // Call after anything that may have created kernel activity (a call to a foreign module, an sc_event):
    // the drain ends after the current entry and the host asks the kernel for its next activity again.
    void touch_kernel() { leave_ = true; }
    // Ends the drain after the current entry; safe from a signal handler.
    void leave() { leave_ = true; }

    // Time of the kernel as models see it: sc_time_stamp() while outside, the drain's start while inside. TLM
    // calls carry now() - kernel_time() on top of their own delay.
    [[nodiscard]] Picoseconds kernel_time() const
    {
        return draining_ || host_ == nullptr ? Picoseconds{kernel_time_} : host_->kernel_now();
    }
    // Brings now() up to the kernel's time before a call is handled that may come from outside a drain.
    void enter_from_outside()
    {
        if (!draining_ && host_ != nullptr && host_->kernel_now().count() > now_)
            now_ = host_->kernel_now().count();
    }
    void set_host(CalendarHost* host) { host_ = host; }
    void begin_drain(Picoseconds kernel_time)
    {
        kernel_time_ = kernel_time.count();
        draining_ = true;
        leave_ = false;
    }
    void end_drain() { draining_ = false; }
    [[nodiscard]] bool draining() const { return draining_; }
    [[nodiscard]] bool leaving() const { return leave_; }

private:
    [[nodiscard]] const Entry& top() const { return heap_kind_ ? heap_.top() : wheel_.top(); }
    [[noreturn]] void fail_push(Picoseconds time, Stage stage, std::uint32_t target, std::uint32_t sub) const;
    [[noreturn]] void fail_twice(const Entry& e) const;
    template <class Queue>
    void run_queue(Queue& queue, std::uint64_t limit);

    bool heap_kind_;
    bool draining_{false};
    volatile bool leave_{false};
    std::uint64_t now_{0};
    std::uint64_t kernel_time_{0};
    std::uint64_t last_time_{~std::uint64_t{0}};
    std::uint32_t last_key_{0};
    std::uint64_t pushed_{0};
    std::uint64_t popped_{0};
    std::vector<Actor*> actors_;
    CalendarHost* host_{nullptr};
    WheelQueue wheel_;
    HeapQueue heap_;
};

} // namespace sharpsim
