// SPDX-License-Identifier: MIT
// Requests of warps, and what they cost: sectors of global memory, passes of the banks of shared memory.
//
// A warp of a GPU executes an instruction for all its threads at once. Here each thread runs by itself until it waits,
// so accesses are combined into requests afterwards: the n-th access of a thread at a line, since its warp last
// converged, belongs to the same request as the n-th access of every other thread of the warp. A warp converges at
// barriers, and at warp functions that all its threads call. A thread that is `window` accesses ahead waits for
// the others to catch up.
#pragma once

namespace cpu_device
{
// CPU_DEVICE_COUNTERS: "on", or a file for CSV; before main begins. Null, or what is wrong with the file.
const char *set_counters(const char *value);
} // namespace cpu_device
