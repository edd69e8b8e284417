// SPDX-License-Identifier: MIT
// fences.cu: __threadfence: each block publishes its sum, and the last one to come adds them all up.

#include <stdio.h>

#include "../handle_error.h"

const int blocks = 64, threads = 128;

__device__ int sums[blocks];
__device__ unsigned int finished; // atomicInc takes it back to 0 at the end of each launch

__device__ int sum_of_block(int mine)
{
    __shared__ int cache[threads];
    cache[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned int i = threads / 2; i > 0; i /= 2) {
        if (threadIdx.x < i)
            cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    return cache[0];
}

__global__ void sum(int *total, int *last_blocks)
{
    __shared__ bool last;
    int mine = sum_of_block(threadIdx.x + threads * blockIdx.x);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = mine;
        __threadfence(); // the sum is there before the count says so
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        __threadfence();
        int all = 0;
        for (unsigned int i = threadIdx.x; i < gridDim.x; i += threads)
            all += *(volatile int *)&sums[i];
        __syncthreads(); // the cache is free again
        all = sum_of_block(all);
        if (threadIdx.x == 0) {
            *total = all;
            atomicAdd(last_blocks, 1);
        }
    }
}

// Within a block a fence orders the writes, and a flag tells of them.
__global__ void message(int *out)
{
    __shared__ volatile int data, flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 42;
        __threadfence_block();
        atomicExch((int *)&flag, 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd((int *)&flag, 0) == 0)
            ;
        __threadfence_block();
        *out = data;
        __threadfence_system();
    }
}

int main(void)
{
    int out[3] = {0, 0, 0}, *dev_out;
    HANDLE_ERROR(cudaMalloc((void **)&dev_out, sizeof out));
    HANDLE_ERROR(cudaMemcpy(dev_out, out, sizeof out, cudaMemcpyHostToDevice));
    for (int launch = 1; launch <= 5; launch++) {
        sum<<<blocks, threads>>>(dev_out, dev_out + 1);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
        printf("sum %d, the last blocks so far: %d\n", out[0], out[1]);
    }
    message<<<1, 64>>>(dev_out + 2);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost));
    printf("message: %d\n", out[2]);
    HANDLE_ERROR(cudaFree(dev_out));
    return 0;
}
