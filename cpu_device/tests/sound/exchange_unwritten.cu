// SPDX-License-Identifier: MIT
// exchange_unwritten.cu: atomicExch() stores, so it may be the first to write: it opens locks and fills slots, with no
// cudaMemset() before.
// On a GPU it reads too, and initcheck minds:
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read
#include <stdio.h>

const int n = 64, blocks = 4;

__device__ int set(int *at, int value) // whose callers do not use the result
{
    return atomicExch(at, value);
}

__global__ void open_locks(int *locks, float *weights, unsigned long long *stamps)
{
    __shared__ unsigned int slots[n];
    __shared__ int marks[n];
    int i = blockIdx.x * n + threadIdx.x;
    set(&locks[i], 0);
    (void)atomicExch(&marks[threadIdx.x], 1);
    int unused = set(&marks[threadIdx.x], 2);
    unused = 3;
    atomicExch(&weights[i], 0.5f);
    atomicExch(&stamps[i], 1ull << 40 | (unsigned long long)i);
    atomicExch(&slots[threadIdx.x], threadIdx.x);
    __syncthreads();
    atomicAdd(&locks[i], (int)slots[n - 1 - threadIdx.x] + 2 - marks[threadIdx.x] + 3 - unused);
    atomicAdd(&weights[i], 1.0f);
}

int main()
{
    static int locks[blocks * n];
    static float weights[blocks * n];
    static unsigned long long stamps[blocks * n];
    int *dev_locks;
    float *dev_weights;
    unsigned long long *dev_stamps;
    cudaMalloc(&dev_locks, sizeof locks);
    cudaMalloc(&dev_weights, sizeof weights);
    cudaMalloc(&dev_stamps, sizeof stamps);
    open_locks<<<blocks, n>>>(dev_locks, dev_weights, dev_stamps);
    cudaMemcpy(locks, dev_locks, sizeof locks, cudaMemcpyDeviceToHost);
    cudaMemcpy(weights, dev_weights, sizeof weights, cudaMemcpyDeviceToHost);
    cudaMemcpy(stamps, dev_stamps, sizeof stamps, cudaMemcpyDeviceToHost);
    cudaFree(dev_locks);
    cudaFree(dev_weights);
    cudaFree(dev_stamps);
    for (int i = 0; i < blocks * n; i++)
        if (locks[i] != n - 1 - i % n || weights[i] != 1.5f || stamps[i] != (1ull << 40 | (unsigned long long)i))
            return 1;
    return 0;
}
