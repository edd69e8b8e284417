// SPDX-License-Identifier: MIT
// barrier_around_poll.cu: one thread waits for the flag of another block; a barrier passes the news on to the others.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;
__device__ int message[n];
__device__ volatile int flag;

__global__ void pass(int *data)
{
    int i = threadIdx.x;
    if (blockIdx.x == 0) {
        message[i] = 3 * i;
        __threadfence();
        __syncthreads();
        if (i == 0)
            flag = 1;
    } else {
        if (i == 0) {
            while (flag == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        data[i] = message[n - 1 - i];
    }
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    pass<<<2, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 3 * (n - 1 - i);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
