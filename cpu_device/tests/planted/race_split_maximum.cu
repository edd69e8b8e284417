// SPDX-License-Identifier: MIT
// race_split_maximum.cu: the largest value is read in one line, and replaced in another.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says use one atomic for both, atomicMax().
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <stdio.h>

const int n = 256;

__global__ void maximum(const int *value, int *out)
{
    __shared__ int largest;
    int mine = value[threadIdx.x];
    if (threadIdx.x == 0)
        largest = 0;
    __syncthreads();
#ifndef FIXED
    int seen = largest; // {read}
    if (mine > seen)
        largest = mine; // {write}
#else
    atomicMax(&largest, mine);
#endif
    __syncthreads();
    if (threadIdx.x == 0)
        *out = largest;
}

int main()
{
    int value[n], out = 0, *dev_value, *dev_out;
    for (int i = 0; i < n; i++)
        value[i] = i * 37 % 251;
    if (cudaMalloc(&dev_value, sizeof value) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_value, value, sizeof value, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    maximum<<<1, n>>>(dev_value, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_value);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    if (out != 250)
        return 1;
#endif
    return error != cudaSuccess;
}
