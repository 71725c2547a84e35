// SPDX-License-Identifier: Apache-2.0
// The reduction engine of a switch: some ALUs, and the accumulators of the operations in progress.
//
// An operand of B beats (alu.lanes * 4 bytes each; an empty operand takes one) is folded into its accumulator
// by one ALU, which is bound to it from the first beat to the last:
//   - it goes to the ALU that is free first, the lowest index among equals, in the order of the calls of
//   fold();
//   - it starts at the first clock edge at or after both the call and the end of that ALU's previous operand;
//   - a beat follows the one before it after `interval` edges;
//   - beat k waits until `depth` edges after beat k of the operand before it on the same accumulator was
//   issued; where one of the two operands is of elements and the other of fixed-point numbers, until `depth`
//   edges after the last beat of the one before;
//   - it is done at the edge at which its last result is written, `depth` edges after its last beat was
//   issued.
// These times do not depend on the back end: the RTL is held to them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/calendar.h"
#include "base/units.h"
#include "packet/payload.h"
#include "packet/region.h"
#include "reduction/alu_driver.h"
#include "reduction/reduction_config.h"
#include "reduction/types.h"

namespace sharpsim::reduction {

using AccRef = std::uint32_t;

class EngineClient {
public:
    // The operand is in the accumulator. Called at Stage::engine.
    virtual void folded(std::uint32_t token) = 0;

protected:
    EngineClient() = default;
    EngineClient(const EngineClient&) = default;
    EngineClient& operator=(const EngineClient&) = default;
    ~EngineClient() = default;
};

// Whoever records the pins of the RTL.
class EdgeObserver {
public:
    // The pins of an ALU are about to change.
    virtual void before_edge() = 0;
    // A falling edge at `when` for the record: true if `fall` will be called; false if nobody looks.
    virtual bool schedule_fall(Picoseconds when, std::function<void()> fall) = 0;

protected:
    EdgeObserver() = default;
    EdgeObserver(const EdgeObserver&) = default;
    EdgeObserver& operator=(const EdgeObserver&) = default;
    ~EdgeObserver() = default;
};

class ReductionEngine final : public Actor {
public:
    // `context` is needed for the back ends rtl and lockstep only; one that is shared lets ALUs of several
    // engines stand in one waveform file. Throws InputError for a configuration without RTL.
    ReductionEngine(Region& region, EngineClient& client, const ReductionConfig& config, std::string name,
                    std::shared_ptr<AluRtlContext> context = nullptr);
    ReductionEngine(const ReductionEngine&) = delete;
    ReductionEngine& operator=(const ReductionEngine&) = delete;

    // An accumulator for operands of `bytes` bytes, whole elements. What the datapath lacks must have been
    // refused before. Precisions: those that can be asked for; exact_wire is never rounded here.
    AccRef open(Type type, Operator op, Rounding rounding, Precision precision, std::size_t bytes);
    // acc = acc op operand; the first operand of an operation is taken as it is. Operands without bytes
    // (size-only runs) take their time and give a value without bytes. May not be called after Stage::rtl of
    // a clock edge. `fixed_point`: the operand is the result of an exact_wire accumulator; 64 bits of a beat
    // an element.
    void fold(AccRef acc, const Payload& operand, bool first, bool last, std::uint32_t token,
              bool fixed_point = false);
    // The result, complete once every fold has been reported: elements, or in exact_wire wire_bytes() each.
    [[nodiscard]] const Payload& value(AccRef acc) const { return accumulators_[acc].value; }
    void close(AccRef acc);

    void observe_edges(EdgeObserver* observer) { observer_ = observer; }
    void describe_tokens(TokenText text) { token_text_ = std::move(text); }
    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const Clock& clock() const { return clock_; }
    [[nodiscard]] unsigned alus() const { return config_.alus; }
    // Null with the back end model.
    [[nodiscard]] AluRtl* rtl(unsigned alu)
    {
        return alus_[alu].driver ? &alus_[alu].driver->rtl() : nullptr;
    }
    [[nodiscard]] std::string alu_name(unsigned alu) const { return name_ + ".alu" + std::to_string(alu); }

