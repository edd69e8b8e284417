// SPDX-License-Identifier: MIT
// fence_between_atomics.cu: data and flag are both atomic: the fence keeps their order.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

__device__ int message, flag;

__global__ void pass(int *data)
{
    if (blockIdx.x == 0) {
        atomicExch(&message, 7);
        __threadfence();
        atomicExch(&flag, 1);
    } else {
        while (atomicAdd(&flag, 0) == 0) {
        }
        __threadfence();
        *data = atomicAdd(&message, 0);
    }
}

int main()
{
    static int result[1];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    pass<<<2, 1>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < 1; i++)
        right &= result[i] == 7;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
