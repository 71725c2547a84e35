// SPDX-License-Identifier: Apache-2.0
// Apart from the rest: Verilator's headers and SystemC's do not go together.
#include <verilated.h>

#include <cstring>
#include <memory>

#include "Valu.h"
#include "beat_stream.h"

namespace sharpsim::bench {

struct BareAlu::Impl {
    explicit Impl(const BeatStream& s) : stream{s} {}

    // One clock cycle; true where a result is out.
    bool cycle()
    {
        top.clk_i = 0;
        top.eval();
        top.clk_i = 1;
        top.eval();
        return top.out_valid_o != 0;
    }

    const BeatStream& stream;
    VerilatedContext context;
    Valu top{&context, ""};
    std::uint8_t acc[BeatStream::operand_bytes]{};
    unsigned returned{0}; // beat of the operand whose result comes next
};

BareAlu::BareAlu(const BeatStream& stream) : impl_{std::make_unique<Impl>(stream)}
{
    Valu& top = impl_->top;
    std::memset(&top.in_acc_i[0], 0, sizeof top.in_acc_i);
    std::memset(&top.in_acc_flags_i[0], 0, sizeof top.in_acc_flags_i);
    top.in_valid_i = 0;
    top.rst_ni = 0;
    impl_->cycle();
    impl_->cycle();
    top.rst_ni = 1;
    top.in_type_i = static_cast<std::uint8_t>(reduction::Type::float32);
    top.in_op_i = static_cast<std::uint8_t>(reduction::Operator::sum);
    top.in_rounding_i = 0;
    top.in_precision_i = 0;
    top.in_mask_i = ~std::uint64_t{0};
    top.out_ready_i = 1;
}

BareAlu::~BareAlu() = default;

const std::uint8_t* BareAlu::result() const { return impl_->acc; }

void BareAlu::run(std::uint64_t reductions)
{
    constexpr unsigned beat = reduction::built_beat_bytes;
    static_assert(BeatStream::beats >= reduction::built_alu.depth, "a beat would meet its own predecessor");
    Valu& top = impl_->top;
    const auto clock = [&] {
        if (!impl_->cycle())
            return;
        std::memcpy(impl_->acc + std::size_t{impl_->returned} * beat, &top.out_acc_o[0], beat);
        impl_->returned = (impl_->returned + 1) % BeatStream::beats;
    };
    for (std::uint64_t r = 0; r < reductions; ++r)
        for (unsigned operand = 0; operand < BeatStream::operands; ++operand)
            for (unsigned b = 0; b < BeatStream::beats; ++b) {
                top.in_valid_i = 1;
                top.in_first_i = operand == 0;
                top.in_last_i = operand + 1 == BeatStream::operands;
                top.in_head_i = b == 0;
                top.in_tail_i = b + 1 == BeatStream::beats;
                std::memcpy(&top.in_operand_i[0],
                            impl_->stream.payloads[operand].data() + std::size_t{b} * beat, beat);
                if (operand == 0)
                    std::memset(&top.in_acc_i[0], 0, beat);
                else
                    std::memcpy(&top.in_acc_i[0], impl_->acc + std::size_t{b} * beat, beat);
                clock();
            }
    top.in_valid_i = 0; // empties the pipeline: the last result is complete
    for (unsigned i = 0; i < reduction::built_alu.depth; ++i)
        clock();
}

} // namespace sharpsim::bench
