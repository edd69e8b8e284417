// SPDX-License-Identifier: MIT
// The addresses that host code announces when it accesses them (plugin/host_accesses.cpp). Always device memory. All
// addresses while other memory of the host counts: bytes of a copy that nothing has written (check/host_copies.h), or
// memory that unfinished work uses (check/order.h).
//
// A loop without calls compares its pointers once. So it misses what another thread of the host begins meanwhile.
#pragma once

namespace cpu_device
{
enum class host_memory { unwritten_copies, shared_with_work };

// Says whether other memory counts for this reason.
void guard_host_memory(host_memory reason, bool counts);
// Device memory has its place.
void guard_device_memory();
} // namespace cpu_device
