// SPDX-License-Identifier: MIT
// barrier_loop_count.cu: a barrier in a loop that some threads leave earlier, and one after it.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 16 threads wait in __syncthreads() at barrier_loop_count.cu:{after}: 0, 4, 8,
// CPU says 48 threads wait in __syncthreads() at barrier_loop_count.cu:{loop}: 1-3, 5-7,
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include "../kernel_run.h"

const int threads = 64;

__global__ void steps(int *out)
{
    __shared__ int total;
    int t = threadIdx.x, count = t % 4 + 1;
    if (t == 0)
        total = 0;
    __syncthreads();
#ifndef FIXED
    int rounds = count;
#else
    int rounds = 4;
#endif
    for (int i = 0; i < rounds; i++) {
        if (i < count)
            atomicAdd(&total, 1);
        __syncthreads(); // {loop}
    }
    __syncthreads(); // {after}
    if (t == 0)
        *out = total;
}

int main()
{
    device_array<int> out(1);
    steps<<<1, threads>>>(out);
    return check_fixed(out, threads / 4 * (1 + 2 + 3 + 4));
}
