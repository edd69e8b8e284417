// SPDX-License-Identifier: MIT
// blocks_fence_block.cu: the fence before the count is __threadfence_block(), which no other block need notice.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 8, threads = 64;

__device__ int finished;

// Sums the columns: each thread stores one part, and the last block adds them up.
__global__ void sum_columns(int *parts, int *out)
{
    __shared__ bool last;
    int t = threadIdx.x;
    parts[blockIdx.x * threads + t] = blockIdx.x * t; // {write}
    __syncthreads();
    if (t == 0) {
#ifndef FIXED
        __threadfence_block();
#else
        __threadfence();
#endif
        last = atomicAdd(&finished, 1) == blocks - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        int total = 0;
        for (int i = 0; i < blocks; i++)
            total += parts[i * threads + t]; // {read}
        out[t] = total;
    }
}

int main()
{
    device_array<int> parts(blocks * threads, zeros), out(threads);
    sum_columns<<<blocks, threads>>>(parts, out);
    return check_fixed(out, [](int t) { return t * blocks * (blocks - 1) / 2; });
}
