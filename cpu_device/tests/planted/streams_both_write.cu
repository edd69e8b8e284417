// SPDX-License-Identifier: MIT
// streams_both_write.cu: two streams add to one array of sums, without atomics.
// CPU exits 3
// CPU finds race-between-launches
// CPU says launched at streams_both_write.cu:{first}
// CPU says launched at streams_both_write.cu:{second}
// all exits 0
#include <stdio.h>

const int n = 1000;

__global__ void add(int *sums, int value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sums[i] += value;
}

int main()
{
    int *dev_sums, sums[n];
    cudaStream_t one, other;
    if (cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess || cudaMemset(dev_sums, 0, sizeof sums) != cudaSuccess ||
        cudaStreamCreate(&one) != cudaSuccess || cudaStreamCreate(&other) != cudaSuccess)
        return 1;
#ifdef FIXED
    other = one;
#endif
    add<<<4, 256, 0, one>>>(dev_sums, 1);   // {first}
    add<<<4, 256, 0, other>>>(dev_sums, 2); // {second}
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost);
    cudaFree(dev_sums);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (sums[i] != 3)
            return 1;
#endif
    return error != cudaSuccess;
}
