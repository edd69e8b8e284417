// SPDX-License-Identifier: MIT
// barrier_before_ticket.cu: a barrier between what all threads store and the block's ticket, which thread 0 takes.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int blocks = 4, threads = 64;
__device__ unsigned arrived;
__device__ int parts[blocks * threads];

__global__ void sum(int *total)
{
    __shared__ bool last;
    parts[threadIdx.x + blockIdx.x * threads] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicInc(&arrived, blocks - 1) == blocks - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        for (int i = 0; i < blocks * threads; i++)
            *total += parts[i];
}

int main()
{
    static int result[1];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    sum<<<blocks, threads>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < 1; i++)
        right &= result[i] == blocks * threads;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
