// SPDX-License-Identifier: Apache-2.0
// Writes a fabric as ibnetdiscover would print it.
#pragma once

#include <iosfwd>

#include "topology/fabric.h"

namespace sharpsim::topology {

// read_fabric() takes the text back as an equal fabric, provided that it is given the same cable lengths: the
// format has no room for them.
void write_ibnetdiscover(const Fabric& fabric, std::ostream& out);

} // namespace sharpsim::topology
