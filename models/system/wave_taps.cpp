// SPDX-License-Identifier: Apache-2.0
#include "system/wave_taps.h"

#include "system/system.h"

namespace sharpsim {

class WaveTaps::SwitchTap final : public SwitchObserver {
public:
    SwitchTap(WaveWriter& waves, Switch& sw, const std::string& name) : waves_{waves}, switch_{sw}
    {
        for (unsigned p = 0; p < sw.port_count(); ++p) {
            Signals s;
            if (sw.port(p).cabled()) {
                const std::string scope = name + ".port" + std::to_string(p + 1);
                s.queue = waves.declare(scope, "queue_depth", 16, SignalKind::level);
                for (unsigned vl = 0; vl < sw.port(p).vls(); ++vl)
                    s.credits.push_back(waves.declare(
                        scope, sw.port(p).vls() == 1 ? "credits" : "credits_vl" + std::to_string(vl), 12,
                        SignalKind::level));
                s.busy = waves.declare(scope, "link_busy", 1, SignalKind::bit);
            }
            signals_.push_back(std::move(s));
        }
        sw.set_observer(this);
    }
    ~SwitchTap() { switch_.set_observer(nullptr); }
    SwitchTap(const SwitchTap&) = delete;
    SwitchTap& operator=(const SwitchTap&) = delete;

    void start()
    {
        for (unsigned p = 0; p < signals_.size(); ++p)
            for (unsigned vl = 0; vl < signals_[p].credits.size(); ++vl)
                show_credits(p, vl);
    }
    void on_queue(unsigned output, unsigned packets) override { waves_.set(signals_[output].queue, packets); }
    void on_transmit(unsigned output, Picoseconds start, Picoseconds end) override
    {
        waves_.set_later(signals_[output].busy, 1, start);
        waves_.set_later(signals_[output].busy, 0, end);
        for (unsigned vl = 0; vl < signals_[output].credits.size(); ++vl)
            show_credits(output, vl);
    }
    void on_credit(unsigned output, unsigned vl) override { show_credits(output, vl); }

private:
    struct Signals {
        SignalId queue;
        std::vector<SignalId> credits; // blocks, by VL
        SignalId busy;
    };
    void show_credits(unsigned port, unsigned vl)
    {
        if (vl < signals_[port].credits.size())
            waves_.set(signals_[port].credits[vl], switch_.port(port).available_blocks(vl));
    }
    WaveWriter& waves_;
    Switch& switch_;
    std::vector<Signals> signals_;
};

WaveTaps::WaveTaps(WaveWriter& waves, const System& system) : waves_{waves}
{
    for (const System::SwitchEntry& s : system.switches()) {
        taps_.push_back(std::make_unique<SwitchTap>(waves, *s.model, system.name_of(s.node)));
        AggregationNode* an = s.aggregation_node;
        if (an == nullptr)
            continue;
        const std::string scope = system.name_of(s.node) + ".an";
        const SignalId osts = waves.declare(scope, "osts_in_use", 16, SignalKind::level);
        an->set_ost_observer([&waves, osts](unsigned n) { waves.set(osts, n); });
        reduction::ReductionEngine& engine = an->engine();
        for (unsigned alu = 0; alu < engine.alus(); ++alu) {
            reduction::AluRtl* rtl = engine.rtl(alu);
            const std::string alu_scope = scope + ".alu" + std::to_string(alu);
            if (rtl == nullptr)
                continue;
            waves.add_rtl(alu_scope, [rtl](void* fst) { rtl->add_to_trace(fst); });
            if (selects(waves.config(), alu_scope))
                engine.observe_edges(this);
        }
    }
}

WaveTaps::~WaveTaps() = default;

void WaveTaps::start()
{
    for (auto& tap : taps_)
        tap->start();
}

} // namespace sharpsim
