// SPDX-License-Identifier: MIT
// What a CUDA thread knows of itself, and how the threads of a block wait for one another.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

constexpr int warpSize = 32;

// Waits until every thread of the block that has not exited waits here too. Threads that wait at another barrier
// instead are an error: the launch fails, and the message names both places (the two last parameters).
[[gnu::always_inline]] inline void __syncthreads(const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    cpu_device_sync(file, line);
}

// The same; each thread then gets the number of threads whose predicate is not 0, whether all are, whether any is.
[[gnu::always_inline]] inline int __syncthreads_count(int predicate, const char *file = __builtin_FILE(),
                                                      int line = __builtin_LINE())
{
    return cpu_device_barrier(cpu_device_barrier_count, predicate, file, line);
}

[[gnu::always_inline]] inline int __syncthreads_and(int predicate, const char *file = __builtin_FILE(),
                                                    int line = __builtin_LINE())
{
    return cpu_device_barrier(cpu_device_barrier_all, predicate, file, line);
}

[[gnu::always_inline]] inline int __syncthreads_or(int predicate, const char *file = __builtin_FILE(),
                                                   int line = __builtin_LINE())
{
    return cpu_device_barrier(cpu_device_barrier_any, predicate, file, line);
}

// Order the calling thread's writes before its later ones, as its block, the device or the host sees them.
[[gnu::always_inline]] inline void __threadfence_block()
{
    CPU_DEVICE_HAS(fences);
    cpu_device_fence(cpu_device_scope_block);
}

[[gnu::always_inline]] inline void __threadfence()
{
    CPU_DEVICE_HAS(fences);
    cpu_device_fence(cpu_device_scope_device);
}

[[gnu::always_inline]] inline void __threadfence_system()
{
    CPU_DEVICE_HAS(fences);
    cpu_device_fence(cpu_device_scope_system);
}

// Nanoseconds of real time (on a GPU: cycles of the multiprocessor). Lets other threads of the block run.
[[gnu::always_inline]] inline long long clock64()
{
    return cpu_device_clock();
}

[[gnu::always_inline]] inline void __nanosleep(unsigned int nanoseconds)
{
    cpu_device_nanosleep(nanoseconds);
}

// Breaks the kernel off: cudaErrorLaunchFailure.
[[noreturn, gnu::always_inline]] inline void __trap()
{
    cpu_device_trap();
}
