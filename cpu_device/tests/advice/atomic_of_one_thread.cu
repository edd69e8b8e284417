// SPDX-License-Identifier: MIT
// atomic_of_one_thread.cu: one thread of each block adds to the place of its block, atomically.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-atomic: at {line}
#include <stdio.h>

const int n = 16;

__global__ void count(int *data)
{
    __shared__ int cache[64];
    cache[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        for (int i = 0; i < 64; i++)
#ifdef FIXED
            data[blockIdx.x] += cache[i];
#else
            atomicAdd(&data[blockIdx.x], cache[i]); // {line}
#endif
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    count<<<n, 64>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 63 * 32;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
