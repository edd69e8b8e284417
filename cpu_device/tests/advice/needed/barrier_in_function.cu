// SPDX-License-Identifier: MIT
// barrier_in_function.cu: a function with a barrier: both of its calls need it.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64;

__device__ int *put(int *cache, int value)
{
    cache[threadIdx.x] = value;
    __syncthreads();
    return cache;
}

__global__ void both(int *data)
{
    __shared__ int a[n], b[n];
    int i = threadIdx.x;
    int own = put(a, i)[n - 1 - i];
    data[i] = own + put(b, 2 * i)[n - 1 - i];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    both<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 3 * (n - 1 - i);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
