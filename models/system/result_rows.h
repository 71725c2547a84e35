// SPDX-License-Identifier: Apache-2.0
// What a run leaves of a collective operation and of a port, as rows of its files.
#pragma once

#include "observe/collectives_csv.h"
#include "observe/counters_csv.h"
#include "system/system.h"
#include "workload/collective_records.h"

namespace sharpsim {

// `wrong`: elements that differ from the oracle, over all ranks.
[[nodiscard]] CollectiveRow collective_row(const CollectiveRecord& record, std::uint64_t wrong);

// A port of `node`; `number`: as printed on the box.
[[nodiscard]] PortRow port_row(const System& system, const Port& port, topology::NodeIndex node,
                               unsigned number);

} // namespace sharpsim
