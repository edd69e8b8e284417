// SPDX-License-Identifier: MIT
// memory_copied_too_little.cu: the copy to the device counts elements instead of bytes, so three quarters stay unset.
// CPU exits 3
// CPU finds uninitialized-global
// CPU says kernel twice, block (0,0,0), thread (16,0,0) reads at memory_copied_too_little.cu:{read}
// CPU says a[16] (256 bytes from cudaMalloc at memory_copied_too_little.cu:{malloc}
// CPU says cudaMemcpy() at memory_copied_too_little.cu:{copy} has copied 64 of these 256 bytes. Is its size right?
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
// initcheck prints in memory_copied_too_little.cu:{read}
#include <stdio.h>

const int n = 64;

__global__ void twice(const int *a, int *out)
{
    out[threadIdx.x] = 2 * a[threadIdx.x]; // {read}
}

int main()
{
    int *dev_a, *dev_out, a[n], out[n] = {};
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || // {malloc}
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
#ifndef FIXED
    cudaMemcpy(dev_a, a, n, cudaMemcpyHostToDevice); // {copy}
#else
    cudaMemcpy(dev_a, a, n * sizeof(int), cudaMemcpyHostToDevice);
#endif
    twice<<<1, n>>>(dev_a, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != 2 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
