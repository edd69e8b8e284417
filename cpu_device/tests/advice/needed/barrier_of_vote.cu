// SPDX-License-Identifier: MIT
// barrier_of_vote.cu: __syncthreads_count() orders nothing here, but returns something.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;

__global__ void count(int *data)
{
    data[threadIdx.x] = __syncthreads_count(threadIdx.x % 2);
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
        right &= result[i] == n / 2;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
