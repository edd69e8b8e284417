// SPDX-License-Identifier: MIT
// blocks_last_block.cu: the last block to come adds up what all have stored, but no fence puts their stores first.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 16, threads = 64;

__device__ int parts[blocks], finished;

__global__ void sum(int *out)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = blockIdx.x + 1; // {write}
#ifdef FIXED
        __threadfence();
#endif
        last = atomicAdd(&finished, 1) == blocks - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int total = 0;
        for (int i = 0; i < blocks; i++)
            total += parts[i]; // {read}
        *out = total;
    }
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    sum<<<blocks, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != blocks * (blocks + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
