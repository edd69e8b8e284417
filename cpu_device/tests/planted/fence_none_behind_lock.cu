// SPDX-License-Identifier: MIT
// fence_none_behind_lock.cu: the lock is given back after a fence, but whoever takes it reads without one.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 6;

__device__ int lock;
__device__ short2 sums; // .y is for the nights

__global__ void add(const short *temperatures, int *failures)
{
    short mine = temperatures[blockIdx.x];
    int tries = 0;
    while (atomicCAS(&lock, 0, 1) != 0 && tries < 1000000) {
        tries++;
        __nanosleep(100);
    }
    if (tries == 1000000) {
        atomicAdd(failures, 1);
        return;
    }
#ifdef FIXED
    __threadfence();
#endif
    short before = sums.x;  // {read}
    sums.x = before + mine; // {write}
    __threadfence();
    atomicExch(&lock, 0);
}

int main()
{
    short *dev_temperatures, temperatures[blocks] = {4, -3, 10, 8, -12, 0};
    int *dev_failures, failures = 0;
    short2 result = {};
    if (cudaMalloc(&dev_temperatures, sizeof temperatures) != cudaSuccess ||
        cudaMemcpy(dev_temperatures, temperatures, sizeof temperatures, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_failures, sizeof failures) != cudaSuccess ||
        cudaMemset(dev_failures, 0, sizeof failures) != cudaSuccess)
        return 1;
    add<<<blocks, 1>>>(dev_temperatures, dev_failures);
    cudaError_t error = cudaMemcpy(&failures, dev_failures, sizeof failures, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(&result, sums, sizeof result);
    cudaFree(dev_temperatures);
    cudaFree(dev_failures);
    printf("%s, %d, %d failures\n", cudaGetErrorString(error), result.x, failures);
#ifdef FIXED
    if (failures == 0 && result.x != 7)
        return 1;
#endif
    return error != cudaSuccess;
}
