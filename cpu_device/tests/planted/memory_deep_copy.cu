// SPDX-License-Identifier: MIT
// memory_deep_copy.cu: a struct is copied to the device, but the pointer in it still leads to the host.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel sum, block (0,0,0), thread (0,0,0), at memory_deep_copy.cu:{read}
// CPU says reads address
// CPU says host memory
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in memory_deep_copy.cu:{read}
#include <stdio.h>

struct series {
    int count;
    const int *values;
};

__global__ void sum(const series *s, int *out)
{
    int total = 0;
    for (int i = 0; i < s->count; i++)
        total += s->values[i]; // {read}
    *out = total;
}

int main()
{
    int values[100];
    for (int i = 0; i < 100; i++)
        values[i] = i;
    series s = {100, values}, *dev_s;
    int *dev_values, *dev_out, out = 0;
    if (cudaMalloc(&dev_s, sizeof s) != cudaSuccess || cudaMalloc(&dev_values, sizeof values) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_values, values, sizeof values, cudaMemcpyHostToDevice);
#ifdef FIXED
    s.values = dev_values;
#endif
    cudaMemcpy(dev_s, &s, sizeof s, cudaMemcpyHostToDevice);
    sum<<<1, 1>>>(dev_s, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_s);
    cudaFree(dev_values);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 4950)
        return 1;
#endif
    return error != cudaSuccess;
}
