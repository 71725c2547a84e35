// SPDX-License-Identifier: Apache-2.0
// A reduction engine alone with a calendar: operands arrive at given times, completions are recorded.
#pragma once

#include <cstring>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/calendar.h"
#include "oracle/payload_pattern.h"
#include "packet/region.h"
#include "reduction/engine.h"

namespace sharpsim::test {

struct Done {
    std::uint32_t token;
    std::uint64_t ps;
    friend bool operator==(const Done& a, const Done& b) { return a.token == b.token && a.ps == b.ps; }
    friend std::ostream& operator<<(std::ostream& os, const Done& d)
    {
        return os << "token " << d.token << " at " << d.ps << " ps";
    }
};

class EngineBench : private Actor, private reduction::EngineClient {
public:
    explicit EngineBench(const reduction::ReductionConfig& config,
                         std::shared_ptr<reduction::AluRtlContext> context = nullptr) :
        target_{region.calendar.add_actor(*this)}, engine{region, *this, config, "leaf0", std::move(context)}
    {
    }

    reduction::AccRef open(reduction::Type type, reduction::Operator op, std::size_t bytes)
    {
        return engine.open(type, op, reduction::Rounding::nearest_even, reduction::Precision::native, bytes);
    }
    // Calls of one time happen in the order given here; at most 16 a picosecond.
    void fold_at(std::uint64_t ps, reduction::AccRef acc, Payload operand, bool first, std::uint32_t token,
                 bool last = false, bool fixed_point = false)
    {
        sub_ = ps == last_ps_ ? sub_ + 1 : 0;
        last_ps_ = ps;
        calls_.push_back({acc, std::move(operand), first, last, fixed_point, token});
        region.calendar.push(Picoseconds{ps}, Stage::transport, target_, sub_,
                             static_cast<std::uint32_t>(calls_.size() - 1));
    }
    std::vector<Done> run()
    {
        region.calendar.run(Picoseconds{1'000'000'000'000});
        return done;
    }

    Region region;

private:
    struct Call {
        reduction::AccRef acc;
        Payload operand;
        bool first;
        bool last;
        bool fixed_point;
        std::uint32_t token;
    };
    void on_event(Stage, std::uint32_t, std::uint32_t, std::uint32_t payload) override
    {
        const Call& c = calls_[payload];
        engine.fold(c.acc, c.operand, c.first, c.last, c.token, c.fixed_point);
    }
    void folded(std::uint32_t token) override { done.push_back({token, region.calendar.now().count()}); }

    std::uint32_t target_;
    std::uint32_t sub_{0};
    std::uint64_t last_ps_{~std::uint64_t{0}};
    std::vector<Call> calls_;

public:
    std::vector<Done> done;
    reduction::ReductionEngine engine;
};

inline Payload pattern(reduction::Type type, std::size_t bytes, std::uint32_t rank)
{
    Payload p{bytes};
    oracle::fill(1, rank, 0, type, 0, bytes / reduction::element_bytes(type), p.data());
    return p;
}

} // namespace sharpsim::test
