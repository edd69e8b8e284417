// SPDX-License-Identifier: MIT
#include "host_guard.h"

#include <atomic>
#include <cstdint>

#include "../../include/cpu_device/interface.h"
#include "arena.h"

volatile cpu_device_guard cpu_device_host_guard;

namespace cpu_device
{
namespace
{
std::atomic<unsigned> reasons{0}; // a bit for each

void set_guard()
{
    const bool all = reasons != 0;
    cpu_device_host_guard.begin = all ? 0 : checked_arena;
    cpu_device_host_guard.size = all ? SIZE_MAX : checked_arena_size;
}
} // namespace

void guard_host_memory(host_memory reason, bool counts)
{
    const unsigned bit = 1u << (unsigned)reason;
    const unsigned before = counts ? reasons.fetch_or(bit) : reasons.fetch_and(~bit);
    if (((before & bit) != 0) != counts)
        set_guard();
}

void guard_device_memory()
{
    set_guard();
}
} // namespace cpu_device
