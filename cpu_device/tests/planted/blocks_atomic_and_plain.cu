// SPDX-License-Identifier: MIT
// blocks_atomic_and_plain.cu: a block counts itself by an atomic, and then looks at the counter as if it were alone.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {count}, reads {look}
// CPU reports 1 to 2: where a look sees counts that came after the block's own, its reads of parts race as well
// all exits 0
#include <stdio.h>

const int blocks = 10, threads = 32;

__device__ int parts[blocks], finished;

__global__ void sum(int *out)
{
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x;
        __threadfence();
#ifndef FIXED
        atomicAdd(&finished, 1);        // {count}
        bool last = finished == blocks; // {look}
#else
        bool last = atomicAdd(&finished, 1) == blocks - 1;
#endif
        __threadfence();
        if (last) {
            int total = 0;
            for (int i = 0; i < blocks; i++)
                total += parts[i];
            *out = total;
        }
    }
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    sum<<<blocks, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != blocks * (blocks - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
