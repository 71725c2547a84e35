// SPDX-License-Identifier: Apache-2.0
#include "observe/progress.h"

#include <iostream>

#include <unistd.h>

#include "observe/human.h"

namespace sharpsim {

Progress::Progress(std::ostream& out, Clock::duration interval) :
    out_{out},
    on_{out.rdbuf() != nullptr},
    overwrite_{&out == &std::cerr && ::isatty(STDERR_FILENO) == 1},
    interval_{interval},
    last_{Clock::now()},
    due_{last_ + interval}
{
}

Progress::~Progress()
{
    if (line_open_)
        out_ << "\r\033[K" << std::flush;
}

void Progress::print(Picoseconds simulated, std::uint64_t hops, std::uint64_t in_flight, Picoseconds oldest)
{
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    out_ << (overwrite_ ? "\r\033[K" : "") << "progress: " << short_time(simulated.count()) << " simulated, "
         << in_flight << " packets in flight";
    if (oldest != Picoseconds{0})
        out_ << ", the oldest for " << short_time(oldest.count());
    if (seconds > 0)
        out_ << ", " << short_count(static_cast<double>(hops - last_hops_) / seconds) << " hops/s";
    out_ << (overwrite_ ? "" : "\n") << std::flush;
    line_open_ = overwrite_;
    last_ = now;
    due_ = now + interval_;
    last_hops_ = hops;
}

} // namespace sharpsim
