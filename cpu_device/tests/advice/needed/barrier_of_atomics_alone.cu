// SPDX-License-Identifier: MIT
// barrier_of_atomics_alone.cu: two atomic accesses do not race; the barrier decides what the second one finds.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;

__global__ void count(int *data)
{
    __shared__ int counter;
    if (threadIdx.x == 0)
        counter = 0;
    __syncthreads();
    atomicAdd(&counter, 1);
    __syncthreads();
    data[threadIdx.x] = atomicAdd(&counter, 0);
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
        right &= result[i] == n;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
