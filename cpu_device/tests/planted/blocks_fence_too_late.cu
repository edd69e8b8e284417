// SPDX-License-Identifier: MIT
// blocks_fence_too_late.cu: each block stores its part and counts itself; its fence comes after the count.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 12, threads = 96;

__device__ unsigned finished;

__global__ void sum(int *parts, int *out)
{
    __shared__ bool last;
    int odd = __syncthreads_count(threadIdx.x % 2);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = odd; // {write}
#ifndef FIXED
        unsigned before = atomicInc(&finished, blocks - 1);
        __threadfence();
#else
        __threadfence();
        unsigned before = atomicInc(&finished, blocks - 1);
#endif
        last = before == blocks - 1;
    }
    __syncthreads();
    if (last) {
        int part = threadIdx.x < blocks ? parts[threadIdx.x] : 0; // {read}
        int all = __syncthreads_count(part == threads / 2);
        if (threadIdx.x == 0)
            *out = all;
    }
}

int main()
{
    device_array<int> parts(blocks, zeros), out(1);
    sum<<<blocks, threads>>>(parts, out);
    return check_fixed(out, blocks);
}
