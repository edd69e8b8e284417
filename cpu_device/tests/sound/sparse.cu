// SPDX-License-Identifier: MIT
// sparse.cu: large allocations of which only a little is ever touched; many small ones that come and go.
#include <stdio.h>

const size_t size = 500u << 20;
const int threads = 256, blocks = 40;

__global__ void scatter(unsigned *words, size_t n)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    words[i * 7919 * 1024 % n] = (unsigned)i;
}

__global__ void gather(const unsigned *words, size_t n, unsigned *wrong)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (words[i * 7919 * 1024 % n] != (unsigned)i)
        atomicAdd(wrong, 1u);
}

__global__ void increment(int *value)
{
    ++*value;
}

int main()
{
    unsigned *large, *other, *wrong, result;
    size_t n = size / sizeof(unsigned) - 1; // an odd number: every thread has its own place
    if (cudaMalloc(&large, size) != cudaSuccess || cudaMalloc(&other, size) != cudaSuccess ||
        cudaMalloc(&wrong, sizeof result) != cudaSuccess)
        return 1;
    cudaMemset(wrong, 0, sizeof result);
    for (int round = 0; round < 3; round++) {
        scatter<<<blocks, threads>>>(large, n);
        gather<<<blocks, threads>>>(large, n, wrong);
        cudaMemset(large + n / 2, 0, 4096);
    }
    if (cudaMemcpy(&result, wrong, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess || result != 0)
        return 1;
    for (int i = 0; i < 1000; i++) {
        int *small, value = i;
        if (cudaMalloc(&small, sizeof value) != cudaSuccess)
            return 1;
        cudaMemcpy(small, &value, sizeof value, cudaMemcpyHostToDevice);
        increment<<<1, 1>>>(small);
        if (cudaMemcpy(&value, small, sizeof value, cudaMemcpyDeviceToHost) != cudaSuccess || value != i + 1 ||
            cudaFree(small) != cudaSuccess)
            return 1;
    }
    cudaFree(large);
    cudaFree(other);
    return cudaFree(wrong) != cudaSuccess;
}