    [[nodiscard]] std::uint64_t beats_reduced() const { return beats_reduced_; }
    [[nodiscard]] std::uint64_t beats_compared() const;
    [[nodiscard]] std::uint64_t folds() const { return folds_done_; }
    // Cycles in which the ALU was bound to an operand, and those of them spent waiting for the same
    // accumulator.
    [[nodiscard]] Cycles busy_cycles(unsigned alu) const { return Cycles{alus_[alu].busy}; }
    [[nodiscard]] Cycles hazard_cycles(unsigned alu) const { return Cycles{alus_[alu].hazard}; }

    void on_event(Stage stage, std::uint32_t target, std::uint32_t sub, std::uint32_t payload) override;

private:
    static constexpr std::uint32_t none = ~std::uint32_t{0};

    struct Accumulator {
        Type type{};
        Operator op{};
        Rounding rounding{};
        Precision precision{};
        std::size_t bytes{0};
        std::uint64_t next_edge{0}; // beat 0 of the next operand may be issued from here on,
        std::uint64_t free_edge{0}; // or from here if it is of the other kind
        std::uint32_t pending{0};
        bool in_use{false};
        bool started{false};
        bool fixed_point{false};          // the latest operand
        std::vector<std::uint64_t> slots; // one an element, where has_slots(precision)
        Payload value;

        [[nodiscard]] std::size_t elements() const { return bytes / element_bytes(type, op); }
        [[nodiscard]] std::size_t result_bytes() const
        {
            return precision == Precision::exact_wire ? elements() * wire_bytes(type) : bytes;
        }
        // On the pins.
        [[nodiscard]] Precision code(bool merge) const;
    };
    struct Fold { // one operand on its way through an ALU
        Payload operand;
        std::uint64_t first_edge{0};
        AccRef acc{0};
        std::uint32_t token{0};
        std::uint32_t next{none}; // of the same ALU; of the free list
        unsigned beats{0};
        unsigned issued{0};
        unsigned returned{0};
        bool first{false};
        bool last{false};
        bool fixed_point{false};
    };
    struct Alu {
        std::uint64_t free_edge{0};
        std::uint64_t busy{0};
        std::uint64_t hazard{0};
        std::uint64_t passed_beats{0};    // by which `draws` is behind
        std::vector<std::uint32_t> draws; // states, one a lane of the RTL in this build
        // Only with RTL: the folds that issue and return, the last one, and the next edge to clock.
        std::uint32_t issuing{none};
        std::uint32_t returning{none};
        std::uint32_t newest{none};
        bool ticking{false};
        std::uint64_t tick{0};
        std::uint64_t next_possible{0}; // first edge that has not been clocked
        std::unique_ptr<AluDriver> driver;
    };

    std::uint32_t take_fold();
    unsigned choose_alu(std::uint64_t edge) const;
    void compute(Alu& alu, Accumulator& acc, const Payload& operand, const Fold& fold);
    void compute_slots(Alu& alu, Accumulator& acc, const Payload& operand, const Fold& fold);
    void enqueue(Alu& alu, unsigned index, std::uint32_t fold);
    void schedule_tick(Alu& alu, unsigned index);
    void tick(Alu& alu, unsigned index);
    const AluIn* next_beat(Alu& alu, BeatName& who);
    void put_elements(const Fold& fold, const Accumulator& acc);
    void put_slots(const Fold& fold, const Accumulator& acc);
    static void take_slots(const Fold& fold, Accumulator& acc, const AluOut& out);
    void retire(Alu& alu, unsigned index, const AluOut& out);

    Region& region_;
    EngineClient& client_;
    ReductionConfig config_;
    std::string name_;
    Clock clock_;
    std::uint32_t target_;
    EdgeObserver* observer_{nullptr};
    TokenText token_text_;
    std::vector<Alu> alus_;
    std::vector<Accumulator> accumulators_;
    std::vector<AccRef> free_accumulators_;
    std::vector<Fold> folds_;
    std::uint32_t free_fold_{none};
    std::uint64_t beats_reduced_{0};
    std::uint64_t folds_done_{0};
    std::vector<std::uint64_t> merged_; // an operand of fixed-point numbers, unpacked
    // The beat that is put in: pins, and room for one that the operand does not fill.
    AluIn pins_;
    std::uint8_t operand_room_[built_beat_bytes]{};
    std::uint8_t acc_room_[slots_a_byte * built_beat_bytes]{};
};

} // namespace sharpsim::reduction
