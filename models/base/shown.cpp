// SPDX-License-Identifier: Apache-2.0
#include "base/shown.h"

namespace sharpsim {

std::string shown(const std::string& text)
{
    constexpr std::size_t longest = 80;
    static constexpr char hex[] = "0123456789abcdef";
    std::string out;
    for (const char c : text.substr(0, longest)) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            out += std::string("\\x") + hex[byte >> 4] + hex[byte & 15];
        else
            out += c;
    }
    return text.size() > longest ? out + "..." : out;
}

} // namespace sharpsim
