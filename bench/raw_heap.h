// SPDX-License-Identifier: Apache-2.0
// The yardstick: a plain event loop without any model. Rates of one machine divided by its yardstick carry
// over to another machine.
#pragma once

namespace sharpsim::bench {

constexpr unsigned raw_pending = 64;

// Events a second of a std::priority_queue ordered by (time, sequence number), one virtual call an event, 64
// pending, each scheduled again 1 to 16 ns later (whole nanoseconds, uniform). Runs for so many seconds of
// processor time.
double raw_heap_rate(double seconds);

// The same with 64 SystemC processes, each waiting for a timed sc_event of its own. Starts the kernel: once a
// process.
double raw_sc_event_rate(double seconds);

} // namespace sharpsim::bench
