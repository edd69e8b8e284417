// SPDX-License-Identifier: MIT
// barrier_of_output.cu: what one thread prints comes before what another one prints.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;
// CPU prints first
// CPU prints second

__global__ void speak(int *data)
{
    if (threadIdx.x == 0)
        printf("first\n");
    __syncthreads();
    if (threadIdx.x == 40)
        printf("second\n");
    data[threadIdx.x] = threadIdx.x;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    speak<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
