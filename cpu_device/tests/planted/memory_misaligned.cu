// SPDX-License-Identifier: MIT
// memory_misaligned.cu: packed records of five bytes, whose integers no GPU can load in one piece.
// CPU exits 1
// CPU finds misaligned-address: at {read}
// CPU says kernel load, block (0,0,0)
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in memory_misaligned.cu:{read}
#include <stdio.h>
#include <string.h>

const int n = 32, record = 5;

__global__ void load(const char *records, int *out)
{
    const char *number = records + threadIdx.x * record + 1; // after a letter
    int value;
#ifndef FIXED
    value = *(const int *)number; // {read}
#else
    memcpy(&value, number, sizeof value);
#endif
    out[threadIdx.x] = value;
}

int main()
{
    char *dev_records, records[n * record];
    int *dev_out, out[n] = {};
    for (int i = 0; i < n; i++) {
        records[i * record] = 'x';
        memcpy(&records[i * record + 1], &i, sizeof i);
    }
    if (cudaMalloc(&dev_records, sizeof records) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_records, records, sizeof records, cudaMemcpyHostToDevice);
    load<<<1, n>>>(dev_records, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_records);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != i)
            return 1;
#endif
    return error != cudaSuccess;
}
