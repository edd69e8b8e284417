// SPDX-License-Identifier: MIT
// barrier_strided_loop.cu: n is not a multiple of the block's threads, so only some of them make the last round.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 44 threads wait in __syncthreads() at barrier_strided_loop.cu:{loop}: 0-43
// CPU says 20 threads wait in __syncthreads() at barrier_strided_loop.cu:{after}: 44-63
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include "../kernel_run.h"

const int n = 300, threads = 64;

__global__ void sum(int *out)
{
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0)
        total = 0;
    __syncthreads();
#ifndef FIXED
    int end = n;
#else
    int end = (n + threads - 1) / threads * threads;
#endif
    for (int i = t; i < end; i += threads) {
        if (i < n)
            atomicAdd(&total, i);
        __syncthreads(); // {loop}
    }
    __syncthreads(); // {after}
    if (t == 0)
        *out = total;
}

int main()
{
    device_array<int> out(1);
    sum<<<1, threads>>>(out);
    return check_fixed(out, n * (n - 1) / 2);
}
