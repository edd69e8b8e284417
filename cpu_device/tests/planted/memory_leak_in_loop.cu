// SPDX-License-Identifier: MIT
// memory_leak_in_loop.cu: every round allocates, and no round frees.
// CPU finds leak
// CPU says from cudaMalloc at memory_leak_in_loop.cu:{malloc}
// memcheck exits 3
// memcheck prints Leaked 1,024 bytes
#include <stdio.h>

const int n = 256;

__global__ void fill(int *a, int value)
{
    a[threadIdx.x] = value;
}

int main()
{
    int a[n] = {};
    cudaError_t error = cudaSuccess;
    for (int round = 1; round <= 3; round++) {
        int *dev_a;
        if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess) // {malloc}
            return 1;
        fill<<<1, n>>>(dev_a, round);
        error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
#ifdef FIXED
        cudaFree(dev_a);
#endif
        if (error != cudaSuccess || a[n - 1] != round)
            return 1;
    }
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
    return 0;
}
