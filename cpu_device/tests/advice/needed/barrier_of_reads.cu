// SPDX-License-Identifier: MIT
// barrier_of_reads.cu: between loads of the old values and stores of the new ones, in global memory.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 256;

__global__ void fill(int *data)
{
    data[threadIdx.x] = threadIdx.x;
}

__global__ void rotate(int *data)
{
    int value = data[(threadIdx.x + 1) % n];
    __syncthreads();
    data[threadIdx.x] = value;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    fill<<<1, n>>>(dev);
    rotate<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == (i + 1) % n;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
