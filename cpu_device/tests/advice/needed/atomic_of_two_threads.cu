// SPDX-License-Identifier: MIT
// atomic_of_two_threads.cu: most counters have one thread, and one has two.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;

__global__ void count(int *data)
{
    int i = threadIdx.x;
    atomicAdd(&data[i == 63 ? 0 : i], 1);
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    count<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == (i == 0 ? 2 : i == 63 ? 0 : 1);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
