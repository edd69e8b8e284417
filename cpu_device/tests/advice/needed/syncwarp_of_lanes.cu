// SPDX-License-Identifier: MIT
// syncwarp_of_lanes.cu: lanes of one warp read what others have stored.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;

__global__ void swap(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = i;
    __syncwarp();
    data[i] = cache[i ^ 1];
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
