// SPDX-License-Identifier: MIT
// The loop in which the threads of a block run, if they may wait nowhere but at barriers of the whole block.
// plugin/thread_loops.cpp decides that, and makes it a loop that g++ can optimize.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "launch.h"

namespace cpu_device
{
// A thread's place, and the threads that run after it. The library's own variables by names of their own, which the
// plugin leaves alone (interface.h).
#ifdef __wasm__
#define CPU_DEVICE_OWN(name) inline const uint3 &own_##name = name
#else
#define CPU_DEVICE_OWN(name)                                                                                           \
    extern const __thread __attribute__((tls_model("initial-exec"))) uint3 own_##name __asm__(#name)
#endif
CPU_DEVICE_OWN(threadIdx);
CPU_DEVICE_OWN(blockIdx);
CPU_DEVICE_OWN(blockDim);
CPU_DEVICE_OWN(gridDim);
#undef CPU_DEVICE_OWN

// The threads that one call runs: those from `first` to before `end`. The order is x, then y, then z.
struct threads_of_call {
    int x, y, z;
};

// Masks and bounds change none of these numbers. They tell g++ how large the numbers can be.
[[gnu::always_inline]] inline threads_of_call first_of_call()
{
    return {(int)(own_threadIdx.x & 1023), (int)(own_threadIdx.y & 1023), (int)own_threadIdx.z};
}
[[gnu::always_inline]] inline uint3 block_of_call()
{
    return {own_blockIdx.x & (CPU_DEVICE_MOST_BLOCKS_IN_LOOPS - 1), own_blockIdx.y & 65535, own_blockIdx.z};
}
[[gnu::always_inline]] inline uint3 size_of_block()
{
    return {own_blockDim.x < 1024 ? own_blockDim.x : 1024, own_blockDim.y < 1024 ? own_blockDim.y : 1024,
            own_blockDim.z};
}
[[gnu::always_inline]] inline threads_of_call end_of_loop(threads_of_call first)
{
    threads_of_call end = {first.x + 1, first.y + 1, first.z + 1};
    if (cpu_device_threads.end.x != 0) {
        end = {(int)cpu_device_threads.end.x, (int)cpu_device_threads.end.y, (int)cpu_device_threads.end.z};
        *cpu_device_threads.begun = 1;
        asm volatile("" ::: "memory"); // before any access that may be a fault
    }
    end.x = end.x < 1024 ? end.x : 1024;
    return end;
}

// The plugin leaves the checks' calls out of this one. It cannot say so itself, for g++ would then inline only what
// says it, too.
template <class Closure> void run_body(const void *shared)
{
    constexpr bool only_bytes = __is_trivially_copyable(Closure);
    const std::conditional_t<only_bytes, const Closure, const Closure &> all = *static_cast<const Closure *>(shared);
    uint3 thread, block = block_of_call(), threads = size_of_block(), blocks = own_gridDim;
    unsigned rank;
    const int how = cpu_device_never_waits(&thread, &block, &threads, &blocks, &rank);
    if (how == 2 && cpu_device_threads.end.x == 0)
        return run_checked_body<Closure>(shared);
    threads_of_call first = first_of_call();
    threads_of_call end = first;
    if (how != 0)
        end = end_of_loop(first);
    int again;
    do {
        cpu_device_all_begin();
        int y = first.y, z = first.z;
        for (;;) {
            int x = first.x;
            const int row = (z * (int)threads.y + y) * (int)threads.x;
            do {
                thread = {(unsigned)x, (unsigned)y, (unsigned)z};
                rank = row + x;
                cpu_device_thread_begins();
                if constexpr (only_bytes) {
                    Closure mine = all;
                    mine();
                } else {
                    thread_copy<Closure> mine(shared);
                    mine.body();
                }
                again = cpu_device_thread_ends();
            } while (how != 0 && ++x < end.x);
            if (how == 0)
                break;
            if (++y == end.y) {
                y = first.y;
                if (++z == end.z)
                    break;
            }
        }
    } while (how != 0 && again);
}
} // namespace cpu_device
