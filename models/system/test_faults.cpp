// SPDX-License-Identifier: Apache-2.0
#include "system/test_faults.h"

#ifdef SHARPSIM_TEST_FAULTS
#include <cstdlib>
#include <sstream>
#endif
#ifdef SHARPSIM_MODEL_FAULTS
#include "reduction/alu_fault.h"
#endif

namespace sharpsim::test_faults {

std::vector<std::string> alu_plusargs()
{
    std::vector<std::string> args;
#ifdef SHARPSIM_TEST_FAULTS
    if (const char* text = std::getenv("SHARPSIM_ALU_FAULT")) {
        std::istringstream words{text};
        for (std::string word; words >> word;)
            args.push_back(word);
    }
#endif
    return args;
}

void select_model_fault()
{
#ifdef SHARPSIM_MODEL_FAULTS
    if (const char* text = std::getenv("SHARPSIM_MODEL_FAULT"))
        reduction::model_fault = std::atoi(text);
#endif
}

} // namespace sharpsim::test_faults
