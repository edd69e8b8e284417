// SPDX-License-Identifier: MIT
#include "cluster_checks.h"

namespace cpu_device
{
std::atomic<bool> any_clusters{false};

bool is_past_static(const block_memory &memory, const char *address)
{
    constexpr size_t after = 64; // bytes
    return memory.static_size() > 0 && memory.in_static(address) - memory.static_size() < after;
}

unsigned cluster_checks::owner_of(const char *address) const
{
    for (unsigned rank = 0; rank < size(); ++rank)
        if (members_[rank].memory != nullptr &&
            (members_[rank].memory->holds(address) || is_past_static(*members_[rank].memory, address)))
            return rank;
    return none;
}

size_t cluster_checks::offset_in(unsigned rank, const char *address) const
{
    const member &m = members_[rank];
    const size_t offset = m.memory->in_static(address);
    return offset < m.memory->static_size() ? offset : m.dynamic_offset + m.memory->in_dynamic(address);
}
} // namespace cpu_device
