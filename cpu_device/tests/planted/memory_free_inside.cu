// SPDX-License-Identifier: MIT
// memory_free_inside.cu: the pointer past the header is freed instead of the one that cudaMalloc returned.
// CPU exits 3
// CPU finds wrong-free
// CPU says at memory_free_inside.cu:{free}: byte 16 of 1040 bytes
// CPU says from cudaMalloc at memory_free_inside.cu:{malloc}
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 256, header = 4;

__global__ void fill(int *body)
{
    body[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *dev_buffer, a[n] = {};
    if (cudaMalloc(&dev_buffer, (header + n) * sizeof(int)) != cudaSuccess) // {malloc}
        return 1;
    int *dev_body = dev_buffer + header;
    fill<<<1, n>>>(dev_body);
    cudaError_t error = cudaMemcpy(a, dev_body, sizeof a, cudaMemcpyDeviceToHost);
#ifndef FIXED
    cudaFree(dev_body); // {free}
#else
    cudaFree(dev_buffer);
#endif
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
    for (int i = 0; i < n; i++)
        if (a[i] != i)
            return 1;
    return error != cudaSuccess;
}
