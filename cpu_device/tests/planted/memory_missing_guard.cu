// SPDX-License-Identifier: MIT
// memory_missing_guard.cu: there are more threads than elements, and all of them write.
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says kernel fill, block (3,0,0)
// CPU says writes a[1000] at address
// CPU says past the end of 4000 bytes from cudaMalloc at memory_missing_guard.cu:{malloc}
// CPU says let a thread without an element do nothing, as in if (i < n)
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_missing_guard.cu:{write}
#include <stdio.h>

const int n = 1000, threads = 256;

__global__ void fill(int *a)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
#ifdef FIXED
    if (i < n)
#endif
        a[i] = 7 * i; // {write}
}

int main()
{
    int *dev_a, a[n] = {};
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess) // {malloc}
        return 1;
    fill<<<(n + threads - 1) / threads, threads>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != 7 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
