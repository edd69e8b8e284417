// SPDX-License-Identifier: MIT
// blocks_fence_block.cu: the fence before the count is __threadfence_block(), which no other block need notice.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

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
    int *dev_parts, *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_parts, blocks * threads * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_parts, 0, blocks * threads * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum_columns<<<blocks, threads>>>(dev_parts, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_parts);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int t = 0; t < threads; t++)
        if (out[t] != t * blocks * (blocks - 1) / 2)
            return 1;
#endif
    return error != cudaSuccess;
}
