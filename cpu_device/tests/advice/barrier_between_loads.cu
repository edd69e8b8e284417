// SPDX-License-Identifier: MIT
// barrier_between_loads.cu: a barrier between two loads of what nobody writes any more.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 256;

__global__ void neighbours(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = i;
    __syncthreads();
    int left = cache[(i + n - 1) % n];
#ifndef FIXED
    __syncthreads(); // {line}
#endif
    int right = cache[(i + 1) % n];
    data[i] = left + right;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    neighbours<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == (i + n - 1) % n + (i + 1) % n;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
