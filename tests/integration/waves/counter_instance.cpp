// SPDX-License-Identifier: Apache-2.0
#include "counter_instance.h"

#include <verilated_fst_c.h>

#include "Vwave_counter.h"

namespace sharpsim::test {

CounterInstance::CounterInstance(WaveWriter* waves) :
    waves_{waves}, model_{std::make_unique<Vwave_counter>("")}
{
    model_->eval();
}

CounterInstance::~CounterInstance() { model_->final(); }

void CounterInstance::add_to_trace(void* verilated_fst)
{
    model_->trace(static_cast<VerilatedFstC*>(verilated_fst), 99);
}

void CounterInstance::edge(std::uint8_t step, bool reset, Picoseconds fall)
{
    if (waves_ != nullptr)
        waves_->before_edge();
    model_->step = step;
    model_->rst = reset;
    model_->clk = 1;
    model_->eval();
    if (waves_ == nullptr || !waves_->schedule_fall(fall, [this] { lower(); }))
        lower();
}

std::uint16_t CounterInstance::count() const { return model_->count; }

void CounterInstance::lower()
{
    model_->clk = 0;
    model_->eval();
}

} // namespace sharpsim::test
