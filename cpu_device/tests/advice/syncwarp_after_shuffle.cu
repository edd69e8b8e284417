// SPDX-License-Identifier: MIT
// syncwarp_after_shuffle.cu: shuffles wait for their lanes; what each lane stores, it loads itself.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-syncwarp: at {line}
#include <stdio.h>

const int n = 64;

__global__ void rotate(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = __shfl_sync(~0u, i, (i + 1) % 32);
#ifndef FIXED
    __syncwarp(); // {line}
#endif
    data[i] = cache[i];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    rotate<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == i / 32 * 32 + (i + 1) % 32;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
