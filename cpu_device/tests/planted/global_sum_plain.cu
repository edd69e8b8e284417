// SPDX-License-Identifier: MIT
// global_sum_plain.cu: every thread adds its value to one total with +=, and most of the values get lost.
// CPU exits 3
// CPU finds race-global: writes {add}, at {add}
// all exits 0
#include <stdio.h>

const int threads = 96;

__global__ void add_up(const double *prices, double *total)
{
    int t = threadIdx.x;
#ifndef FIXED
    *total += prices[t]; // {add}
#else
    atomicAdd(total, prices[t]);
#endif
}

int main()
{
    double *dev_prices, *dev_total, total = 0, prices[threads];
    for (int t = 0; t < threads; t++)
        prices[t] = t + 0.5;
    if (cudaMalloc(&dev_prices, sizeof prices) != cudaSuccess || cudaMalloc(&dev_total, sizeof total) != cudaSuccess ||
        cudaMemcpy(dev_prices, prices, sizeof prices, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_total, 0, sizeof total) != cudaSuccess)
        return 1;
    add_up<<<1, threads>>>(dev_prices, dev_total);
    cudaError_t error = cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(dev_prices);
    cudaFree(dev_total);
    printf("%s, %g\n", cudaGetErrorString(error), total);
#ifdef FIXED
    if (total != threads * threads / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
