// SPDX-License-Identifier: Apache-2.0
#include "collectives/order_log.h"

namespace sharpsim {

void OrderLog::on_reduced(std::uint32_t node, GroupId group, std::uint32_t operation,
                          const std::vector<std::uint16_t>& order)
{
    text_ += std::to_string(operation) + ',' + names_[node] + ',';
    const char* separator = "";
    for (const std::uint16_t index : order) {
        const SharpGroup::Child& child = group_.nodes[node].children[index];
        text_ += separator + (child.is_rank ? "rank" + std::to_string(child.index) : names_[child.index]);
        separator = " ";
    }
    text_ += '\n';
    if (next_ != nullptr)
        next_->on_reduced(node, group, operation, order);
}

} // namespace sharpsim
