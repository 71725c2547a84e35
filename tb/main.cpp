// SPDX-License-Identifier: Apache-2.0
// The test bench of the reduction ALU.
#include <iostream>

#include "base/error.h"
#include "bench.h"
#include "failure.h"
#include "runs.h"

namespace {

int complain(int code, const std::string& text)
{
    std::cout.flush();
    std::cerr << "tb_reduction_alu: " << text << std::endl;
    return code;
}

} // namespace

int main(int argc, char* argv[])
{
    using namespace sharpsim;
    try {
        const tb::Options options = tb::parse_options(argv[0], {argv + 1, argv + argc});
        if (options.help) {
            std::cout << tb::usage_text();
            return 0;
        }
        if (!options.vectors.empty())
            return tb::run_vectors(options);
        return options.exhaustive ? tb::run_exhaustive(options) : tb::run_random(options);
    } catch (const InputError& e) {
        return complain(2, e.what());
    } catch (const tb::Mismatch& m) { // of the protocol, with vectors
        return complain(1, tb::describe(m));
    } catch (const std::exception& e) {
        return complain(1, std::string{"failed: "} + e.what());
    }
}
