// SPDX-License-Identifier: MIT
// beside_one_too_many.cu: one thread writes past the end, and the threads that do not race for a total.
// CPU exits 1
// CPU finds illegal-address: at {past}
// CPU finds race-global: writes {add}, at {add}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in beside_one_too_many.cu:{past}
#include <stdio.h>

const int n = 50, threads = 51;

__device__ int total;

__global__ void square(int *a)
{
    int i = threadIdx.x;
#ifndef FIXED
    if (i <= n) {
        a[i] = i * i; // {past}
        total += i;   // {add}
    }
#else
    if (i < n) {
        a[i] = i * i;
        atomicAdd(&total, i);
    }
#endif
}

int main()
{
    int *dev_a, a[n] = {}, sum = 0;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess)
        return 1;
    square<<<1, threads>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(&sum, total, sizeof sum);
    cudaFree(dev_a);
    printf("%s, %d %d\n", cudaGetErrorString(error), a[n - 1], sum);
#ifdef FIXED
    if (a[n - 1] != (n - 1) * (n - 1) || sum != n * (n - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
