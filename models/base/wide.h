// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sharpsim {
__extension__ typedef unsigned __int128 Wide; // 128-bit unsigned; not ISO C++, hence the marker
} // namespace sharpsim
