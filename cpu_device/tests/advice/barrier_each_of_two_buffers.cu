// SPDX-License-Identifier: MIT
// barrier_each_of_two_buffers.cu: with two buffers in turn, one barrier a round is enough.
// Run with: CPU_DEVICE_ADVICE=on
// CPU finds needless-barrier: at {line}
#include <stdio.h>

const int n = 128, rounds = 8;

__global__ void shift(int *data)
{
    __shared__ int buffers[2][n];
    int i = threadIdx.x, value = i;
    for (int round = 0; round < rounds; round++) {
        int *buffer = buffers[round % 2];
        buffer[i] = value;
        __syncthreads();
        value = buffer[(i + 1) % n];
#ifndef FIXED
        __syncthreads(); // {line}
#endif
    }
    data[i] = value;
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    shift<<<1, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == (i + rounds) % n;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
