// SPDX-License-Identifier: MIT
// 11 histogram: many threads, one counter.
//
// How often does each value occur? If two threads add to one counter at the same time, a count can be lost: both read
// 7, both store 8. atomicAdd() makes the addition a single step. But if all threads of the grid add to the same few
// counters in global memory, they queue. So each block counts in shared memory, which is near, and adds its counts to
// the bins at the end. Shared memory is not initialized. The judge counts: a block, which has 64 threads or more, may
// execute 64 atomic additions on global memory (one per bin).
//
//     ./run check histogram        ./run hint histogram
#include "judge/histogram.h"

__global__ void histogram(const int *in, int *bins, int n)
{
    __shared__ int counts[bin_count];
    // your code
}
