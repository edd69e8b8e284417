// SPDX-License-Identifier: MIT
// ldg_after_atomics.cu: a block counts with atomicAdd(), and reads the counts with __ldg().
// CPU exits 3
// CPU finds stale-load: writes atomically {count}, reads {read}
// all exits 0
#include <stdio.h>

const int bins = 16, threads = 128;

__global__ void count(unsigned *counts, unsigned *most)
{
    atomicAdd(&counts[threadIdx.x % bins], 1); // {count}
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    unsigned greatest = 0;
    for (int i = 0; i < bins; i++)
#ifndef FIXED
        greatest = max(greatest, __ldg(&counts[i])); // {read}
#else
        greatest = max(greatest, counts[i]);
#endif
    *most = greatest;
}

int main()
{
    unsigned *counts, *dev_most, most = 0;
    if (cudaMalloc(&counts, bins * sizeof *counts) != cudaSuccess ||
        cudaMalloc(&dev_most, sizeof most) != cudaSuccess ||
        cudaMemset(counts, 0, bins * sizeof *counts) != cudaSuccess)
        return 1;
    count<<<1, threads>>>(counts, dev_most);
    cudaError_t error = cudaMemcpy(&most, dev_most, sizeof most, cudaMemcpyDeviceToHost);
    cudaFree(counts);
    cudaFree(dev_most);
    printf("%s, %u\n", cudaGetErrorString(error), most);
    return error != cudaSuccess || most != threads / bins;
}
