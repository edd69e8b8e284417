// SPDX-License-Identifier: MIT
// blocks_atomic_then_read.cu: the first block counts by atomicAdd(), and reads the count after a barrier. The second
// block reads the count too, and nothing orders the two blocks.
// CPU exits 3
// CPU finds race-between-blocks
// CPU says kernel count, counter[0] (4 bytes from cudaMalloc
// CPU says block (0,0,0), thread (0,0,0) writes atomically at blocks_atomic_then_read.cu:{add}
// CPU says block (1,0,0), thread (0,0,0) reads at blocks_atomic_then_read.cu:{other}
// all exits 0
#include <stdio.h>

const int threads = 64;

__global__ void count(int *counter, int *out)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            atomicAdd(counter, 1); // {add}
        __syncthreads();
        out[threadIdx.x] = *counter;
    } else {
#ifndef FIXED
        out[threads + threadIdx.x] = *counter; // {other}
#else
        out[threads + threadIdx.x] = 1;
#endif
    }
}

int main()
{
    int *counter, *dev_out, out[2 * threads];
    if (cudaMalloc(&counter, sizeof(int)) || cudaMemset(counter, 0, sizeof(int)) || cudaMalloc(&dev_out, sizeof out))
        return 1;
    count<<<2, threads>>>(counter, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(counter);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef FIXED
    for (int i = 0; i < 2 * threads; i++)
        if (out[i] != 1)
            return 1;
#endif
    return error != cudaSuccess;
}
