// SPDX-License-Identifier: MIT
// barrier_for_warp_shuffles.cu: a barrier between two steps that shuffle registers and share no memory.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 128;

__global__ void sums(int *data)
{
    int value = 1;
    for (int offset = 16; offset > 0; offset /= 2) {
        value += __shfl_xor_sync(~0u, value, offset);
#ifndef FIXED
        __syncthreads(); // {line}
#endif
    }
    data[threadIdx.x] = value;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    sums<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 32;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
