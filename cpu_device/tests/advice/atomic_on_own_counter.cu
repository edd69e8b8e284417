// SPDX-License-Identifier: MIT
// atomic_on_own_counter.cu: each thread has a counter of its own in shared memory.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-atomic: at {line}
#include <stdio.h>

const int n = 128;

__global__ void count(int *data)
{
    __shared__ int counters[n];
    int i = threadIdx.x;
    counters[i] = 0;
    for (int k = 0; k < i; k++)
#ifdef FIXED
        counters[i]++;
#else
        atomicAdd(&counters[i], 1); // {line}
#endif
    data[i] = counters[i];
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
        right &= result[i] == i;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
