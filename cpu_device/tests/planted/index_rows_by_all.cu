// SPDX-License-Identifier: MIT
// index_rows_by_all.cu: the block has 32 x 8 threads, and the kernel uses x alone: 8 threads make each row's sum.
// CPU exits 3
// CPU finds race-global: at {sum}
// CPU says differ only in threadIdx.y, which kernel rows never reads
// all exits 0
#include <stdio.h>

const int n = 64;

__global__ void rows(const float *a, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        for (int j = 0; j < n; j++)
            sum[i] += a[i * n + j]; // {sum}
}

int main()
{
    static float a[n * n], sum[n];
    for (int i = 0; i < n * n; i++)
        a[i] = 1;
    float *dev_a, *dev_sum;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMalloc(&dev_sum, sizeof sum) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_sum, 0, sizeof sum) != cudaSuccess)
        return 1;
#ifndef FIXED
    rows<<<n / 32, dim3(32, 8)>>>(dev_a, dev_sum);
#else
    rows<<<n / 32, 32>>>(dev_a, dev_sum);
#endif
    cudaError_t error = cudaMemcpy(sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_sum);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (sum[i] != n)
            return 1;
#endif
    return error != cudaSuccess;
}
