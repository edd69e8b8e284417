// SPDX-License-Identifier: MIT
// fence_of_message.cu: data, a fence, a flag; and on the other side, a flag, a fence, data.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

__device__ int message;
__device__ volatile int flag;

__global__ void pass(int *data)
{
    if (blockIdx.x == 0) {
        message = 7;
        __threadfence();
        flag = 1;
    } else {
        while (flag == 0) {
        }
        __threadfence();
        *data = message;
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
