// SPDX-License-Identifier: MIT
// global_split_increment.cu: read, add and write in three statements are no more one step than ++ is.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// CPU says use one atomic for both, atomicAdd(&bin[value[i]], 1).
// all exits 0
#include <stdio.h>

const int n = 256, bins = 4;

__global__ void histogram(const int *value, int *bin)
{
    int i = threadIdx.x;
#ifndef FIXED
    int old_count = bin[value[i]]; // {read}
    int new_count = old_count + 1;
    bin[value[i]] = new_count; // {write}
#else
    atomicAdd(&bin[value[i]], 1);
#endif
}

int main()
{
    int value[n], bin[bins] = {}, *dev_value, *dev_bin;
    for (int i = 0; i < n; i++)
        value[i] = i % bins;
    if (cudaMalloc(&dev_value, sizeof value) != cudaSuccess || cudaMalloc(&dev_bin, sizeof bin) != cudaSuccess ||
        cudaMemcpy(dev_value, value, sizeof value, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_bin, 0, sizeof bin) != cudaSuccess)
        return 1;
    histogram<<<1, n>>>(dev_value, dev_bin);
    cudaError_t error = cudaMemcpy(bin, dev_bin, sizeof bin, cudaMemcpyDeviceToHost);
    cudaFree(dev_value);
    cudaFree(dev_bin);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < bins; i++)
        if (bin[i] != n / bins)
            return 1;
#endif
    return error != cudaSuccess;
}
