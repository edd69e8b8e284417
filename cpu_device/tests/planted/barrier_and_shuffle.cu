// SPDX-License-Identifier: MIT
// barrier_and_shuffle.cu: some lanes of a warp wait for a shuffle that the others never make.
// CPU exits 3
// CPU finds divergent-warp
// CPU says 8 threads wait in a shuffle at barrier_and_shuffle.cu:{shuffle}: 0-7
// CPU says 24 threads wait in __syncthreads() at barrier_and_shuffle.cu:{barrier}: 8-31
#include <stdio.h>

__global__ void part(int *a)
{
    int value = threadIdx.x;
    if (threadIdx.x < 8)
        value = __shfl_down_sync(0xffffffff, value, 1); // {shuffle}
    __syncthreads();                                    // {barrier}
    a[threadIdx.x] = value;
}

int main()
{
    int *a;
    cudaMalloc(&a, 32 * sizeof(int));
    part<<<1, 32>>>(a);
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}
