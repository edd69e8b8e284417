// SPDX-License-Identifier: MIT
// barrier_around_global_loads.cu: a barrier between a load and a store of global memory, each thread its own element.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 1024;

__global__ void add_one(int *data)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int value = data[i];
#ifndef FIXED
    __syncthreads(); // {line}
#endif
    data[i] = value + i;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    add_one<<<n / 128, 128>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
