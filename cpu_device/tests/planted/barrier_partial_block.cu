// SPDX-License-Identifier: MIT
// barrier_partial_block.cu: the guard for the last block's surplus threads encloses the barrier, too.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says kernel sums, block (2,0,0), of 64 threads
// CPU says 22 threads wait in __syncthreads() at barrier_partial_block.cu:{guarded}: 0-21
// CPU says 42 threads wait in __syncthreads() at barrier_partial_block.cu:{all}: 22-63
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include "../kernel_run.h"

const int n = 150, threads = 64, blocks = 3;

__global__ void sums(int *out)
{
    __shared__ int total;
    int t = threadIdx.x, i = t + blockIdx.x * threads;
    if (t == 0)
        total = 0;
#ifdef FIXED
    __syncthreads();
#endif
    if (i < n) {
#ifndef FIXED
        __syncthreads(); // {guarded}
#endif
        atomicAdd(&total, i);
    }
    __syncthreads(); // {all}
    if (t == 0)
        out[blockIdx.x] = total;
}

int main()
{
    device_array<int> out(blocks);
    sums<<<blocks, threads>>>(out);
    return finish(out) || (is_fixed && out.on_host[0] + out.on_host[1] + out.on_host[2] != n * (n - 1) / 2);
}
