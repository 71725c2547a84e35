// SPDX-License-Identifier: Apache-2.0
// SIGINT and SIGTERM while a run lasts: the first one asks the run to stop, so that its files are closed and
// written; a second one ends the process at once with exit code 130. Signals are the process's, hence the
// only process-wide state of the models.
#pragma once

namespace sharpsim {

// Catches both signals as long as it lives. One at a time.
class InterruptScope {
public:
    // `stop` is called from the signal handler and may only do what a signal handler may.
    InterruptScope(void (*stop)(void*), void* context);
    // Of an object with an async-signal-safe stop(), such as KernelHost.
    template <class T>
    explicit InterruptScope(T& target) : InterruptScope{[](void* t) { static_cast<T*>(t)->stop(); }, &target}
    {
    }
    ~InterruptScope(); // earlier handlers return
    InterruptScope(const InterruptScope&) = delete;
    InterruptScope& operator=(const InterruptScope&) = delete;

    // A signal came since the latest scope began.
    [[nodiscard]] static bool requested();
};

} // namespace sharpsim
