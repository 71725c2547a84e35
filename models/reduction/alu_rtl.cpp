// SPDX-License-Identifier: Apache-2.0
#include "reduction/alu_rtl.h"

#include <verilated.h>
#if VM_TRACE
#include <verilated_fst_c.h>
#endif

#include <cstring>
#include <utility>

#include "Valu.h"
#include "base/error.h"
#include "reduction/alu_variant.h"

namespace sharpsim::reduction {

namespace {

// Flags lie packed, five bits a lane, in 32-bit words.
constexpr unsigned flag_bits = 5;
// So do the lanes' seeds.
constexpr unsigned draw_bits = 20;

static_assert(sizeof(EData) == 4, "wide pins are arrays of 32-bit words");
// A user's RTL with other pins fails here and not in a run.
static_assert(sizeof(std::declval<Valu>().in_operand_i) == built_beat_bytes);
static_assert(sizeof(std::declval<Valu>().in_acc_i) == slots_a_byte * built_beat_bytes);
static_assert(sizeof(std::declval<Valu>().out_acc_o) == slots_a_byte * built_beat_bytes);
static_assert(sizeof(std::declval<Valu>().in_mask_i) == 8 && built_beat_bytes == 64,
              "the mask is one 64-bit word");

} // namespace

struct AluRtlContext::Impl {
    VerilatedContext context;
};

AluRtlContext::AluRtlContext(const std::vector<std::string>& plusargs) : impl_{std::make_unique<Impl>()}
{
    std::vector<const char*> arguments{"sharpsim"};
    for (const auto& a : plusargs)
        arguments.push_back(a.c_str());
    impl_->context.commandArgs(static_cast<int>(arguments.size()), arguments.data());
#if VM_TRACE
    impl_->context.traceEverOn(true);
#endif
}

AluRtlContext::~AluRtlContext() = default;

struct AluRtl::Impl {
    Impl(const std::string& name, std::shared_ptr<AluRtlContext> shared) :
        context{std::move(shared)}, top{&context->impl_->context, name.c_str()}
    {
    }
    std::shared_ptr<AluRtlContext> context;
    Valu top;
    bool had_flags{false};
};

AluRtl::AluRtl(const std::string& instance_name, std::shared_ptr<AluRtlContext> context) :
    impl_{std::make_unique<Impl>(instance_name, std::move(context))}
{
    std::memset(&impl_->top.in_acc_i[0], 0, sizeof impl_->top.in_acc_i);
    std::memset(&impl_->top.in_acc_flags_i[0], 0, sizeof impl_->top.in_acc_flags_i);
    impl_->top.seed_load_i = 0;
    std::memset(&impl_->top.seed_i[0], 0, sizeof impl_->top.seed_i);
    out_.acc = reinterpret_cast<const std::uint8_t*>(&impl_->top.out_acc_o[0]);
    reset();
}

AluRtl::~AluRtl() = default;

void AluRtl::reset()
{
    Valu& top = impl_->top;
    top.in_valid_i = 0;
    top.rst_ni = 0;
    for (int i = 0; i < 2; ++i) {
        top.clk_i = 0;
        top.eval();
        top.clk_i = 1;
        top.eval();
    }
    top.clk_i = 0;
    top.rst_ni = 1;
    top.eval();
}

// One clock cycle without a beat.
void AluRtl::seed(const std::uint32_t* lane_states)
{
    Valu& top = impl_->top;
    std::uint32_t* words = &top.seed_i[0];
    std::memset(words, 0, sizeof top.seed_i);
    for (unsigned lane = 0; lane < built_lanes; ++lane)
        for (unsigned bit = 0; bit < draw_bits; ++bit) {
            const unsigned at = draw_bits * lane + bit;
            words[at / 32] |= ((lane_states[lane] >> bit) & 1U) << (at % 32);
        }
    top.clk_i = 0;
    top.in_valid_i = 0;
    top.out_ready_i = 0;
    top.seed_load_i = 1;
    top.eval();
    top.clk_i = 1;
    top.eval();
    top.clk_i = 0;
    top.seed_load_i = 0;
    top.eval();
}

const AluOut& AluRtl::cycle(const AluIn& in)
{
    Valu& top = impl_->top;
    top.clk_i = 0; // if nobody lowered it before, it falls together with the change of the inputs
    top.in_valid_i = in.valid;
    top.out_ready_i = in.out_ready;
    if (in.valid) {
        top.in_type_i = in.type;
        top.in_op_i = in.op;
        top.in_rounding_i = in.rounding;
        top.in_precision_i = in.precision;
        top.in_variant_i = in.variant;
        top.in_first_i = in.first;
        top.in_last_i = in.last;
        top.in_head_i = in.head;
        top.in_tail_i = in.tail;
        top.in_tag_i = in.tag;
        top.in_mask_i = in.mask;
        std::memcpy(&top.in_operand_i[0], in.operand, built_beat_bytes);
        const bool slots =
            in.precision < precision_code_count && has_slots(static_cast<Precision>(in.precision));
        std::memcpy(&top.in_acc_i[0], in.acc, built_beat_bytes * (slots ? slots_a_byte : 1));
        if (in.acc_flags != nullptr || impl_->had_flags) {
            std::uint32_t* words = &top.in_acc_flags_i[0];
            std::memset(words, 0, sizeof top.in_acc_flags_i);
            for (unsigned lane = 0; in.acc_flags != nullptr && lane < built_lanes; ++lane)
                for (unsigned bit = 0; bit < flag_bits; ++bit) {
                    const unsigned at = flag_bits * lane + bit;
                    words[at / 32] |= ((in.acc_flags[lane] >> bit) & 1U) << (at % 32);
                }
            impl_->had_flags = in.acc_flags != nullptr;
        }
    }
    top.eval(); // ready depends on this edge's inputs
    out_.in_ready = top.in_ready_o != 0;
    top.clk_i = 1;
    top.eval();
    out_.valid = top.out_valid_o != 0;
    if (out_.valid) {
        out_.first = top.out_first_o != 0;
        out_.last = top.out_last_o != 0;
        out_.head = top.out_head_o != 0;
        out_.tail = top.out_tail_o != 0;
        out_.unsupported = top.out_unsupported_o != 0;
        out_.tag = static_cast<std::uint16_t>(top.out_tag_o);
    }
    return out_;
}

// Inputs still hold: nothing but the clock changes.
void AluRtl::fall()
{
    impl_->top.clk_i = 0;
    impl_->top.eval();
}

void AluRtl::read_flags(LaneFlags* flags) const
{
    const std::uint32_t* words = &impl_->top.out_flags_o[0];
    for (unsigned lane = 0; lane < built_lanes; ++lane) {
        const unsigned at = flag_bits * lane;
        std::uint64_t two = words[at / 32];
        if (at % 32 > 32 - flag_bits)
            two |= static_cast<std::uint64_t>(words[at / 32 + 1]) << 32;
        flags[lane] = static_cast<LaneFlags>((two >> (at % 32)) & 31U);
    }
}

void AluRtl::add_to_trace([[maybe_unused]] void* verilated_fst)
{
#if VM_TRACE
    impl_->top.trace(static_cast<VerilatedFstC*>(verilated_fst), 99);
#else
    throw ModelError("this build of the ALU's RTL cannot be traced");
#endif
}

} // namespace sharpsim::reduction
