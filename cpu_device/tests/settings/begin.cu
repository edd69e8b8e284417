// SPDX-License-Identifier: MIT
// begin.cu CASE: the two blocks of each case race, but where block 0 begins first, what follows orders them.
#include <stdio.h>
#include <stdlib.h>

__device__ int lock, flag, count, value, seen;

// Only block 0 lacks the fence that acquires. It must come second for the other's addition not to be ordered before its
// own.
__global__ void fence_on_one_side()
{
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    if (blockIdx.x == 1)
        __threadfence();
    ++value;
    __threadfence();
    atomicExch(&lock, 0);
}

// The lock protects the count alone, and not the value that block 0 stores for block 1.
__global__ void unrelated_lock()
{
    if (blockIdx.x == 0)
        value = 42;
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    ++count;
    __threadfence();
    atomicExch(&lock, 0);
    if (blockIdx.x == 1)
        seen = value;
}

// Block 1 looks at the flag, and reads the value whether it is set or not.
__global__ void later_flag()
{
    if (blockIdx.x == 0) {
        value = 42;
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        const int is_set = atomicAdd(&flag, 0);
        __threadfence();
        seen = is_set + value;
    }
}

int main(int argc, char **argv)
{
    switch (argc == 2 ? atoi(argv[1]) : 0) {
    case 1: fence_on_one_side<<<2, 1>>>(); break;
    case 2: unrelated_lock<<<2, 1>>>(); break;
    case 3: later_flag<<<2, 1>>>(); break;
    default: fprintf(stderr, "usage: begin 1|2|3\n"); return 2;
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
