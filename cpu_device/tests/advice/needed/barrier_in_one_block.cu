// SPDX-License-Identifier: MIT
// barrier_in_one_block.cu: only block 3 of eight needs the barrier.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 64, blocks = 8;

__global__ void reverse(int *data)
{
    __shared__ int cache[n];
    int i = threadIdx.x;
    cache[i] = i;
    __syncthreads();
    data[i + blockIdx.x * n] = cache[blockIdx.x == 3 ? n - 1 - i : i];
}

int main()
{
    static int result[n * blocks];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    reverse<<<blocks, n>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n * blocks; i++)
        right &= result[i] == (i / n == 3 ? n - 1 - i % n : i % n);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
