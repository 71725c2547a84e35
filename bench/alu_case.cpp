// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <memory>

#include "beat_stream.h"
#include "cases.h"
#include "packet/region.h"
#include "reduction/engine.h"

namespace sharpsim::bench {

namespace {

constexpr std::uint64_t batch = 64; // reductions between two looks at the clock: 16 384 beats of 64 bytes

// Keeps the engine full: four operands are always on their way, an operation follows the one before it.
class Feeder : private reduction::EngineClient {
public:
    Feeder(const BeatStream& stream, const reduction::ReductionConfig& config) :
        stream_{stream},
        engine_{region_, *this, config, "bench", std::make_shared<reduction::AluRtlContext>()},
        result_{}
    {
    }
    void run(std::uint64_t reductions)
    {
        to_start_ = reductions;
        operand_ = BeatStream::operands;
        for (unsigned i = 0; i < on_their_way; ++i)
            feed();
        region_.calendar.run(never);
    }
    [[nodiscard]] std::uint64_t beats() const { return engine_.beats_reduced(); }
    [[nodiscard]] std::uint64_t entries() const { return region_.calendar.popped(); }
    [[nodiscard]] const std::uint8_t* result() const { return result_; }

private:
    static constexpr unsigned on_their_way = 4;

    void feed()
    {
        if (operand_ == BeatStream::operands) {
            if (to_start_ == 0)
                return;
            --to_start_;
            operand_ = 0;
            acc_ = engine_.open(reduction::Type::float32, reduction::Operator::sum,
                                reduction::Rounding::nearest_even, reduction::Precision::native,
                                BeatStream::operand_bytes);
        }
        const unsigned operand = operand_++;
        const bool last = operand_ == BeatStream::operands;
        engine_.fold(acc_, stream_.payloads[operand], operand == 0, last, acc_ * 2 + (last ? 1U : 0U));
    }
    void folded(std::uint32_t token) override
    {
        if (token % 2 == 1) {
            std::memcpy(result_, engine_.value(token / 2).data(), BeatStream::operand_bytes);
            engine_.close(token / 2);
        }
        feed();
    }

    const BeatStream& stream_;
    Region region_;
    reduction::ReductionEngine engine_;
    reduction::AccRef acc_{0};
    unsigned operand_{0};
    std::uint64_t to_start_{0};
    std::uint8_t result_[BeatStream::operand_bytes];
};

} // namespace

Sample run_alu(const std::vector<Setting>& settings, double seconds)
{
    Effective effective{settings};
    effective.values.alu.back_end = reduction::BackEnd::rtl;
    const BeatStream stream;
    Feeder feeder{stream, effective.values.alu};
    BareAlu bare{stream};
    feeder.run(batch);
    bare.run(batch);
    const std::uint64_t beats = feeder.beats();
    const std::uint64_t entries = feeder.entries();
    double in_engine = 0;
    double in_loop = 0;
    std::uint64_t rounds = 0;
    for (; in_engine + in_loop < seconds; ++rounds) {
        const double begun = cpu_seconds();
        feeder.run(batch);
        const double between = cpu_seconds();
        bare.run(batch);
        in_engine += between - begun;
        in_loop += cpu_seconds() - between;
    }
    Sample sample;
    const double reduced = static_cast<double>(feeder.beats() - beats);
    const double expected = static_cast<double>(rounds * batch * BeatStream::operands * BeatStream::beats);
    sample.set("beats", reduced);
    sample.set("entries", static_cast<double>(feeder.entries() - entries));
    sample.set("seconds", in_engine);
    sample.set("bare_seconds", in_loop);
    if (reduced != expected)
        sample.set("fault", "the engine reduced another number of beats than the bare loop");
    else if (std::memcmp(feeder.result(), bare.result(), BeatStream::operand_bytes) != 0)
        sample.set("fault", "the engine and the bare loop give different sums");
    return sample;
}

} // namespace sharpsim::bench
