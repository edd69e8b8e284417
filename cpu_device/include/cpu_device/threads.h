// SPDX-License-Identifier: MIT
// What a CUDA thread knows of itself, and how the threads of a block wait for one another.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../vector_types.h"

#ifndef CPU_DEVICE_RUNTIME // the runtime itself sets them
extern const __thread uint3 threadIdx;
extern const __thread uint3 blockIdx;
extern const __thread uint3
    blockDim; // plain structs: the checks take their loads for what they are, loads of constants
extern const __thread uint3 gridDim;
#endif
constexpr int warpSize = 32;

// Waits until every thread of the block that has not exited waits here too. Threads that wait at another barrier
// instead are an error: the launch fails, and the message names both places (the two last parameters).
void __syncthreads(const char *file = __builtin_FILE(), int line = __builtin_LINE());
// The same; each thread then gets the number of threads whose predicate is not 0, whether all are, whether any is.
int __syncthreads_count(int predicate, const char *file = __builtin_FILE(), int line = __builtin_LINE());
int __syncthreads_and(int predicate, const char *file = __builtin_FILE(), int line = __builtin_LINE());
int __syncthreads_or(int predicate, const char *file = __builtin_FILE(), int line = __builtin_LINE());

// Order the calling thread's writes before its later ones, as its block, the device or the host sees them.
void __threadfence_block();
void __threadfence();
void __threadfence_system();

// Nanoseconds of real time (on a GPU: cycles of the multiprocessor). Lets other threads of the block run.
long long clock64();
void __nanosleep(unsigned int nanoseconds);

// Breaks the kernel off: cudaErrorLaunchFailure.
[[noreturn]] void __trap();

namespace cpu_device
{
// Lets other threads of the block run; the thread goes on when its turn comes round.
void yield();

// Called by what a thread may spin on, so that whoever it waits for gets to run: each 64th call yields.
void poll();
// Before an atomic update of so many bytes: polls, checks, and gives what is there.
void begin_atomic(const volatile void *address, void *value, size_t size);
} // namespace cpu_device
