// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>
#include <vector>

#include "reduction/alu_model.h"
#include "target.h"

namespace sharpsim::tb {

namespace {

using namespace reduction;

class ModelTarget : public Target {
public:
    ModelTarget() { reset(); }

    void reset() override
    {
        stages_.assign(built_alu.depth, {});
        states_.fill(1);
        out_ = {};
    }

    void seed(const States& states) override
    {
        for (unsigned lane = 0; lane < lanes; ++lane)
            states_[lane] = states[lane] == 0 ? 1 : states[lane];
    }

    const AluOut& cycle(const AluIn& in) override
    {
        out_.in_ready = in.out_ready || !stages_.back().valid;
        if (!out_.in_ready)
            return out_;
        stages_.pop_back();
        stages_.insert(stages_.begin(), in.valid ? compute(in) : Stage{});
        const Stage& last = stages_.back();
        out_.valid = last.valid;
        out_.first = last.first;
        out_.last = last.last;
        out_.head = last.head;
        out_.tail = last.tail;
        out_.tag = last.tag;
        out_.unsupported = last.result.unsupported;
        out_.acc = last.result.acc;
        return out_;
    }

    void read_flags(Flags& flags) const override
    {
        std::memcpy(flags.data(), stages_.back().result.flags, flags.size());
    }

private:
    struct Stage {
        bool valid{false};
        bool first{false};
        bool last{false};
        bool head{false};
        bool tail{false};
        std::uint16_t tag{0};
        BeatOutput result{};
    };

    Stage compute(const AluIn& in)
    {
        BeatInput beat;
        beat.type = in.type;
        beat.op = in.op;
        beat.rounding = in.rounding;
        beat.precision = in.precision;
        beat.variant = in.variant;
        beat.first = in.first;
        beat.last = in.last;
        beat.mask = in.mask;
        beat.operand = in.operand;
        beat.acc = in.acc;
        beat.acc_flags = in.acc_flags;
        beat.lane_random = states_.data();
        beat.bytes = beat_bytes;
        Stage stage;
        stage.valid = true;
        stage.first = in.first;
        stage.last = in.last;
        stage.head = in.head;
        stage.tail = in.tail;
        stage.tag = in.tag;
        reduce_beat(beat, stage.result);
        for (std::uint32_t& s : states_)
            s = advance_draw(s);
        return stage;
    }

    std::vector<Stage> stages_; // the youngest first
    States states_{};
    AluOut out_;
};

} // namespace

std::unique_ptr<Target> make_model_target([[maybe_unused]] const std::vector<std::string>& plusargs)
{
#ifdef SHARPSIM_MODEL_FAULTS
    const std::string fault = "+model_fault=";
    for (const std::string& p : plusargs)
        if (p.rfind(fault, 0) == 0)
            model_fault = std::atoi(p.c_str() + fault.size());
#endif
    return std::make_unique<ModelTarget>();
}

} // namespace sharpsim::tb
