// SPDX-License-Identifier: MIT
// exchange_loses_maximum.cu: each thread stores, by an atomic, the larger of its own value and the one that it has
// read, by another atomic. A value that is stored in between is lost: atomicMax() is one step. No two accesses race,
// and an exchange of a value that was read from the same place may also be right: a lock that is handed over, for one.
// CPU exits 0
#include <stdio.h>

const int threads = 64;

__device__ int best;

__global__ void find(int *out)
{
    __shared__ int of_block;
    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    atomicExch(&best, max(atomicAdd(&best, 0), (int)threadIdx.x));
    atomicExch(&of_block, max(atomicAdd(&of_block, 0), (int)threadIdx.x));
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = of_block;
}

int main()
{
    int *dev;
    if (cudaMalloc(&dev, 4 * sizeof(int)))
        return 1;
    find<<<4, threads>>>(dev);
    return cudaDeviceSynchronize() || cudaFree(dev);
}
