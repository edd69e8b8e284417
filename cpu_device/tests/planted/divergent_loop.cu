// SPDX-License-Identifier: MIT
// divergent_loop.cu: a barrier in a loop whose count depends on the thread, and one after it.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says 44 threads wait in __syncthreads() at divergent_loop.cu:{loop}: 0-43
// CPU says 20 threads wait in __syncthreads() at divergent_loop.cu:{after}: 44-63
// CPU prints unspecified launch failure
#include <stdio.h>

__global__ void uneven(int *sum, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        atomicAdd(sum, i);
        __syncthreads(); // {loop}
    }
    __syncthreads(); // {after}
}

int main()
{
    int *sum;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    uneven<<<1, 64>>>(sum, 300);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
