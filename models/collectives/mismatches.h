// SPDX-License-Identifier: Apache-2.0
// What arrived and is not what it had to be: counted by element, the first one kept for the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "base/ids.h"
#include "reduction/types.h"

namespace sharpsim {

class Mismatches {
public:
    struct Place {
        bool collective;     // else a message between ranks
        std::uint64_t index; // of the collective, or the number of the message
        RankId rank;         // where it arrived
    };
    // True if equal. `bytes` may end within the last element.
    bool compare(const Place& place, reduction::Type type, reduction::Operator op,
                 std::uint64_t first_element, const std::uint8_t* expected, const std::uint8_t* got,
                 std::size_t bytes);

    [[nodiscard]] std::uint64_t wrong() const { return wrong_; } // elements
    [[nodiscard]] std::uint64_t wrong_in_collective(std::uint64_t index) const;
    // "collective 3 at rank 5, element 17 (float32): expected 0x40490fdb, got 0x40490fda"; empty: none.
    [[nodiscard]] const std::string& first() const { return first_; }

private:
    std::uint64_t wrong_{0};
    std::map<std::uint64_t, std::uint64_t> by_collective_;
    std::string first_;
};

// Hash of bytes for the digest; the digest of a vector is the sum over its parts, so their order is free.
std::uint64_t content_hash(std::uint64_t position, const std::uint8_t* data, std::size_t bytes);

} // namespace sharpsim
