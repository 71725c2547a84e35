// SPDX-License-Identifier: Apache-2.0
// The Verilated reduction ALU as a plain object: pins in, one clock cycle, pins out. Neither SystemC nor
// Verilator shows through this header.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "reduction/alu_model.h"

namespace sharpsim::reduction {

// Input pins of rtl/reduction_alu.sv (see there). Codes are raw pin values.
struct AluIn {
    bool valid{false};
    bool out_ready{true};
    std::uint8_t type{0};
    std::uint8_t op{0};
    std::uint8_t rounding{0};
    std::uint8_t precision{0};
    std::uint8_t variant{0}; // Variant::code()
    bool first{false};
    bool last{false};
    bool head{false};
    bool tail{false};
    std::uint16_t tag{0};
    std::uint64_t mask{~std::uint64_t{0}};
    const std::uint8_t* operand{nullptr}; // one beat; read only if valid
    const std::uint8_t* acc{nullptr};     // one beat, likewise; eight where has_slots(precision)
    const LaneFlags* acc_flags{nullptr};  // one a lane, or null for none
};

// What is seen around one rising edge: in_ready before it, everything else after it.
struct AluOut {
    bool in_ready{false};
    bool valid{false}; // the rest is meaningful only then
    bool first{false};
    bool last{false};
    bool head{false};
    bool tail{false};
    bool unsupported{false};
    std::uint16_t tag{0};
    const std::uint8_t* acc{nullptr}; // the whole pin, eight beats, valid until the next cycle
};

// What the instances of one run share; a waveform file can hold only instances of one context.
class AluRtlContext {
public:
    // Arguments such as "+alu_fault_lane=3" reach $value$plusargs; only the fault-injecting build asks for
    // any.
    explicit AluRtlContext(const std::vector<std::string>& plusargs = {});
    ~AluRtlContext();
    AluRtlContext(const AluRtlContext&) = delete;
    AluRtlContext& operator=(const AluRtlContext&) = delete;

private:
    friend class AluRtl;
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

class AluRtl {
public:
    // The name is the scope in waveforms; empty: the pins stand in the scope of whoever writes the file.
    AluRtl(const std::string& instance_name, std::shared_ptr<AluRtlContext> context);
    ~AluRtl();
    AluRtl(const AluRtl&) = delete;
    AluRtl& operator=(const AluRtl&) = delete;

    // Empties the pipeline; two clock cycles under reset.
    void reset();
    // Loads the states of the random draws, one a lane; takes one clock cycle without a beat. Only while
    // nothing is in the pipeline.
    void seed(const std::uint32_t* lane_states);
    // Settle, rise, read. The clock falls by itself before the next one unless fall() did it.
    const AluOut& cycle(const AluIn& in);
    void fall();
    // Flags of the result that is out, one a lane.
    void read_flags(LaneFlags* flags) const;

    // `verilated_fst` is a VerilatedFstC* that is not open yet. Its owner decides when to dump.
    void add_to_trace(void* verilated_fst);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    AluOut out_;
};

} // namespace sharpsim::reduction
