// SPDX-License-Identifier: Apache-2.0
// The words of a stall report.
#include <ostream>
#include <sstream>

#include "transport/transport_port.h"

namespace sharpsim {

namespace {
std::string hexadecimal(std::uint32_t n)
{
    std::ostringstream os;
    os << "0x" << std::hex << n;
    return os.str();
}

std::string counted(std::size_t n, const char* what)
{
    return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}
} // namespace

void TransportPort::describe_waiting(std::ostream& os) const
{
    for (std::uint32_t i = 0; i < qps_.size(); ++i)
        if (!qps_[i].work.empty())
            describe(os, i);
    if (!acks_.empty())
        os << port_.name() << ": " << counted(acks_.size(), "acknowledgement") << " to send\n";
}

void TransportPort::describe(std::ostream& os, std::uint32_t index) const
{
    const QueuePair& qp = qps_[index];
    const std::size_t to_send = qp.work.size() - qp.unacknowledged;
    os << port_.name() << ": QP " << hexadecimal(first_qp + index);
    if (qp.reliable)
        os << " to LID " << qp.remote.value() << " QP " << hexadecimal(qp.remote_qp.value()) << ": "
           << counted(to_send, "message") << " to send, " << qp.unacknowledged << " not acknowledged";
    else
        os << " (UD): " << counted(to_send, "datagram") << " to send";
    if (qp.reliable && qp.work[0].started) // the first of them may be under way
        os << " (PSN " << qp.work[0].first_psn << ".." << ((qp.next_psn - 1) & 0xFFFFFF) << ")";
    if (to_send != 0 && ((blocked_ >> qp.vl) & 1) != 0)
        os << ", waits for credit on VL " << static_cast<unsigned>(qp.vl);
    os << '\n';
}

} // namespace sharpsim
