// SPDX-License-Identifier: MIT
// blocks_read_only.cu: all blocks read the same memory and nobody writes it: tables that an earlier kernel or the host
// has filled, plainly, by __ldg(), through volatile, from constant memory; on two streams at once, too.
#include <stdio.h>

const int threads = 64, blocks = 8, n = threads * blocks, size = 100;

__constant__ int weights[size];
__device__ int squares[size];

__global__ void fill()
{
    squares[threadIdx.x] = threadIdx.x * threadIdx.x;
}

__global__ void look_up(const int *table, volatile const int *offset, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    out[i] = table[i % size] + __ldg(&table[size - 1 - i % size]) + squares[i * 7 % size] * weights[i % size] + *offset;
}

int main()
{
    int host[size], out[n], *table, *dev_out[2];
    cudaStream_t streams[2];
    for (int i = 0; i < size; i++)
        host[i] = i % 9;
    if (cudaMalloc(&table, sizeof host) != cudaSuccess ||
        cudaMemcpy(table, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemcpyToSymbol(weights, host, sizeof host) != cudaSuccess)
        return 1;
    fill<<<1, size>>>();
    for (int i = 0; i < 2; i++) {
        if (cudaStreamCreate(&streams[i]) != cudaSuccess || cudaMalloc(&dev_out[i], sizeof out) != cudaSuccess)
            return 1;
        look_up<<<blocks, threads, 0, streams[i]>>>(table, table + 5, dev_out[i]);
    }
    for (int i = 0; i < 2; i++) {
        if (cudaMemcpy(out, dev_out[i], sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int j = 0; j < n; j++) {
            int square = j * 7 % size * (j * 7 % size);
            if (out[j] != j % size % 9 + (size - 1 - j % size) % 9 + square * (j % size % 9) + 5)
                return 1;
        }
        cudaFree(dev_out[i]);
        cudaStreamDestroy(streams[i]);
    }
    return cudaFree(table) != cudaSuccess;
}
