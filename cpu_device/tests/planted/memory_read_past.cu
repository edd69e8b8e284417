// SPDX-License-Identifier: MIT
// memory_read_past.cu: the last thread reads the element after the last one.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel differences, block (1,0,0), thread (127,0,0), at memory_read_past.cu:{read}
// CPU says reads a[256] at address
// CPU says just past the end of 1024 bytes from cudaMalloc at memory_read_past.cu:{malloc}
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
// initcheck prints in memory_read_past.cu:{read}
#include <stdio.h>

const int n = 256;

__global__ void differences(const int *a, int *out)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
#ifndef FIXED
    if (i < n)
#else
    if (i + 1 < n)
#endif
        out[i] = a[i + 1] - a[i]; // {read}
}

int main()
{
    int *dev_a, *dev_out, a[n], out[n - 1] = {};
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || // {malloc}
        cudaMalloc(&dev_out, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    differences<<<2, n / 2>>>(dev_a, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 2]);
#ifdef FIXED
    for (int i = 0; i < n - 1; i++)
        if (out[i] != 2 * i + 1)
            return 1;
#endif
    return error != cudaSuccess;
}
