// SPDX-License-Identifier: Apache-2.0
// Entry: starts the kernel's library, runs one command, and turns what it throws into one line and an exit
// code.
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>

#include <systemc>

#include "base/error.h"
#include "commands.h"
#include "observe/output_file.h"
#include "options.h"

namespace {

int complain(int code, const std::string& text)
{
    std::string line = text;
    for (char& c : line)
        if (c == '\n' || c == '\r')
            c = ' ';
    std::cout.flush();
    std::cerr << "sharpsim: " << line << std::endl;
    return code;
}

// What was printed has to have arrived: a full disk behind standard output is an error like any other.
int finish(int code)
{
    errno = 0;
    std::cout.flush();
    if (std::fflush(stdout) == 0 && std::cout)
        return code;
    const std::string why = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
    std::cout.clear();
    return complain(1, "standard output cannot be written" + why);
}

} // namespace

int sc_main(int argc, char* argv[])
{
    try {
        sharpsim::app::set_called_name(argc > 0 ? argv[0] : nullptr);
        sc_core::sc_set_time_resolution(1, sc_core::SC_PS);
        return finish(sharpsim::app::dispatch({argv + 1, argv + argc}));
    } catch (const sharpsim::InputError& e) {
        return complain(2, e.what());
    } catch (const sharpsim::ModelError& e) {
        return complain(3, e.what());
    } catch (const sharpsim::OutputError& e) {
        return complain(1, e.what());
    } catch (const std::bad_alloc&) {
        return complain(1, "out of memory");
    } catch (const sc_core::sc_report& e) {
        return complain(3, std::string("SystemC kernel: ") + e.what());
    } catch (const std::exception& e) {
        return complain(1, std::string("failed: ") + e.what());
    }
}

// In place of the main() of SystemC's library, which would print its banner on every start.
int main(int argc, char* argv[])
{
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    return sc_core::sc_elab_and_sim(argc, argv);
}
