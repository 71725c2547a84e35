// SPDX-License-Identifier: Apache-2.0
// The work that both ALU loops do: reductions of 16 operands of 1 KiB, float32 sums.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "oracle/payload_pattern.h"
#include "packet/payload.h"
#include "reduction/alu_variant.h"

namespace sharpsim::bench {

struct BeatStream {
    static constexpr unsigned operands = 16;
    static constexpr unsigned operand_bytes = 1024;
    static constexpr unsigned beats = operand_bytes / reduction::built_beat_bytes; // of one operand

    BeatStream()
    {
        for (unsigned rank = 0; rank < operands; ++rank) {
            payloads.emplace_back(operand_bytes);
            oracle::fill(1, rank, 0, reduction::Type::float32, 0, operand_bytes / 4, payloads.back().data());
        }
    }
    std::vector<Payload> payloads;
};

// The Verilated ALU in a plain loop: pins set, two evaluations a clock cycle, results stored.
class BareAlu {
public:
    explicit BareAlu(const BeatStream& stream);
    ~BareAlu();
    BareAlu(const BareAlu&) = delete;
    BareAlu& operator=(const BareAlu&) = delete;
    void run(std::uint64_t reductions);
    [[nodiscard]] const std::uint8_t* result() const; // of the last reduction

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace sharpsim::bench
