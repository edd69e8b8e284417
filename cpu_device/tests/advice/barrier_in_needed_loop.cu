// SPDX-License-Identifier: MIT
// barrier_in_needed_loop.cu: a loop needs one barrier a round; the second one orders nothing.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 256;

__global__ void sum(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = i + 1;
    __syncthreads();
    for (int half = n / 2; half > 0; half /= 2) {
        if (i < half)
            cache[i] += cache[i + half];
#ifndef FIXED
        __syncthreads(); // {line}
#endif
        __syncthreads();
    }
    if (i == 0)
        *data = cache[0];
}

int main()
{
    static int result[1];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    sum<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < 1; i++)
        right &= result[i] == n * (n + 1) / 2;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
