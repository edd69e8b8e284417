// SPDX-License-Identifier: MIT
// barrier_in_helper.cu: a function with a barrier, called twice in a row; one call is enough.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 256;

__device__ void wait_for_all()
{
    __syncthreads(); // {line}
}

__global__ void reverse(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = i;
#ifndef FIXED
    wait_for_all();
#endif
    wait_for_all();
    data[i] = cache[n - 1 - i];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    reverse<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == n - 1 - i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
