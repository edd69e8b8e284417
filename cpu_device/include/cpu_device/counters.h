// SPDX-License-Identifier: MIT
// The device's counters of the kernels' memory accesses, warp by warp, as Nsight Compute counts them on a GPU.
// Programs include ../common/measure.h, which works on a GPU too.
#pragma once

#include <stddef.h>

// All accesses of one kind. A request is one instruction that a warp executes, by however many of its threads.
struct access_counts {
    unsigned long long requests;
    unsigned long long sectors;       // global memory: pieces of 32 bytes that the requests touch
    unsigned long long least_sectors; // global memory: the fewest that hold the bytes asked for
    unsigned long long bytes;         // global memory: asked for; a byte for several threads counts once in a request
    unsigned long long wavefronts,
        least_wavefronts; // shared memory: passes of the banks, and how many without conflicts
};

// Who took part in accesses of one kind: threads, each once in a launch, and the blocks that they belong to.
struct participants {
    unsigned long long threads, blocks;
};

struct memory_counts {
    struct access_counts global_loads, global_stores, global_atomics, shared_loads, shared_stores, shared_atomics;
    struct participants global_loading, global_storing, global_atomic, shared_loading, shared_storing, shared_atomic;
    // In the memory that is watched, by single threads: loads; loads of words that another block has stored last;
    // atomic operations.
    unsigned long long watched_loads, watched_loads_from_others, watched_atomics;
    unsigned long long barriers; // of blocks, of any kind that all threads of a block reach
    // Words of 4 bytes that threads accessed in global and shared memory, in any way, and the most of one thread. What
    // a thread accesses again and again, as it does while it waits, counts once.
    unsigned long long words, most_words_of_thread;
};

extern "C" {
// Starts counting from zero; call cudaDeviceSynchronize() before. With CPU_DEVICE_CHECKS=off there is nothing to count:
// prints a line and ends the program with status 2.
void cpu_device_counters_begin(void);
// Stops, and gives the counts of the kernels that have ended since; call cudaDeviceSynchronize() before.
struct memory_counts cpu_device_counters_end(void);
// Counts the loads from these bytes of global memory apart from the others too; call it before the launch.
void cpu_device_counters_watch(const void *begin, size_t bytes);
// From now on, what belongs to the program and is no __device__ variable of it is an illegal address for a kernel's
// stores, as on a GPU. That is for kernels of somebody else, whose host code counts: a variable of a template is not
// known to be a
// __device__ one.
void cpu_device_counters_guard(void);
// From the next launch on, as with CPU_DEVICE_ADVICE=on: at the end of the program, a note on each barrier, fence and
// atomic operation that the launches did not need. Call it before the first launch.
void cpu_device_advise(void);
}
