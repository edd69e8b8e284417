// SPDX-License-Identifier: MIT
// overlapping_copy.cu: a queue on the device moves up by one element, with cudaMemcpy() from itself to itself.
// CPU finds copy-overlaps
// CPU says cudaMemcpy() at overlapping_copy.cu:{copy} copies 4092 bytes to memory that begins 4 bytes before the source
// all exits 0
#include <stdio.h>

const int n = 1024;

__global__ void number(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *queue, *other, first = -1;
    if (cudaMalloc(&queue, n * sizeof(int)) != cudaSuccess || cudaMalloc(&other, n * sizeof(int)) != cudaSuccess)
        return 1;
    number<<<1, n>>>(queue);
#ifndef FIXED
    cudaMemcpy(queue, queue + 1, (n - 1) * sizeof(int), cudaMemcpyDeviceToDevice); // {copy}
#else
    cudaMemcpy(other, queue + 1, (n - 1) * sizeof(int), cudaMemcpyDeviceToDevice);
    cudaMemcpy(queue, other, (n - 1) * sizeof(int), cudaMemcpyDeviceToDevice);
#endif
    cudaError_t error = cudaMemcpy(&first, queue, sizeof first, cudaMemcpyDeviceToHost);
    printf("%s\n", first == 1 ? "the second" : "another one");
    cudaFree(queue);
    cudaFree(other);
    return error != cudaSuccess;
}
