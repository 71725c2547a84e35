// SPDX-License-Identifier: Apache-2.0
#include "link/link_protocol.h"

#include "base/error.h"

namespace sharpsim {

void LinkReceiver::b_transport(WireTransfer&, sc_core::sc_time&)
{
    throw ModelError("b_transport() called on a link: a cable knows only nb_transport_fw()");
}

} // namespace sharpsim
