// SPDX-License-Identifier: Apache-2.0
#include <verilated_fst_c.h>

#include <cmath>
#include <fstream>

#include "base/error.h"
#include "observe/fst_contents.h"
#include "target.h"

namespace sharpsim::tb {

namespace {

using namespace reduction;

class RtlTarget : public Target {
public:
    RtlTarget(const std::vector<std::string>& plusargs, const WaveWindow& wave) :
        alu_{"alu", std::make_shared<AluRtlContext>(plusargs)}, wave_{wave}
    {
        if (wave_.path.empty())
            return;
        fst_ = std::make_unique<VerilatedFstC>();
        alu_.add_to_trace(fst_.get());
        fst_->set_time_unit("1ps");
        fst_->set_time_resolution("1ps");
        // Verilator says nothing where this fails.
        if (!std::ofstream{wave_.path})
            throw InputError("--wave: " + wave_.path + ": cannot be written");
        fst_->open(wave_.path.c_str());
    }
    ~RtlTarget() override
    {
        if (fst_)
            fst_->close();
    }

    void reset() override { alu_.reset(); }
    void seed(const States& states) override { alu_.seed(states.data()); }

    const AluOut& cycle(const AluIn& in) override
    {
        const AluOut& out = alu_.cycle(in);
        if (fst_ && cycle_ >= wave_.first_cycle) {
            // The falling edge changes nothing that is read after this.
            fst_->dump(cycle_ * cycle_ps);
            alu_.fall();
            fst_->dump(cycle_ * cycle_ps + cycle_ps / 2);
        }
        ++cycle_;
        return out;
    }

    void read_flags(Flags& flags) const override { alu_.read_flags(flags.data()); }

private:
    AluRtl alu_;
    WaveWindow wave_;
    std::uint64_t cycle_{0};
    std::unique_ptr<VerilatedFstC> fst_;
};

constexpr const char* bit_row = "@28\n";
constexpr const char* word_row = "@22\n";

} // namespace

std::unique_ptr<Target> make_rtl_target(const std::vector<std::string>& plusargs, const WaveWindow& wave)
{
    return std::make_unique<RtlTarget>(plusargs, wave);
}

std::string write_marker_file(const std::string& wave, std::uint64_t cycle)
{
    const std::string stem =
        wave.size() > 4 && wave.substr(wave.size() - 4) == ".fst" ? wave.substr(0, wave.size() - 4) : wave;
    std::string path = stem + ".gtkw";
    const FstContents contents = read_fst_contents(wave);
    const std::uint64_t marker = cycle * cycle_ps;
    const std::uint64_t seen = 20 * cycle_ps; // before the marker, when the file is opened
    std::ofstream out{path};
    // GTKWave's zoom is minus the binary logarithm of time units per frame of 200 pixels.
    out << "[dumpfile] \"" << wave.substr(wave.rfind('/') + 1) << "\"\n[timestart] "
        << (marker > seen ? marker - seen : 0) << "\n[size] 1600 1000\n[pos] -1 -1\n*"
        << -std::log2(static_cast<double>(seen) * 200 / 1000) << " " << marker;
    for (int named = 0; named < 26; ++named)
        out << " -1";
    out << "\n[sst_width] 200\n[signals_width] 330\n[sst_expanded] 0\n";
    std::string scope; // of the pins: the first that holds any
    for (const FstVariable& v : contents.variables) {
        if (!(v.input || v.output) || (!scope.empty() && v.scope != scope))
            continue;
        scope = v.scope;
        out << (v.bits == 1 ? bit_row : word_row) << v.scope << (v.scope.empty() ? "" : ".") << v.name
            << "\n";
    }
    if (!out.flush())
        throw InputError(path + ": cannot be written");
    return path;
}

} // namespace sharpsim::tb
