// SPDX-License-Identifier: MIT
// blocks_flag_volatile.cu: a chain of blocks: each waits for the volatile flag of the one before, then reads what that
// one and all before it have stored: what a block has learned it hands on.
#include <stdio.h>

const int threads = 64, blocks = 12;

__device__ int data[blocks][threads];
__device__ volatile int ready[blocks];

__global__ void pass_on(int *out)
{
    int t = threadIdx.x, b = blockIdx.x;
    if (b > 0 && t == 0) {
        while (ready[b - 1] == 0)
            __nanosleep(100);
        __threadfence();
    }
    __syncthreads();
    int sum = 1;
    for (int i = 0; i < b; i++)
        sum += data[i][(t + i) % threads];
    data[b][t] = sum;
    out[b * threads + t] = sum;
    __syncthreads();
    if (t == threads - 1) { // whichever thread
        __threadfence();
        ready[b] = 1;
    }
}

int main()
{
    int *dev_out, out[blocks][threads];
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    pass_on<<<blocks, threads>>>(dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < threads; t++)
            if (out[b][t] != 1 << b)
                return 1;
    return cudaFree(dev_out) != cudaSuccess;
}
