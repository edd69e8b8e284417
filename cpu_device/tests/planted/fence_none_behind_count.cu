// SPDX-License-Identifier: MIT
// fence_none_behind_count.cu: each block stores, fences and counts; the last one reads without a fence of its own.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 11;

__device__ float best[blocks];
__device__ unsigned counted;

__global__ void nearest(const float *distances, int per_block, float *out)
{
    float mine = 1e30f;
    for (int i = 0; i < per_block; i++)
        mine = fminf(mine, distances[blockIdx.x * per_block + i]);
    best[blockIdx.x] = mine; // {write}
    __threadfence();
    if (atomicInc(&counted, blocks) == blocks - 1) {
#ifdef FIXED
        __threadfence();
#endif
        float all = 1e30f;
        for (int i = 0; i < blocks; i++)
            all = fminf(all, best[i]); // {read}
        *out = all;
    }
}

int main()
{
    const int per_block = 7;
    float *dev_distances, *dev_out, distances[blocks * per_block], out = 0;
    for (int i = 0; i < blocks * per_block; i++)
        distances[i] = 3 + (float)(i * 31 % 77);
    if (cudaMalloc(&dev_distances, sizeof distances) != cudaSuccess ||
        cudaMemcpy(dev_distances, distances, sizeof distances, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    nearest<<<blocks, 1>>>(dev_distances, per_block, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_distances);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 3)
        return 1;
#endif
    return error != cudaSuccess;
}
