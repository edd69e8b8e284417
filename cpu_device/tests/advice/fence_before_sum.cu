// SPDX-License-Identifier: MIT
// fence_before_sum.cu: a fence before an atomic sum: of what came before, no other block reads anything.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-fence: at {line}
#include <stdio.h>

__global__ void sum(int *total)
{
    __shared__ int cache[128];
    int i = threadIdx.x;
    cache[i] = i;
    __syncthreads();
    if (i == 0) {
        int all = 0;
        for (int j = 0; j < 128; j++)
            all += cache[j];
#ifndef FIXED
        __threadfence(); // {line}
#endif
        atomicAdd(total, all);
    }
}

int main()
{
    static int result[1];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    sum<<<8, 128>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < 1; i++)
        right &= result[i] == 8 * 127 * 64;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
