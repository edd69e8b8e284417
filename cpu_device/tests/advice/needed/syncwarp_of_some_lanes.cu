// SPDX-License-Identifier: MIT
// syncwarp_of_some_lanes.cu: only the lanes of the mask meet; it is not called needless, whatever it orders.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 32;

__global__ void swap(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = i;
    if (i < 16) {
        __syncwarp(0xffff);
        data[i] = cache[i ^ 1];
    }
}

int main()
{
    static int result[16];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    swap<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < 16; i++)
        right &= result[i] == (i ^ 1);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
