// SPDX-License-Identifier: MIT
// streams_copy_within.cu: a backup of an array is made by cudaMemcpy() within the device, and a kernel in a
// non-blocking stream changes the array. For such a copy the host does not wait.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaMemcpy() at streams_copy_within.cu:{copy} reads
// CPU says kernel negate, launched at streams_copy_within.cu:{launch}
// all exits 0
#include <stdio.h>

const int n = 256;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

__global__ void negate(int *a)
{
    a[threadIdx.x] = -a[threadIdx.x];
}

int main()
{
    int *a, *backup, last;
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess ||
        cudaMalloc(&a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&backup, n * sizeof(int)) != cudaSuccess)
        return 1;
    fill<<<1, n, 0, stream>>>(a);
    cudaStreamSynchronize(stream);
#ifndef FIXED
    cudaMemcpy(backup, a, n * sizeof(int), cudaMemcpyDeviceToDevice); // {copy}
#else
    cudaMemcpyAsync(backup, a, n * sizeof(int), cudaMemcpyDeviceToDevice, stream);
#endif
    negate<<<1, n, 0, stream>>>(a); // {launch}
    cudaStreamSynchronize(stream);
    cudaError_t error = cudaMemcpy(&last, backup + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(a);
    cudaFree(backup);
    printf("%s, %d\n", cudaGetErrorString(error), last);
    return error != cudaSuccess;
}
