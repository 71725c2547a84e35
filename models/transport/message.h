// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "packet/headers.h"
#include "packet/payload.h"

namespace sharpsim {

// A message as it is posted and as it arrives. With a SHARP header the payload is what follows it. Nothing is
// copied on the way: what arrives is the sender's buffer, shared, and must only be read.
struct Message {
    Payload payload;
    bool has_sharp{false};
    SharpHeader sharp;
    // Carried beside the packet for the receiver's software (the rank's tag), not on the wire.
    std::uint64_t tag{0};
};

} // namespace sharpsim
