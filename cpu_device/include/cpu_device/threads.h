// SPDX-License-Identifier: MIT
// A CUDA thread's indices, and the barriers of its block.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

constexpr int warpSize = 32;

// Waits until every thread of the block that has not exited waits here too. Threads that wait at another barrier
// instead are an error: the launch fails, and the message names both places. `nth`: how many barriers stand before this
// one in its line.
[[gnu::always_inline]] __device__ inline void __syncthreads(const char *file = __builtin_FILE(),
                                                            int line = __builtin_LINE(), unsigned nth = 0)
{
    if (nth == 0)
        cpu_device_sync(file, line);
    else
        cpu_device_barrier(cpu_device_barrier_plain, 0, file, line, nth);
}

// The same; each thread then gets the number of threads whose predicate is not 0, whether all are, whether any is.
[[gnu::always_inline]] __device__ inline int __syncthreads_count(int predicate, const char *file = __builtin_FILE(),
                                                                 int line = __builtin_LINE(), unsigned nth = 0)
{
    return cpu_device_barrier(cpu_device_barrier_count, predicate, file, line, nth);
}

[[gnu::always_inline]] __device__ inline int __syncthreads_and(int predicate, const char *file = __builtin_FILE(),
                                                               int line = __builtin_LINE(), unsigned nth = 0)
{
    return cpu_device_barrier(cpu_device_barrier_all, predicate, file, line, nth);
}

[[gnu::always_inline]] __device__ inline int __syncthreads_or(int predicate, const char *file = __builtin_FILE(),
                                                              int line = __builtin_LINE(), unsigned nth = 0)
{
    return cpu_device_barrier(cpu_device_barrier_any, predicate, file, line, nth);
}

// Order the calling thread's writes before its later ones, as its block, the device or the host sees them.
[[gnu::always_inline]] __device__ inline void __threadfence_block()
{
    CPU_DEVICE_HAS(fences);
    CPU_DEVICE_HAS(block_scope);
    cpu_device_fence(cpu_device_scope_block);
}

[[gnu::always_inline]] __device__ inline void __threadfence()
{
    CPU_DEVICE_HAS(fences);
    cpu_device_fence(cpu_device_scope_device);
}

[[gnu::always_inline]] __device__ inline void __threadfence_system()
{
    CPU_DEVICE_HAS(fences);
    cpu_device_fence(cpu_device_scope_system);
}

// Programmatic dependent launch. Here a kernel starts when the one before it in its stream has ended, so these two do
// nothing; but the checks know what they promise.
[[gnu::always_inline]] __device__ inline void cudaGridDependencySynchronize()
{
    cpu_device_await_primary();
}
[[gnu::always_inline]] __device__ inline void cudaTriggerProgrammaticLaunchCompletion()
{
    cpu_device_let_next_begin();
}

// Nanoseconds of real time (on a GPU: cycles of the multiprocessor). Lets other threads of the block run.
[[gnu::always_inline]] __device__ inline long long clock64()
{
    return cpu_device_clock();
}

// The condition of a graph's node lies at the address that the handle is. Two threads that set it at a time race.
[[gnu::always_inline]] __device__ inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle,
                                                                      unsigned int value)
{
    *reinterpret_cast<unsigned int *>(handle) = value;
}

[[gnu::always_inline]] __device__ inline void __nanosleep(unsigned int nanoseconds)
{
    cpu_device_nanosleep(nanoseconds);
}

// Breaks the kernel off: cudaErrorLaunchFailure.
[[noreturn, gnu::always_inline]] __device__ inline void __trap()
{
    cpu_device_trap();
}

// For a debugger that is not there: as on a GPU without one, the kernel ends.
[[noreturn, gnu::always_inline]] __device__ inline void __brkpt()
{
    cpu_device_trap();
}

// Counts for a profiler that is not there.
[[gnu::always_inline]] __device__ inline void __prof_trigger(int) {}

// --- which memory an address lies in ---

#define CPU_DEVICE_IS_IN(Name, name)                                                                                   \
    __device__ inline unsigned int __is##Name(const void *address)                                                     \
    {                                                                                                                  \
        return cpu_device_space_of(address) == cpu_device_space_##name;                                                \
    }
CPU_DEVICE_IS_IN(Global, global)
CPU_DEVICE_IS_IN(Shared, shared)
CPU_DEVICE_IS_IN(Constant, constant)
CPU_DEVICE_IS_IN(Local, local)
#undef CPU_DEVICE_IS_IN
#define __isCtaShared __isShared

// The address in one kind of memory alone, and back. One of shared memory has 32 bits, as programs rely on; the others
// are the same as before.
__device__ inline size_t __cvta_generic_to_shared(const void *address)
{
    return (cpu_device::unsigned32)(cpu_device::unsigned_pointer)address;
}
__device__ inline void *__cvta_shared_to_generic(size_t address)
{
    return cpu_device_shared_address((cpu_device::unsigned32)address);
}
#define CPU_DEVICE_CVTA(name)                                                                                          \
    __device__ inline size_t __cvta_generic_to_##name(const void *address)                                             \
    {                                                                                                                  \
        return (size_t)address;                                                                                        \
    }                                                                                                                  \
    __device__ inline void *__cvta_##name##_to_generic(size_t address)                                                 \
    {                                                                                                                  \
        return (void *)address;                                                                                        \
    }
CPU_DEVICE_CVTA(global)
CPU_DEVICE_CVTA(local)
CPU_DEVICE_CVTA(constant)
#undef CPU_DEVICE_CVTA
