// SPDX-License-Identifier: Apache-2.0
#include "base/digest.h"

namespace sharpsim {

std::string Digest::text() const
{
    static constexpr char digits[] = "0123456789abcdef";
    std::string out(32, '0');
    Wide rest = sum_;
    for (std::size_t i = 32; i-- > 0; rest >>= 4)
        out[i] = digits[static_cast<unsigned>(rest & 15)];
    return out;
}

} // namespace sharpsim
