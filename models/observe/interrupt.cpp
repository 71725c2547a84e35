// SPDX-License-Identifier: Apache-2.0
#include "observe/interrupt.h"

#include <csignal>

#include <unistd.h>

namespace sharpsim {

namespace {

// A handler can reach nothing but statics. They are written while the signals have another handler.
void (*volatile stop_function)(void*) = nullptr;
void* volatile stop_context = nullptr;
volatile std::sig_atomic_t signals_seen = 0;
struct sigaction old_interrupt;
struct sigaction old_terminate;

void on_signal(int)
{
    if (signals_seen != 0)
        ::_exit(130);
    signals_seen = 1;
    stop_function(stop_context);
}

} // namespace

InterruptScope::InterruptScope(void (*stop)(void*), void* context)
{
    stop_function = stop;
    stop_context = context;
    signals_seen = 0;
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    ::sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, &old_interrupt);
    ::sigaction(SIGTERM, &action, &old_terminate);
}

InterruptScope::~InterruptScope()
{
    ::sigaction(SIGINT, &old_interrupt, nullptr);
    ::sigaction(SIGTERM, &old_terminate, nullptr);
}

bool InterruptScope::requested() { return signals_seen != 0; }

} // namespace sharpsim
