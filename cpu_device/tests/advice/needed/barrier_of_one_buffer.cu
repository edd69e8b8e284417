// SPDX-License-Identifier: MIT
// barrier_of_one_buffer.cu: with one buffer, the second barrier keeps the next round from storing too early.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 128, rounds = 8;

__global__ void shift(int *data)
{
    __shared__ int buffer[n];
    int i = threadIdx.x, value = i;
    for (int round = 0; round < rounds; round++) {
        buffer[i] = value;
        __syncthreads();
        value = buffer[(i + 1) % n];
        __syncthreads();
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
