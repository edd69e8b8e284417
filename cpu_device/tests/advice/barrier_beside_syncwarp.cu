// SPDX-License-Identifier: MIT
// barrier_beside_syncwarp.cu: only lanes of one warp share what __syncwarp() has ordered already.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 128;

__global__ void swap(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = i;
    __syncwarp();
    int value = cache[i ^ 1];
#ifndef FIXED
    __syncthreads(); // {line}
#endif
    data[i] = value;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    swap<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == (i ^ 1);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
