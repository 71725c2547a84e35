// SPDX-License-Identifier: Apache-2.0
#include "base/kernel/kernel_host.h"

#include <algorithm>
#include <utility>

namespace sharpsim {

KernelHost::KernelHost(const sc_core::sc_module_name& nm, Calendar& calendar, bool strict) :
    sc_core::sc_module{nm}, calendar_{calendar}, strict_{strict}
{
    calendar_.set_host(this);
    SC_METHOD(drain);
}

KernelHost::~KernelHost() { calendar_.set_host(nullptr); }

void KernelHost::run(Picoseconds until)
{
    stop_requested_ = 0;
    stop_time_ = until;
    if (sc_core::sc_get_status() != sc_core::SC_ELABORATION)
        wake_.notify(sc_core::SC_ZERO_TIME);
    sc_core::sc_start();
    if (error_)
        std::rethrow_exception(std::exchange(error_, nullptr));
}

void KernelHost::earlier_entry()
{
    if (sc_core::sc_get_status() == sc_core::SC_RUNNING && calendar_.next_time() < armed_)
        wake_.notify(sc_core::SC_ZERO_TIME);
}

void KernelHost::pause()
{
    armed_ = Picoseconds{0};
    sc_core::sc_pause();
    next_trigger(wake_);
}

// An exception may not cross the kernel, which would turn it into a report: it is carried to run() instead.
void KernelHost::drain()
{
    try {
        drain_once();
    } catch (...) {
        calendar_.end_drain();
        error_ = std::current_exception();
        pause();
    }
}

void KernelHost::drain_once()
{
    const Picoseconds kernel_time = kernel_now();
    for (;;) {
        if (kernel_time >= stop_time_ || stop_requested_ != 0) {
            pause();
            return;
        }
        // At equal time the kernel's own processes go first.
        if (sc_core::sc_pending_activity_at_current_time()) {
            armed_ = Picoseconds{0};
            next_trigger(sc_core::SC_ZERO_TIME);
            return;
        }
        Picoseconds limit = stop_time_;
        if (sc_core::sc_pending_activity_at_future_time())
            limit = std::min(limit, kernel_time + from_sc(sc_core::sc_time_to_pending_activity()));
        if (strict_)
            limit = std::min(limit, kernel_time + Picoseconds{1});
        calendar_.begin_drain(kernel_time);
        if (stop_requested_ != 0) // a signal between the check above and here
            calendar_.leave();
        calendar_.run(limit);
        calendar_.end_drain();
        if (!calendar_.leaving())
            break;
    }
    armed_ = std::min(calendar_.next_time(), stop_time_);
    if (armed_ == never)
        next_trigger(wake_);
    else
        next_trigger(to_sc(armed_ - kernel_time), wake_);
}

} // namespace sharpsim
