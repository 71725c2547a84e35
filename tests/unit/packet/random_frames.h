// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/random.h"
#include "packet/codec.h"

namespace sharpsim::test {

const std::vector<Opcode>& all_opcodes();
// A frame with every field that its opcode carries drawn at random.
Frame random_frame(RandomStream& r, Opcode opcode, bool global, bool sharp, std::size_t payload_bytes);
Frame random_frame(RandomStream& r);
// Field by field; headers that the opcode does not have are not compared.
void expect_equal(const Frame& a, const Frame& b);

} // namespace sharpsim::test
