// SPDX-License-Identifier: MIT
// memory_host_writes.cu: the host sets a counter directly in device memory. With a GPU the program crashes.
// CPU exits 3
// CPU reports 2
// CPU finds host-touches-device
// CPU says at memory_host_writes.cu:{write}: byte 0 of 4 bytes from cudaMalloc at memory_host_writes.cu:{malloc}
// all exits 11
#include <stdio.h>

const int n = 256;

__global__ void count_odd(int *count)
{
    if (threadIdx.x % 2 == 1)
        atomicAdd(count, 1);
}

int main()
{
    int *dev_count, count = 0;
    if (cudaMalloc(&dev_count, sizeof count) != cudaSuccess) // {malloc}
        return 1;
#ifndef FIXED
    *dev_count = 0; // {write}
#else
    cudaMemset(dev_count, 0, sizeof count);
#endif
    count_odd<<<1, n>>>(dev_count);
    cudaError_t error = cudaMemcpy(&count, dev_count, sizeof count, cudaMemcpyDeviceToHost);
    cudaFree(dev_count);
    printf("%s, %d\n", cudaGetErrorString(error), count);
#ifdef FIXED
    if (count != n / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
