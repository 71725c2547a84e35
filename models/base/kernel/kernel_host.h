// SPDX-License-Identifier: Apache-2.0
// Hosts a calendar inside the SystemC kernel: one SC_METHOD that drains all entries up to the kernel's next
// pending activity, so that a foreign module and the models see the same order of time, and an idle model
// costs nothing.
#pragma once

#include <csignal>
#include <exception>

#include <systemc>

#include "base/calendar.h"

namespace sharpsim {

inline sc_core::sc_time to_sc(Picoseconds t) { return sc_core::sc_time::from_value(t.count()); }
inline Picoseconds from_sc(const sc_core::sc_time& t) { return Picoseconds{t.value()}; }

class KernelHost : public sc_core::sc_module, public CalendarHost {
public:
    SC_HAS_PROCESS(KernelHost);
    // strict: wakes once per distinct time instead of draining. Slower, and gives the same results; for
    // debugging beside foreign models.
    KernelHost(const sc_core::sc_module_name& nm, Calendar& calendar, bool strict = false);
    ~KernelHost() override;
    KernelHost(const KernelHost&) = delete;
    KernelHost& operator=(const KernelHost&) = delete;

    // Runs until a time, until nothing is pending anywhere, or until stop(). May be called again. What a
    // model throws comes out of here with its own type.
    void run(Picoseconds until = never);
    // Ends run() after the current entry; models call it, and so may a signal handler.
    void stop()
    {
        stop_requested_ = 1;
        calendar_.leave();
    }
    // True where run() ended because of stop().
    [[nodiscard]] bool stopped() const { return stop_requested_ != 0; }

    void earlier_entry() override;
    [[nodiscard]] Picoseconds kernel_now() const override { return from_sc(sc_core::sc_time_stamp()); }

private:
    void drain(); // SC_METHOD
    void drain_once();
    void pause();

    Calendar& calendar_;
    bool strict_;
    volatile std::sig_atomic_t stop_requested_{0};
    Picoseconds stop_time_{never};
    Picoseconds armed_{0};
    std::exception_ptr error_;
    sc_core::sc_event wake_{"wake_up"};
};

} // namespace sharpsim
