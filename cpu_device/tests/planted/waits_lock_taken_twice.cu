// SPDX-License-Identifier: MIT
// waits_lock_taken_twice.cu: a function that takes the lock is called by one that already holds it.
// Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU finds waits-for-ever
// CPU says kernel deposit, block (0,0,0)
// CPU says 1 thread spins at waits_lock_taken_twice.cu:{lock} on the __device__ variable lock
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors
#include <stdio.h>

const int blocks = 1;

__device__ int lock, balance, entries;

__device__ void acquire(void)
{
    while (atomicCAS(&lock, 0, 1) != 0) // {lock}
        ;
    __threadfence();
}

__device__ void release(void)
{
    __threadfence();
    atomicExch(&lock, 0);
}

__device__ void note_entry(void)
{
#ifndef FIXED
    acquire();
#endif
    entries++;
#ifndef FIXED
    release();
#endif
}

__global__ void deposit(int amount)
{
    acquire();
    balance += amount;
    note_entry();
    release();
}

int main(void)
{
    int sum, count;
    deposit<<<blocks, 1>>>(5);
    if (cudaMemcpyFromSymbol(&sum, balance, sizeof sum) != cudaSuccess)
        return 77;
    cudaMemcpyFromSymbol(&count, entries, sizeof count);
    printf("%d in %d entries\n", sum, count);
    return sum != 5 * blocks || count != blocks;
}
