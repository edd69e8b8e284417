// SPDX-License-Identifier: MIT
// blocks_fence_too_late.cu: each block stores its part and counts itself; its fence comes after the count.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

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
    int *dev_parts, *dev_out, out = 0;
    if (cudaMalloc(&dev_parts, blocks * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_parts, 0, blocks * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<blocks, threads>>>(dev_parts, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_parts);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != blocks)
        return 1;
#endif
    return error != cudaSuccess;
}
