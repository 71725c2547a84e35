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

// A report that did not arrive is no success.
int finish(int code)
{
    std::cout.flush();
    return std::cout ? code : complain(1, "standard output cannot be written");
}

int run(const sharpsim::tb::Options& options)
{
    using namespace sharpsim::tb;
    if (options.help) {
        std::cout << usage_text();
        return 0;
    }
    if (!options.vectors.empty())
        return run_vectors(options);
    if (options.directed)
        return run_directed(options);
    return options.exhaustive ? run_exhaustive(options) : run_random(options);
}

} // namespace

int main(int argc, char* argv[])
{
    using namespace sharpsim;
    try {
        return finish(run(tb::parse_options(argv[0], {argv + 1, argv + argc})));
    } catch (const InputError& e) {
        return complain(2, e.what());
    } catch (const tb::Mismatch& m) { // of the protocol, with vectors
        return complain(1, tb::describe(m));
    } catch (const std::exception& e) {
        return complain(1, std::string{"failed: "} + e.what());
    }
}
