// SPDX-License-Identifier: MIT
// waits_syncwarp_in_lock.cu: the lane that holds the lock waits for its warp, whose other lanes wait for the lock.
// Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU finds waits-for-ever
// CPU says kernel add_up, block (0,0,0)
// CPU says 31 threads spin at waits_syncwarp_in_lock.cu:{lock} on the __device__ variable lock
// CPU says 1 thread waits in __syncwarp() at waits_syncwarp_in_lock.cu:{meet}
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include "../kernel_run.h"

const int threads = 32;

__device__ int lock, sum;

__global__ void add_up(void)
{
    while (atomicCAS(&lock, 0, 1) != 0) // {lock}
        ;
    __threadfence();
    sum += threadIdx.x;
#ifndef FIXED
    __syncwarp(); // {meet}
#endif
    __threadfence();
    atomicExch(&lock, 0);
#ifdef FIXED
    __syncwarp();
#endif
}

int main()
{
    add_up<<<1, threads>>>();
    return check(variable(sum), threads * (threads - 1) / 2);
}
