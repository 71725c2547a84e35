// SPDX-License-Identifier: Apache-2.0
// Where a test-only build takes its faults from: environment variables, which the product does not look at.
#pragma once

#include <string>
#include <vector>

namespace sharpsim::test_faults {

// Plusargs of the RTL's fault injector (SHARPSIM_ALU_FAULT, separated by blanks); none in the product.
std::vector<std::string> alu_plusargs();
// Selects a fault of the reduction model (SHARPSIM_MODEL_FAULT, 1 to 10); does nothing in the product.
void select_model_fault();

} // namespace sharpsim::test_faults
