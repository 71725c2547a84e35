// SPDX-License-Identifier: Apache-2.0
// summary.json: what came out of a run, in the fields of docs/run_directory.md.
#pragma once

#include <cstdint>
#include <string>

namespace sharpsim {

struct Summary {
    std::string status; // see exit_code()
    std::uint64_t seed{0};
    std::string digest; // 32 hexadecimal digits
    std::uint64_t sim_time_ps{0};
    double host_seconds{0};
    std::uint64_t packet_hops{0};     // packet copies that left a switch egress
    std::uint64_t injected_bytes{0};  // payload
    std::uint64_t delivered_bytes{0}; // payload
    std::uint64_t wire_bytes{0};
    std::uint64_t dropped_packets{0};
    std::uint64_t wrong{0}; // elements that differ from the oracle
    std::uint64_t beats_reduced{0};
    std::uint64_t beats_compared{0};
    std::uint64_t rtl_mismatches{0}; // beats at which the RTL differed from the model; the first ends the run
    std::string limited_by;
    std::string failure; // why the status is wrong: the first difference, or what broke; one line
    std::string version;
};

// The fields in the order above. Text that is no UTF-8 is mended, never refused.
std::string render_summary(const Summary& summary);

// Takes a file of render_summary() back. Throws InputError.
Summary read_summary(const std::string& path);

// The exit code that belongs to a status: ok, saturated: 0; stalled, incomplete, failed: 1; wrong: 3;
// interrupted: 130. Anything else is a fault of the model (ModelError).
int exit_code(const std::string& status);

// A few lines for the terminal.
std::string summary_text(const Summary& summary);

} // namespace sharpsim
