// SPDX-License-Identifier: MIT
// barrier_of_own_cell.cu: each thread reads the cell that it has written itself.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 512;

__global__ void square(int *data)
{
    __shared__ int cache[256];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    cache[threadIdx.x] = i;
#ifndef FIXED
    __syncthreads(); // {line}
#endif
    data[i] = cache[threadIdx.x] * cache[threadIdx.x];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    square<<<n / 256, 256>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == i * i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
