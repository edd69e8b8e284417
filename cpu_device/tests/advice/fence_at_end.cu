// SPDX-License-Identifier: MIT
// fence_at_end.cu: a fence at the end of a kernel: the next launch sees all of it anyway.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-fence: at {line}
#include <stdio.h>

const int n = 1024;

__global__ void fill(int *data)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    data[i] = 2 * i;
#ifndef FIXED
    __threadfence(); // {line}
#endif
}

__global__ void add_one(int *data)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    data[n - 1 - i] += 1;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    fill<<<n / 128, 128>>>(dev);
    add_one<<<n / 128, 128>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 2 * i + 1;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
