// SPDX-License-Identifier: MIT
// What the device counts of the kernels' accesses of memory, warp by warp, as Nsight Compute counts them on a GPU.
// Programs include ../common/counters.h, which works on a GPU too.
#pragma once

// All accesses of one kind. A request is one instruction that a warp executes, by however many of its threads.
struct access_counts {
    unsigned long long requests;
    unsigned long long sectors;       // global memory: pieces of 32 bytes that the requests touch
    unsigned long long least_sectors; // global memory: that would hold what they ask for
    unsigned long long bytes; // global memory: that they ask for; what several threads want counts once a request
    unsigned long long wavefronts,
        least_wavefronts; // shared memory: passes of the banks, and how many without conflicts
};

struct memory_counts {
    struct access_counts global_loads, global_stores, global_atomics, shared_loads, shared_stores, shared_atomics;
};

extern "C" {
// Counts from zero; call cudaDeviceSynchronize() before. Where CPU_DEVICE_CHECKS=off has left out what it needs, it
// says so and ends the program with status 2.
void cpu_device_counters_begin(void);
// Stops, and tells what the kernels have done that ended since; call cudaDeviceSynchronize() before.
struct memory_counts cpu_device_counters_end(void);
}
