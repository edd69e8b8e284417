// SPDX-License-Identifier: MIT
// blocks_add_unfenced.cu: blocks add to the same words without a fence, and then read or store them plainly where that
// is right: the block that has counted itself last resets the counter, a block that has waited for all by an atomic
// stores there, each block has words of its own, and the next launch reads the totals.
#include <stdio.h>

const int blocks = 12, threads = 64, bins = 16;

__device__ unsigned histogram[bins], arrived, turns, own[blocks], resets, last_of_all;

__device__ __noinline__ unsigned add(unsigned *where, unsigned what)
{
    return atomicAdd(where, what);
}

__global__ void count()
{
    __shared__ bool last;
    atomicAdd(&histogram[threadIdx.x % bins], 1);
    atomicAdd(&own[blockIdx.x], 1); // no other block adds here
    add(&turns, 1);
    __syncthreads();
    if (threadIdx.x == 40 && own[blockIdx.x] % threads != 0)
        atomicAdd(&resets, 1000);
    if (threadIdx.x == 0) {
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
        if (last)
            arrived = 0;
    }
    __syncthreads();
    if (last && threadIdx.x == 7) {
        atomicAdd(&resets, 1);
        unsigned before = atomicExch(&last_of_all, 1); // the last block alone comes here
        last_of_all = before + 1;
    }
}

__global__ void read(unsigned *out)
{
    if (threadIdx.x < bins)
        out[threadIdx.x] = histogram[threadIdx.x];
    else if (threadIdx.x == bins)
        out[bins] = resets + arrived + last_of_all + turns;
}

int main()
{
    unsigned *dev, host[bins + 1];
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess)
        return 1;
    for (int round = 0; round < 3; round++)
        count<<<blocks, threads>>>();
    read<<<1, threads>>>(dev);
    if (cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    bool right = host[bins] == 3 + 0 + 3 + 3 * blocks * threads;
    for (int i = 0; i < bins; i++)
        right = right && host[i] == 3 * blocks * threads / bins;
    printf("%u %u\n", host[0], host[bins]);
    return !right || cudaFree(dev) != cudaSuccess;
}
