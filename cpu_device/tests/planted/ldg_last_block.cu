// SPDX-License-Identifier: MIT
// ldg_last_block.cu: the last block adds up the sums of all blocks, fences and all, but reads them with __ldg().
// CPU exits 3
// CPU finds stale-load: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 20, threads = 64;

__device__ unsigned finished;

__global__ void sum(double *parts, double *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x + 1; // {write}
        __threadfence();
        last = atomicInc(&finished, blocks - 1) == blocks - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        double total = 0;
        for (int i = 0; i < blocks; i++)
#ifndef FIXED
            total += __ldg(parts + i); // {read}
#else
            total += parts[i];
#endif
        *out = total;
    }
}

int main()
{
    device_array<double> parts(blocks), out(1);
    sum<<<blocks, threads>>>(parts, out);
    return check(out, blocks * (blocks + 1) / 2);
}
