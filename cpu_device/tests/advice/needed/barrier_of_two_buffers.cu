// SPDX-License-Identifier: MIT
// barrier_of_two_buffers.cu: with two buffers in turn, one barrier a round: it orders the last round and the next.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 128, rounds = 8;

__global__ void shift(int *data)
{
    __shared__ int buffers[2][n];
    int i = threadIdx.x, value = i;
    for (int round = 0; round < rounds; round++) {
        buffers[round % 2][i] = value;
        __syncthreads();
        value = buffers[round % 2][(i + 1) % n];
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
