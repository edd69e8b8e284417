// SPDX-License-Identifier: MIT
// fence_system.cu: a system-wide fence, where only blocks of this device share the data.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds wide-scope: at {line}
#include <stdio.h>

const int blocks = 8;
__device__ unsigned arrived;
__device__ int parts[blocks];

__global__ void sum(int *total)
{
    parts[blockIdx.x] = blockIdx.x + 1;
#ifdef FIXED
    __threadfence();
#else
    __threadfence_system(); // {line}
#endif
    if (atomicInc(&arrived, blocks - 1) == blocks - 1) {
        __threadfence();
        int all = 0;
        for (int i = 0; i < blocks; i++)
            all += parts[i];
        *total = all;
    }
}

int main()
{
    static int result[1];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    sum<<<blocks, 1>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < 1; i++)
        right &= result[i] == 36;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
