// SPDX-License-Identifier: MIT
// counters.h: what kernels do to memory, counted by warp: requests, sectors, bank conflicts.
//
//     if (counters_begin()) {
//         kernel<<<blocks, threads>>>(...);
//         struct memory_counts counts = counters_end();
//         printf("%.1f sectors per load\n", sectors_per_request(counts.global_loads));
//     }
//
// The CPU device counts; a GPU does not tell a program (Nsight Compute can ask it), and counters_begin() is false
// there.
#pragma once

#include "book.h"

#if __has_include(<cpu_device/counters.h>)
#include <cpu_device/counters.h>
#else
struct access_counts { // the CPU device's header says what these are
    unsigned long long requests, sectors, least_sectors, bytes, wavefronts, least_wavefronts;
};
struct memory_counts {
    struct access_counts global_loads, global_stores, global_atomics, shared_loads, shared_stores, shared_atomics;
};
inline void cpu_device_counters_begin(void) {}
inline struct memory_counts cpu_device_counters_end(void)
{
    return {};
}
#endif

// Whether this device counts: the one on the CPU, whose times would teach nothing about a GPU's.
inline bool device_counts(void)
{
#if __has_include(<cpu_device/counters.h>)
    return true;
#else
    return false;
#endif
}

// Waits for the kernels, and counts from zero what those do that are launched from now on. False: this device does not
// count.
inline bool counters_begin(void)
{
    if (device_counts()) {
        HANDLE_ERROR(cudaDeviceSynchronize());
        cpu_device_counters_begin();
    }
    return device_counts();
}

// Waits for the kernels, stops, and tells what they did.
inline struct memory_counts counters_end(void)
{
    HANDLE_ERROR(cudaDeviceSynchronize());
    return cpu_device_counters_end();
}

// A sector is 32 bytes. A warp that reads 32 floats in a row needs 4. NaN where there were no requests.
inline double sectors_per_request(struct access_counts counts)
{
    return (double)counts.sectors / (double)counts.requests;
}

// Bytes asked for, as a share of those that the sectors hold.
inline double share_used(struct access_counts counts)
{
    return (double)counts.bytes / (32.0 * (double)counts.sectors);
}

// How many times as long the banks of shared memory take as without conflicts: 1 if there are none.
inline double conflict_degree(struct access_counts counts)
{
    return (double)counts.wavefronts / (double)counts.least_wavefronts;
}
